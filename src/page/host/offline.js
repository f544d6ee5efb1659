// @ts-check
// The service worker of a folder without a server: its registration, and the offer of a new version.

/** The address of the script, in the folder of the page. */
export const SCRIPT = new URL('../../sw.js', import.meta.url).href;

/**
 * Registers the service worker. The page works without one too.
 * @param {string} script the address, as the policy of the page returns it
 * @param {(use: () => void) => void} offer called when a new version is ready, with the function that starts it
 */
export async function register(script, offer) {
  const container = navigator.serviceWorker;
  if (!container) return;
  try {
    const isControlled = Boolean(container.controller);
    let isAccepted = false;
    container.addEventListener('controllerchange', () => {
      if (isAccepted) location.reload();
      // Another tab has accepted the new version.
      else if (isControlled) offer(() => location.reload());
    });
    const registration = await container.register(script);
    const check = () => {
      // Without an active one, this is the first version.
      if (!registration.waiting || !registration.active) return;
      offer(() => {
        isAccepted = true;
        // A still newer version may have taken the place of the one that was offered.
        registration.waiting?.postMessage('use');
      });
    };
    check();
    registration.addEventListener('updatefound', () => {
      registration.installing?.addEventListener('statechange', check);
    });
  } catch {
    // The files are not kept, for example because the storage is forbidden.
  }
}
