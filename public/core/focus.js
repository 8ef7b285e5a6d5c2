// @ts-check
// The focus when the page changes: a new view's heading gets it, and the heading if the focused element is removed.

import { focusHeading } from './dom.js';

/**
 * Focuses the heading of a new view as soon as it exists. On a first load the browser's own start of the page is right.
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
 * Moves the focus to the heading when the focused element is removed, instead of to the document's start.
 * @param {HTMLElement} main
 */
export function keepFocus(main) {
    /**
     * The last focused element of the page, unless the user has moved the focus away.
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
        // A removed element loses the focus too, and is disconnected when this runs.
        if (!relatedTarget)
            queueMicrotask(() => {
                if (last === target && last?.isConnected) last = undefined;
            });
    });
    new MutationObserver(check).observe(main, { childList: true, subtree: true });
    // A dialog returns the focus to its opener, if that still exists.
    document.addEventListener('close', check, true);
}
