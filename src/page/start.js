// @ts-check
// Shows "Loading …" until the page starts or a script fails. Modules do not run in a page that was opened as a file, so this is a
// classic script. Without it, the page says what to do. It also
// chooses the language, whose texts are then loaded with the scripts, and makes room for a turned board.

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

  const LANGUAGES = ['en', 'de', 'fr', 'nl'];
  const folder = new URL('.', document.baseURI).pathname;
  /** Returns a stored text, or ''. The key is that of common/storage.js. @param {string} name */
  const load = (name) => {
    try {
      return JSON.parse(localStorage.getItem(`khepri${folder === '/' ? '' : folder}.${name}`) ?? '""');
    } catch {
      // The browser forbids pages to store data.
      return '';
    }
  };
  const wanted = [load('language'), ...navigator.languages].map((tag) => String(tag).split('-')[0] ?? '');
  root.lang = wanted.find((tag) => LANGUAGES.includes(tag)) ?? 'en';
  // As common/turning.js decides it.
  const narrow = matchMedia('(max-width: 479.9px) and (max-aspect-ratio: 2/3)').matches;
  root.toggleAttribute('data-turned', load('board') === 'turned' || (load('board') !== 'wide' && narrow));
  const texts = document.createElement('link'), { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  texts.rel = 'modulepreload';
  texts.href = new URL(`texts/${root.lang}.js`, src).href;
  document.head.append(texts);
})();
