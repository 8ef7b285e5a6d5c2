// @ts-check
// Which entry of a queue plays where not all of them can: without a connection only what is stored on the device does.
// Pure.

import * as Queue from './queue.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {(track: TrackItem) => boolean} CanPlay */

/**
 * The entry that follows and plays, if there is one, and the tracks that are passed over on the way to it.
 * @param {Queue.Queue} queue
 * @param {CanPlay} canPlay
 * @param {{ automatic?: boolean }} options as of `Queue.following`
 * @returns {{ entry?: Queue.Entry, passed: TrackItem[] }}
 */
export function playableAfter(queue, canPlay, { automatic = false } = {}) {
    // It is loaded already.
    if (automatic && queue.repeat === 'one') return { entry: Queue.current(queue), passed: [] };
    return first(queue, canPlay, (from) => Queue.following(from));
}

/**
 * The entry before the current one that plays.
 * @param {Queue.Queue} queue
 * @param {CanPlay} canPlay
 */
export const playableBefore = (queue, canPlay) => first(queue, canPlay, Queue.preceding).entry;

/**
 * Where to begin: at `index`, or at the first after it that plays, or else at the first of all; -1 where none plays.
 * @param {readonly TrackItem[]} tracks
 * @param {number} index
 * @param {CanPlay} canPlay
 */
export function playableFrom(tracks, index, canPlay) {
    const after = tracks.findIndex((track, at) => at >= index && canPlay(track));
    return after >= 0 ? after : tracks.findIndex(canPlay);
}

/**
 * @param {Queue.Queue} queue
 * @param {CanPlay} canPlay
 * @param {(queue: Queue.Queue) => Queue.Entry | undefined} step
 * @returns {{ entry?: Queue.Entry, passed: TrackItem[] }}
 */
function first(queue, canPlay, step) {
    const passed = [];
    let from = queue;
    while (passed.length < queue.entries.length) {
        const entry = step(from);
        if (!entry) break;
        if (canPlay(entry.track)) return { entry, passed };
        passed.push(entry.track);
        from = Queue.jump(from, entry.key);
    }
    return { passed };
}
