// @ts-check
// Keeps the focus of a keyboard user near when the row with the focus is removed, not at the document's start.

import { focusHeading } from './dom.js';

/** @param {HTMLElement} main */
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
