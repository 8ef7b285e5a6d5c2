// @ts-check
// What lies over the whole page. As long as it is there, the rest is inert, the page does not scroll, and the focus
// stays inside; afterwards both are where they were.

/** What is heard and used whatever lies over the page. */
const FREE = '#toasts, #announcer, audio, script, noscript, dialog, .menu';

/**
 * Makes everything beside `element`, a child of the body, inert.
 * @param {HTMLElement} element
 * @param {() => HTMLElement | null | undefined} [fallback] takes the focus afterwards, where nothing had it or what had
 *   it is gone
 * @returns {() => void} ends it; to be called once, after `element` is gone
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
            // Without a scroll bar the page was wider for a while, and perhaps shorter.
            if (scrollY !== top) scrollTo(0, top);
        }
        // Some browsers do not focus a button that is pressed.
        const isThere = before !== document.body && before?.isConnected && before.getClientRects().length > 0;
        const wanted = isThere ? before : fallback?.();
        wanted?.focus({ preventScroll: true });
    };
}

/**
 * Adds a screen over everything else.
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
