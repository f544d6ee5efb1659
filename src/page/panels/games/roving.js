// @ts-check
// A list whose rows are one stop of the tab key: the arrows lead from row to row, the tab key to the controls of one.

const CONTROLS = 'button, [type]';

/** Makes the rows of a list one tab stop. Returns a function that changes the rows and keeps the focus. @param {HTMLElement} list */
export function makeRoving(list) {
  /** The place of the row with the tab stop, and of the control in it that had the focus. */
  let at = 0, control = 0;
  const rows = () => /** @type {HTMLElement[]} */ ([...list.children]);
  /** @param {HTMLElement|undefined} row */
  const controlsOf = (row) => /** @type {HTMLElement[]} */ (row ? [...row.querySelectorAll(CONTROLS)].filter((one) => one.checkVisibility()) : []);
  const update = () => rows().forEach((row, index) => {
    for (const one of /** @type {NodeListOf<HTMLElement>} */ (row.querySelectorAll(CONTROLS))) one.tabIndex = index === at ? 0 : -1;
  });
  const focus = (/** @type {FocusOptions} */ options) => {
    const controls = controlsOf(rows()[at]);
    (controls[control] ?? controls.at(-1))?.focus(options);
  };

  list.addEventListener('focusin', ({ target }) => {
    const row = rows().findIndex((one) => one.contains(/** @type {Node} */ (target)));
    if (row < 0) return;
    control = Math.max(controlsOf(rows()[row]).indexOf(/** @type {HTMLElement} */ (target)), 0);
    if (row === at) return;
    at = row;
    update();
  });
  list.addEventListener('keydown', (event) => {
    const { length } = rows(), isField = event.target instanceof HTMLInputElement && event.target.type === 'text';
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: length - 1 }[event.key];
    if (next === undefined || isField || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    at = Math.min(Math.max(next, 0), length - 1);
    update();
    focus({});
  });

  return (/** @type {() => void} */ change) => {
    const hadFocus = list.contains(document.activeElement);
    change();
    at = Math.min(at, Math.max(rows().length - 1, 0));
    update();
    if (hadFocus) focus({ preventScroll: true });
  };
}
