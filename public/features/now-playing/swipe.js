// @ts-check
// A finger that pulls down on a screen which lies over the others takes it away.

import { style } from '../../core/dom.js';

/** How far it must be pulled. */
const FAR = 110;

/**
 * @param {HTMLElement} area where the finger begins; what scrolls or slides by itself within it is left alone
 * @param {HTMLElement} moved follows the finger by `--pull`
 * @param {() => void} run
 * @param {AbortSignal} signal
 */
export function onPullDown(area, moved, run, signal) {
    /** @type {{ x: number, y: number } | undefined} */
    let start;
    let pulled = 0;
    const end = () => {
        start = undefined;
        moved.classList.remove('is-pulled');
        style(moved, { pull: '0px' });
    };
    area.addEventListener(
        'touchstart',
        (event) => {
            const target = /** @type {Element} */ (event.target);
            const isFree = event.touches.length === 1 && scrollY <= 0 && !target.closest('input, [data-lines], dialog');
            start = isFree ? { x: event.touches[0].clientX, y: event.touches[0].clientY } : undefined;
            pulled = 0;
        },
        { signal, passive: true },
    );
    area.addEventListener(
        'touchmove',
        (event) => {
            if (!start) return;
            const { clientX, clientY } = event.touches[0];
            pulled = clientY - start.y;
            // Sideways or up is meant otherwise.
            if (Math.abs(clientX - start.x) > Math.max(24, pulled)) return end();
            // Otherwise the browser pulls too: it loads the page anew, or tells the rest of the way late.
            if (pulled > 0 && event.cancelable) event.preventDefault();
            moved.classList.toggle('is-pulled', pulled > 0);
            style(moved, { pull: `${Math.max(0, pulled)}px` });
        },
        { signal, passive: false },
    );
    area.addEventListener(
        'touchend',
        () => {
            const isMeant = start !== undefined && pulled >= FAR;
            end();
            if (isMeant) run();
        },
        { signal, passive: true },
    );
    area.addEventListener('touchcancel', end, { signal, passive: true });
}
