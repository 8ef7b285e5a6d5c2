// @ts-check
// Chooses the open submission of the listening room and the next one. Pure.

import { groups } from '../submissions/model.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */

/**
 * Submissions in the list's order.
 * @param {Submission[]} items
 */
export const ordered = (items) => groups(items).flatMap((batch) => batch.items);

/**
 * Index of the open submission. If it was decided, the submission now at its index opens; after the last, the first.
 * @param {readonly { id: string }[]} waiting
 * @param {string} id the submission that was open; empty for none
 * @param {number} place its former index
 */
export function openOne(waiting, id, place) {
    const found = waiting.findIndex((one) => one.id === id);
    if (found >= 0) return found;
    return place >= 0 && place < waiting.length ? place : 0;
}

/**
 * The index `by` places away, wrapping at the ends.
 * @param {readonly unknown[]} waiting
 * @param {number} place
 * @param {number} by
 */
export function neighbor(waiting, place, by) {
    return waiting.length === 0 ? 0 : (place + by + waiting.length) % waiting.length;
}
