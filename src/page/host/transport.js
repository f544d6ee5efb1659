// @ts-check
// The transport: how the page reaches engines, puzzles and the reader of KGN. Nothing else knows where they are.

/** The page of a folder without a server has the attribute `data-engine="worker"`. @type {typeof import('./server.js')} */
export const transport = await (document.documentElement.dataset.engine === 'worker' ? import('./worker.js') : import('./server.js'));
