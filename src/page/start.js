// @ts-check
// Shows "Loading …" until the page starts or a script fails. Modules do not run in a page that was opened as a file, so this is a
// classic script. Without it, the page says what to do.

(() => {
  // A browser without modules never starts the page.
  if (location.protocol === 'file:' || !('noModule' in HTMLScriptElement.prototype)) return;
  const root = document.documentElement;
  root.classList.add('loading');
  addEventListener('error', ({ target }) => {
    // A picture or a preloaded file that fails is no reason.
    if (target === window || target instanceof HTMLScriptElement) root.classList.remove('loading');
  }, { capture: true });
  addEventListener('unhandledrejection', () => root.classList.remove('loading'));
})();
