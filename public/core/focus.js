// @ts-check
// Whoever goes by keyboard is never sent back to the start of the document because a row with the focus was taken away.

import { focusHeading } from './dom.js';

/** @param {HTMLElement} main */
export function keepFocus(main) {
    /**
     * What of the page had the focus last, unless somebody left it.
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
        // What is removed loses the focus too, and is gone when this is looked at.
        if (!relatedTarget)
            queueMicrotask(() => {
                if (last === target && last?.isConnected) last = undefined;
            });
    });
    new MutationObserver(check).observe(main, { childList: true, subtree: true });
    // A dialog gives the focus back to what opened it, if that is still there.
    document.addEventListener('close', check, true);
}
