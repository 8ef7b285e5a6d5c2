// @ts-check
// Sorting of track tables by their column heads. This browser stores each list's order.

import { announce } from '../../core/announce.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { icons } from '../../elements/icons.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {{ by: string, isDown: boolean }} Order `by` is empty for the list's own order */
/** @typedef {Order & { columns: readonly string[] }} Sorting */

/** Columns that sort any track table. */
export const COLUMNS = /** @type {const} */ (['title', 'album', 'duration']);
/** Columns of a table with tempo. */
export const TEMPO_COLUMNS = /** @type {const} */ ([...COLUMNS, 'tempo']);
/** Number of lists whose order is stored. The least recently sorted is dropped first. */
const REMEMBERED = 60;

/**
 * A column's head. Without `sorting` it is plain.
 * @param {string} column
 * @param {string} label
 * @param {Sorting} [sorting]
 * @param {string} [look]
 */
export function sortHead(column, label, sorting, look = '') {
    if (!sorting?.columns.includes(column)) return html`<th scope="col" class="${look}">${label}</th>`;
    const isBy = sorting.by === column;
    const state = isBy ? (sorting.isDown ? 'descending' : 'ascending') : 'none';
    return html`<th scope="col" class="${look}" aria-sort="${state}"><button type="button" class="sort-head"
        data-sort-by="${column}" data-testid="sort-${column}">${label}${
            isBy && html`<span class="sort-sign">${sorting.isDown ? icons.down : icons.up}</span>`
        }</button></th>`;
}

/**
 * The order after a press on a column: ascending, then descending, then the list's own order if it has one.
 * @param {Order} order @param {string} column @param {{ hasOwn: boolean }} list
 * @returns {Order}
 */
export function pressed({ by, isDown }, column, { hasOwn }) {
    if (by !== column) return { by: column, isDown: false };
    if (!isDown) return { by, isDown: true };
    return hasOwn ? { by: '', isDown: false } : { by, isDown: false };
}

/**
 * @param {string} list
 * @returns {Order | undefined}
 */
export function rememberedOrder(list) {
    const [by, direction] = (preferences.get('orders', {})[list] ?? '').split(' ');
    return by ? { by, isDown: direction === 'down' } : undefined;
}

/**
 * The order in the address, else the stored one, else the default.
 * @param {string} list @param {URLSearchParams} query @param {readonly string[]} sorts @param {string} usual
 * @returns {Order} here `isDown` reverses the sort's usual direction
 */
export function orderOf(list, query, sorts, usual) {
    const wanted = query.get('sort');
    if (wanted !== null && sorts.includes(wanted)) return { by: wanted, isDown: query.get('turned') === '1' };
    const last = wanted === null ? rememberedOrder(list) : undefined;
    return last && sorts.includes(last.by) ? last : { by: usual, isDown: false };
}

/** @param {string} list @param {Order} order */
export function rememberOrder(list, { by, isDown }) {
    const others = Object.entries(preferences.get('orders', {})).filter(([name]) => name !== list);
    const own = by ? [[list, `${by} ${isDown ? 'down' : 'up'}`]] : [];
    preferences.set({ orders: Object.fromEntries([...others, ...own].slice(-REMEMBERED)) });
}

/** @param {string} column one of `TEMPO_COLUMNS` */
export const columnName = (column) => t(column === 'duration' ? 'tracks.time' : `tracks.${column}`);

/** @param {Order} order */
export function announceOrder({ by, isDown }) {
    if (!by) return announce(t('sorting.own'));
    announce(t(isDown ? 'sorting.down' : 'sorting.up', { column: columnName(by) }));
}

/**
 * Sorts items by the locale's rules. Equal items keep their order.
 * @template T
 * @param {readonly T[]} items @param {Order} order @param {(item: T) => TrackItem} trackOf
 * @param {string} [locale]
 * @returns {readonly T[]}
 */
export function sorted(items, { by, isDown }, trackOf, locale = currentLocale()) {
    if (!by) return items;
    const { compare } = new Intl.Collator(locale, { numeric: true, sensitivity: 'base' });
    const way = isDown ? -1 : 1;
    const key = (/** @type {T} */ item) => {
        const track = trackOf(item);
        if (by === 'tempo') return track.bpm ?? 0;
        return by === 'duration' ? track.durationMs : by === 'album' ? track.album : track.title;
    };
    return items
        .map((item) => ({ item, key: key(item) }))
        .sort((one, other) =>
            typeof one.key === 'number' && typeof other.key === 'number'
                ? way * (one.key - other.key)
                : way * compare(String(one.key), String(other.key)),
        )
        .map(({ item }) => item);
}
