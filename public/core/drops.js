// @ts-check
// Elements that accept things dragged onto them.

import { delegate } from './dom.js';

/**
 * @param {HTMLElement} host
 * @param {{ targets: string, accepts: (event: Event) => boolean,
 *   drop: (target: HTMLElement, event: Event) => void }} parts
 *   `targets`: a selector; the one under the pointer has the class `is-aimed`
 * @param {AbortSignal} signal
 */
export function takeDrops(host, { targets, accepts, drop }, signal) {
    const over = (/** @type {HTMLElement} */ target, /** @type {Event} */ event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        const { dataTransfer } = /** @type {DragEvent} */ (event);
        if (dataTransfer) dataTransfer.dropEffect = 'copy';
        target.classList.add('is-aimed');
    };
    const leave = (/** @type {HTMLElement} */ target, /** @type {Event} */ event) => {
        const to = /** @type {Node | null} */ (/** @type {DragEvent} */ (event).relatedTarget);
        if (!target.contains(to)) target.classList.remove('is-aimed');
    };
    const take = (/** @type {HTMLElement} */ target, /** @type {Event} */ event) => {
        target.classList.remove('is-aimed');
        if (!accepts(event)) return;
        event.preventDefault();
        drop(target, event);
    };
    delegate(host, 'dragover', targets, over, signal);
    delegate(host, 'dragleave', targets, leave, signal);
    delegate(host, 'drop', targets, take, signal);
}
