// @ts-check
// Which submission is open in the listening room, and which one comes next. Pure.

import { groups } from '../submissions/model.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/**
 * In the order in which the list shows them.
 * @param {Submission[]} items
 */
export const ordered = (items) => groups(items).flatMap((batch) => batch.items);

/**
 * The place of the open one. Where it has been decided, the one that takes its place is next; after the last, the
 * first.
 * @param {readonly { id: string }[]} waiting
 * @param {string} id that was open; empty for none
 * @param {number} place that it had
 */
export function openOne(waiting, id, place) {
    const found = waiting.findIndex((one) => one.id === id);
    if (found >= 0) return found;
    return place >= 0 && place < waiting.length ? place : 0;
}

/**
 * The place before or after another, around the ends.
 * @param {readonly unknown[]} waiting
 * @param {number} place
 * @param {number} by
 */
export function neighbor(waiting, place, by) {
    return waiting.length === 0 ? 0 : (place + by + waiting.length) % waiting.length;
}
