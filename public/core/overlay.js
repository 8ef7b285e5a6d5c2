// @ts-check
// Overlays over the whole page. While one is open, the rest is inert, the page does not scroll and the focus stays
// inside. Closing it restores scroll position and focus.

/** Elements that stay usable while an overlay is open. */
const FREE = '#toasts, #announcer, audio, script, noscript, dialog, .menu';

/**
 * Makes everything beside `element`, a child of the body, inert.
 * @param {HTMLElement} element
 * @param {() => HTMLElement | null | undefined} [fallback] takes the focus afterwards, if nothing had it before or its
 *   element is gone
 * @returns {() => void} uncovers the page; call it once, after `element` is removed
 */
export function coverPage(element, fallback) {
    const before = /** @type {HTMLElement | null} */ (document.activeElement);
    const top = scrollY;
    const covered = /** @type {HTMLElement[]} */ ([...document.body.children]).filter(
        (one) => one !== element && !one.matches(FREE) && !one.inert,
    );
    for (const one of covered) one.inert = true;
    document.documentElement.classList.add('is-covered');
    return () => {
        for (const one of covered) one.inert = false;
        if (!document.querySelector('body > [inert]')) {
            document.documentElement.classList.remove('is-covered');
            // Without a scroll bar the page was wider for a while, and perhaps shorter, which can change the position.
            if (scrollY !== top) scrollTo(0, top);
        }
        // Some browsers do not focus a button that is pressed.
        const isThere = before !== document.body && before?.isConnected && before.getClientRects().length > 0;
        const wanted = isThere ? before : fallback?.();
        wanted?.focus({ preventScroll: true });
    };
}

/**
 * Opens an overlay over the whole page.
 * @param {() => HTMLElement | null | undefined} [fallback] see `coverPage`
 * @returns {{ root: HTMLElement, close: () => void }}
 */
export function openOverlay(fallback) {
    const root = document.createElement('div');
    root.className = 'overlay';
    root.id = 'overlay';
    document.body.append(root);
    const uncover = coverPage(root, fallback);
    return {
        root,
        close() {
            root.remove();
            uncover();
        },
    };
}
