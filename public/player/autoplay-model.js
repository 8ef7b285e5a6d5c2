// @ts-check
// Autoplay rules as values: when more songs are needed, which songs are the seeds, and which songs of a restored queue
// came from autoplay.

import { autoFrom } from './queue.js';

/** @typedef {import('./queue.js').Queue} Queue */
/** @typedef {import('../core/types.js').TrackItem} TrackItem */

/** Among autoplay songs, more are requested when fewer than this are ahead. */
const FEWEST_AHEAD = 3;
/** The most seed songs of a request. */
const MOST_SEEDS = 10;

/**
 * @param {object} situation
 * @param {Queue} situation.queue
 * @param {boolean} situation.isOn the setting
 * @param {boolean} situation.hasRadio a radio fills the queue
 * @param {boolean} situation.endsWithQueue the sleep timer ends the music with the queue
 */
export function needsMore({ queue, isOn, hasRadio, endsWithQueue }) {
    if (!isOn || hasRadio || endsWithQueue || queue.repeat !== 'off' || queue.index < 0) return false;
    const ahead = queue.entries.length - 1 - queue.index;
    return ahead < (queue.index >= autoFrom(queue) ? FEWEST_AHEAD : 1);
}

/**
 * The last songs that the listener chose, up to the current one. Without any, the last songs played.
 * @param {Queue} queue
 */
export function seedsOf(queue) {
    const heard = queue.entries.slice(0, queue.index + 1);
    const own = heard.slice(0, autoFrom(queue));
    return [...new Set((own.length > 0 ? own : heard).map(({ track }) => track.id))].slice(-MOST_SEEDS);
}

/**
 * The keys of the autoplay entries that are still ahead.
 * @param {Queue} queue
 */
export const upcomingAuto = (queue) =>
    queue.entries.slice(Math.max(queue.index + 1, autoFrom(queue))).map(({ key }) => key);

/**
 * The number of songs at the end of a restored queue that autoplay had added.
 * @param {readonly string[]} saved ids @param {readonly string[]} queue ids
 */
export function restoredCount(saved, queue) {
    const known = new Set(saved);
    let own = queue.length - 1;
    while (own >= 0 && known.has(queue[own])) own -= 1;
    return Math.min(saved.length, queue.length - 1 - own);
}
