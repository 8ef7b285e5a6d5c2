// @ts-check
// Picks the queue entry to play when some cannot: offline, only tracks stored on the device play. Pure.

import * as Queue from './queue.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {(track: TrackItem) => boolean} CanPlay */

/**
 * The next playable entry, if there is one, and the tracks that are skipped on the way to it.
 * @param {Queue.Queue} queue
 * @param {CanPlay} canPlay
 * @param {{ automatic?: boolean }} options see `Queue.following`
 * @returns {{ entry?: Queue.Entry, passed: TrackItem[] }}
 */
export function playableAfter(queue, canPlay, { automatic = false } = {}) {
    // The entry is already loaded.
    if (automatic && queue.repeat === 'one') return { entry: Queue.current(queue), passed: [] };
    return first(queue, canPlay, (from) => Queue.following(from));
}

/**
 * The nearest playable entry before the current one.
 * @param {Queue.Queue} queue
 * @param {CanPlay} canPlay
 */
export const playableBefore = (queue, canPlay) => first(queue, canPlay, Queue.preceding).entry;

/**
 * The start index: the first playable track from `index` on, or else the first playable one of all; -1 if none.
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
