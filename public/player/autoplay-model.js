// @ts-check
// What plays by itself after the queue, as values: when more is needed, from which songs it is sought, and which part
// of a queue that comes back it was.

import { autoFrom } from './queue.js';

/** @typedef {import('./queue.js').Queue} Queue */
/** @typedef {import('../core/types.js').TrackItem} TrackItem */

/** In the part that comes by itself, more is asked for when fewer are ahead. */
const FEWEST_AHEAD = 3;
/** The most songs that others are to be like. */
const MOST_SEEDS = 10;

/**
 * @param {object} situation
 * @param {Queue} situation.queue
 * @param {boolean} situation.isOn as it is set
 * @param {boolean} situation.hasRadio a radio fills the queue
 * @param {boolean} situation.endsWithQueue the sleep timer ends the music with the queue
 */
export function needsMore({ queue, isOn, hasRadio, endsWithQueue }) {
    if (!isOn || hasRadio || endsWithQueue || queue.repeat !== 'off' || queue.index < 0) return false;
    const ahead = queue.entries.length - 1 - queue.index;
    return ahead < (queue.index >= autoFrom(queue) ? FEWEST_AHEAD : 1);
}

/**
 * The last songs that somebody has chosen, up to the current one; where there is none, the last ones that were heard.
 * @param {Queue} queue
 */
export function seedsOf(queue) {
    const heard = queue.entries.slice(0, queue.index + 1);
    const own = heard.slice(0, autoFrom(queue));
    return [...new Set((own.length > 0 ? own : heard).map(({ track }) => track.id))].slice(-MOST_SEEDS);
}

/**
 * The keys of what came by itself and is still ahead.
 * @param {Queue} queue
 */
export const upcomingAuto = (queue) =>
    queue.entries.slice(Math.max(queue.index + 1, autoFrom(queue))).map(({ key }) => key);

/**
 * How many songs at the end of a queue that came back had come by themselves.
 * @param {readonly string[]} saved ids @param {readonly string[]} queue ids
 */
export function restoredCount(saved, queue) {
    const known = new Set(saved);
    let own = queue.length - 1;
    while (own >= 0 && known.has(queue[own])) own -= 1;
    return Math.min(saved.length, queue.length - 1 - own);
}
