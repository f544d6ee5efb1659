// @ts-check
// The keyboard focus after a control that hides itself, is disabled or is removed.

/** What can have the focus. */
const CONTROLS = 'button, select, input, textarea, summary, [tabindex="0"]';
/** The groups of controls within which the focus stays if a control hides itself. */
const GROUPS = '[role=group], .actions, .panel-tools, li';
/** The group within which it stays if a control is disabled, too. */
const STEPS = '.steps';
/** The places with an item that is the current one, and the region that has the focus itself. */
const LISTS = 'ol, .record', REGION = '#panel';

/** Whether an element can have the focus. @param {Element} element */
const canHave = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true }) && !element.matches(':disabled');

/** Passes the keyboard focus on when the control that has it is lost. @param {import('./board.js').KhetBoard} board has the focus if nothing near the control can */
export function keepFocus(board) {
  /** The element with the focus, and its ancestors. @type {Element[]} */
  let path = [];
  /** Whether the last input was by mouse, finger or pen, which need no focus. */
  let isPointer = false;
  const root = /** @type {ShadowRoot} */ (board.getRootNode());

  const check = () => {
    const [lost, ...ancestors] = path, focused = document.activeElement;
    if (!lost || canHave(lost)) return;
    path = [];
    // The page may have moved the focus itself.
    const isElsewhere = focused && ![document.body, lost, root.host].includes(focused);
    if (!isPointer && !isElsewhere) (successor(lost, ancestors.filter(canHave)) ?? board.cells[board.tabStop])?.focus({ preventScroll: true });
  };

  for (const part of [document, root]) {
    part.addEventListener('focusin', (event) => { path = event.composedPath().filter((one) => one instanceof Element); });
    new MutationObserver(check).observe(part, { subtree: true, childList: true, attributeFilter: ['hidden', 'disabled'] });
  }
  addEventListener('pointerdown', () => { isPointer = true; }, { capture: true });
  addEventListener('keydown', () => { isPointer = false; }, { capture: true });
}

/**
 * Returns what has the focus after a control: one beside it in its group if it hid itself, the current item of a list, or the region.
 * @param {Element} lost @param {Element[]} ancestors @returns {HTMLElement|undefined}
 */
function successor(lost, ancestors) {
  for (const place of ancestors) {
    const controls = /** @type {HTMLElement[]} */ ([...place.querySelectorAll(CONTROLS)].filter(canHave));
    if (place.matches(lost.matches(':disabled') ? STEPS : GROUPS)) {
      // Another press of the same key does less harm to what stands before.
      const beside = controls.findLast((one) => lost.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) ?? controls[0];
      if (beside) return beside;
    }
    const current = place.matches(LISTS) ? controls.find((one) => one.matches('[aria-current=true]')) : undefined;
    if (current) return current;
    if (place.matches(REGION)) return /** @type {HTMLElement} */ (place);
  }
  return undefined;
}
