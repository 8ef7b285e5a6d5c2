// @ts-check
// A finger on a screen that lies over others: pulled down it takes the screen away, sideways it goes on.

import { style } from '../../core/dom.js';

/** How far it must go, in pixels. */
const FAR_DOWN = 110;
const FAR_ACROSS = 56;

/**
 * What a finger means that went so far; nothing where it is not clear.
 * @param {number} across to the right
 * @param {number} down
 * @param {{ pulls: boolean, turns: boolean }} may what it can do from where it began
 * @returns {'close'|'next'|'previous'|undefined}
 */
export function meaning(across, down, { pulls, turns }) {
    if (pulls && down >= FAR_DOWN && down > Math.abs(across)) return 'close';
    if (turns && Math.abs(across) >= FAR_ACROSS && Math.abs(across) > 1.5 * Math.abs(down))
        return across < 0 ? 'next' : 'previous';
    return undefined;
}

/**
 * Whether all that scrolls between `target` and `area` stands at its beginning, so that a pull is no scrolling.
 * @param {Element} target @param {Element} area
 */
function isAtTop(target, area) {
    for (let one = /** @type {Element | null} */ (target); one && one !== area.parentElement; one = one.parentElement)
        if (one.scrollTop > 0) return false;
    return true;
}

/**
 * @param {HTMLElement} area follows the finger by `--pull` while it is pulled
 * @param {object} parts
 * @param {() => void} parts.close it is as far down as the finger left it
 * @param {(by: 1 | -1) => void} [parts.turn]
 * @param {AbortSignal} signal
 */
export function onGestures(area, { close, turn }, signal) {
    /** @type {{ x: number, y: number, pulls: boolean } | undefined} */
    let start;
    let [across, down] = [0, 0];
    const release = () => {
        area.classList.remove('is-pulled');
        style(area, { pull: '0px' });
    };
    area.addEventListener(
        'touchstart',
        (event) => {
            const target = /** @type {Element} */ (event.target);
            const isFree = event.touches.length === 1 && !target.closest('input, select, [data-grip]');
            const [{ clientX: x, clientY: y }] = event.touches;
            start = isFree ? { x, y, pulls: isAtTop(target, area) } : undefined;
            [across, down] = [0, 0];
        },
        { signal, passive: true },
    );
    area.addEventListener(
        'touchmove',
        (event) => {
            if (!start) return;
            const [{ clientX, clientY }] = event.touches;
            [across, down] = [clientX - start.x, clientY - start.y];
            // Sideways or up first is meant otherwise.
            if (down < -8 || Math.abs(across) > Math.max(24, down)) start.pulls = false;
            if (!start.pulls) return release();
            // Otherwise the browser pulls too: it loads the page anew, or tells the rest of the way late.
            if (down > 0 && event.cancelable) event.preventDefault();
            area.classList.toggle('is-pulled', down > 0);
            style(area, { pull: `${Math.max(0, down)}px` });
        },
        { signal, passive: false },
    );
    area.addEventListener(
        'touchend',
        () => {
            const meant = start && meaning(across, down, { pulls: start.pulls, turns: turn !== undefined });
            start = undefined;
            if (meant === 'close') return close();
            release();
            if (meant) turn?.(meant === 'next' ? 1 : -1);
        },
        { signal, passive: true },
    );
    area.addEventListener(
        'touchcancel',
        () => {
            start = undefined;
            release();
        },
        { signal, passive: true },
    );
}
