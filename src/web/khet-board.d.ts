// The types of <khet-board>.

/** What the event `move` has as its `detail`. */
export interface BoardMove {
  move: string;
  /** The squares that the shot hits. */
  hits: string[];
  /** The position after the move, as KFEN. */
  position: string;
  result: '1-0' | '0-1' | '1/2-1/2' | '*';
}

/** The events of the element. */
export interface KhetBoardEventMap {
  show: Event;
  move: CustomEvent<BoardMove>;
  error: CustomEvent<{ message: string }>;
}

export class KhetBoardElement extends HTMLElement {
  kfen: string | null;
  moves: string;
  ply: number | null;
  orientation: 'silver' | 'red';
  beams: 'none' | 'next' | 'both';
  pieces: 'khet' | 'laser' | 'plain';
  turned: boolean;
  interactive: boolean;
  /** A worker with khepri.js, which elements may share. */
  engine: Worker | null;
  readonly position: string | null;
  readonly legalMoves: string[] | null;
  addEventListener<Name extends keyof KhetBoardEventMap>(
    name: Name, listener: (this: KhetBoardElement, event: KhetBoardEventMap[Name]) => void, options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(name: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    'khet-board': KhetBoardElement;
  }
}
