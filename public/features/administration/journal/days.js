// @ts-check
// Groups the journal's entries by day. Pure.

import { dayKey } from '../../../core/format.js';

/** @typedef {import('./model.js').Entry} Entry */

/**
 * Whether an entry is the first of its day. The list runs from newest to oldest.
 * @param {Pick<Entry, 'at'>} entry
 * @param {Pick<Entry, 'at'> | undefined} before the entry above it
 */
export const beginsDay = (entry, before) => !before || dayKey(entry.at) !== dayKey(before.at);

/**
 * The first and last day of a time span as values for the form's date fields; empty for no bound.
 * @param {string} span `today`, `week`, `month`, or empty for all time
 * @param {Date} [now]
 */
export function bounds(span, now = new Date()) {
    const back = { today: 0, week: 6, month: 29 }[span];
    if (back === undefined) return { from: '', until: '' };
    const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, 12);
    return { from: dayKey(first.toISOString()), until: '' };
}
