// @ts-check
// The service worker of the folder: it keeps all files for use without a network, and isolates the page from other origins, so that
// workers can share memory. It is in use from the second load on.

/** A hash of all files, and the hash of each. The script that makes the site writes them. */
const VERSION = '';
/** @type {Record<string, string>} */
const FILES = {};

const worker = /** @type {any} */ (self);
// Several folders of one origin share the caches.
const PREFIX = `khepri ${new URL('.', worker.location.href).pathname} `;
/** The addresses of the files. Other pages in folders below this one are left alone. */
const OWN = new Set(Object.keys(FILES).map((file) => new URL(file, worker.location.href).href));

/** The headers that isolate a page. */
const HEADERS = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'same-origin',
};

worker.addEventListener('install', (/** @type {any} */ event) => {
  // A file that is cut or altered is not stored.
  const requests = Object.entries(FILES).map(([file, integrity]) => new Request(file, { cache: 'no-cache', integrity }));
  event.waitUntil(caches.open(PREFIX + VERSION).then((cache) => cache.addAll(requests)));
});

// The page sends this when the user chooses the new version.
worker.addEventListener('message', (/** @type {MessageEvent} */ { data }) => {
  if (data === 'use') worker.skipWaiting();
});

worker.addEventListener('activate', (/** @type {any} */ event) => {
  event.waitUntil(caches.keys().then((names) => Promise.all(
    names.filter((name) => name.startsWith(PREFIX) && name !== PREFIX + VERSION).map((name) => caches.delete(name)),
  )));
});

worker.addEventListener('fetch', (/** @type {any} */ event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method === 'GET' && OWN.has(origin + pathname)) event.respondWith(answer(request));
});

/** @param {Request} request */
async function answer(request) {
  const cache = await caches.open(PREFIX + VERSION);
  const response = await cache.match(request, { ignoreSearch: true, ignoreVary: true }) ?? await fetch(request);
  // Nothing can be added to a redirection.
  if (response.type === 'opaqueredirect') return response;
  const headers = new Headers(response.headers);
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  const { status, statusText } = response;
  return new Response(status === 204 || status === 304 ? null : response.body, { status, statusText, headers });
}
