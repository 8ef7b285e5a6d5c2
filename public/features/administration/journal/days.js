// @ts-check
// The journal's entries by the day. Pure.

import { dayKey } from '../../../core/format.js';

/** @typedef {import('./model.js').Entry} Entry */

/**
 * Whether an entry is the first of its day in a list from the latest to the oldest.
 * @param {Pick<Entry, 'at'>} entry
 * @param {Pick<Entry, 'at'> | undefined} before the entry above it
 */
export const beginsDay = (entry, before) => !before || dayKey(entry.at) !== dayKey(before.at);

/**
 * The first and the last day of a choice of time, as the fields of a form have them; empty for no bound.
 * @param {string} span `today`, `week`, `month`, or empty for all time
 * @param {Date} [now]
 */
export function bounds(span, now = new Date()) {
    const back = { today: 0, week: 6, month: 29 }[span];
    if (back === undefined) return { from: '', until: '' };
    const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - back, 12);
    return { from: dayKey(first.toISOString()), until: '' };
}
