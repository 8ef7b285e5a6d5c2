// @ts-check
// Fully loaded track tables that sort by their heads. Playback uses the displayed order.

import { delegate } from '../../core/dom.js';
import { render } from '../../core/html.js';
import { announceOrder, pressed, rememberedOrder, rememberOrder } from './sort.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./sort.js').Order} Order */
/** @typedef {import('./sort.js').Sorting} Sorting */

/** @type {Order} */
const OWN = { by: '', isDown: false };

/**
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {string} parts.list name under which the order is stored
 * @param {readonly string[]} parts.columns the sortable columns
 * @param {(order: Order) => readonly TrackItem[]} parts.order the tracks in an order
 * @param {(tracks: readonly TrackItem[], sorting: Sorting) => unknown} parts.draw returns the tracks' markup
 * @param {AbortSignal} parts.signal
 * @returns {{ tracks: readonly TrackItem[] }} the tracks as displayed
 */
export function sortable(host, { list, columns, order, draw, signal }) {
    const last = rememberedOrder(list);
    let chosen = last && columns.includes(last.by) ? last : OWN;
    /** @type {{ tracks: readonly TrackItem[] }} */
    const shown = { tracks: [] };
    const show = () => {
        shown.tracks = [...order(chosen)];
        render(host, draw(shown.tracks, { ...chosen, columns }));
    };
    delegate(
        host,
        'click',
        '[data-sort-by]',
        (button) => {
            const place = [...host.querySelectorAll('[data-sort-by]')].indexOf(button);
            chosen = pressed(chosen, button.dataset.sortBy ?? '', { hasOwn: true });
            rememberOrder(list, chosen);
            show();
            announceOrder(chosen);
            /** @type {HTMLElement | undefined} */ ([...host.querySelectorAll('[data-sort-by]')][place])?.focus();
        },
        signal,
    );
    show();
    return shown;
}
