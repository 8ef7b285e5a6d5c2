// @ts-check

/**
 * Shows parts of a page from the top down: a part that loads late would push down those below it.
 * @param {[HTMLElement, Promise<unknown>][]} parts in the order of the page, each with the end of its loading
 */
export async function showInOrder(parts) {
    for (const [host] of parts) host.classList.add('is-awaited');
    for (const [host, loading] of parts) {
        await loading.catch(() => {});
        host.classList.remove('is-awaited');
    }
}
