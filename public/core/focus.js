// @ts-check
// Where the focus is when the page changes: at the heading of a new page, and near the row that had it and is removed.

import { focusHeading } from './dom.js';

/**
 * The heading of a new view takes the focus as soon as there is one; on a first load the browser's own start of page is
 * right.
 * @param {HTMLElement} root of the view
 * @param {HTMLElement} main
 * @param {boolean} isFirst
 * @param {AbortSignal} signal
 */
export function focusView(root, main, isFirst, signal) {
    const wanted = /** @type {HTMLElement | null} */ (root.querySelector('[data-autofocus]'));
    wanted?.focus({ preventScroll: true });
    if (wanted || isFirst || focusHeading(root)) return;
    const observer = new MutationObserver(() => {
        if (!root.querySelector('h1')) return;
        observer.disconnect();
        if (document.activeElement === document.body || document.activeElement === main)
            focusView(root, main, false, signal);
    });
    main.focus({ preventScroll: true });
    observer.observe(root, { childList: true, subtree: true });
    signal.addEventListener('abort', () => observer.disconnect(), { once: true });
}

/**
 * The focus stays near when the row that has it is removed, and does not go to the document's start.
 * @param {HTMLElement} main
 */
export function keepFocus(main) {
    /**
     * The element of the page that had the focus last, unless the user has left it.
     * @type {Element | undefined}
     */
    let last;
    const check = () => {
        if (!last || last.isConnected || document.activeElement !== document.body) return;
        last = undefined;
        focusHeading(main);
    };
    main.addEventListener('focusin', ({ target }) => {
        last = target instanceof Element ? target : undefined;
    });
    main.addEventListener('focusout', ({ target, relatedTarget }) => {
        // A removed element loses the focus too, and is gone when this runs.
        if (!relatedTarget)
            queueMicrotask(() => {
                if (last === target && last?.isConnected) last = undefined;
            });
    });
    new MutationObserver(check).observe(main, { childList: true, subtree: true });
    // A dialog gives the focus back to what opened it, if that is still there.
    document.addEventListener('close', check, true);
}
