// @ts-check
// An endless radio as values: when it needs more songs, which it names as heard, and whether a queue is still its own.

import * as Queue from './queue.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {'track'|'album'|'artist'|'genre'} SeedKind */
/**
 * @typedef {{ kind: SeedKind, id: string, name: string, artists?: string[] }} Seed `artists`: the ids of its artists
 */
/** @typedef {{ kind: string, similarity?: number }} Reason */
/** @typedef {{ track: TrackItem, reason: Reason }} Suggestion */
/**
 * @typedef {object} Saved a radio as it is stored
 * @property {Seed} seed
 * @property {string[]} queue the ids of the queue's last tracks
 * @property {[string, Reason][]} reasons by the ids of tracks
 * @property {string[]} dropped the ids of songs that it gave and that were removed
 */

/** More songs are fetched when fewer are left ahead of the current one. */
export const FEWEST_AHEAD = 10;
/** The highest number of heard songs that the server takes. */
const MOST_HEARD = 200;
const MOST_DROPPED = 100;
const MOST_REASONS = 500;
/** A track that the library has lost meanwhile makes no other queue. */
const COMPARED = 100;

const KINDS = ['track', 'album', 'artist', 'genre'];

/** @param {Seed} seed */
export const sourceOfRadio = ({ kind, id }) => `radio:${kind}:${id}`;

/** @param {Queue.Queue} queue */
export function songsAhead(queue) {
    return queue.entries.length - 1 - queue.index;
}

/**
 * The ids that must not come again soon, the earliest first. Those that were removed come last.
 * @param {readonly string[]} queue
 * @param {readonly string[]} dropped
 */
export function heardSongs(queue, dropped) {
    return [...new Set([...queue, ...dropped].reverse())].reverse().slice(-MOST_HEARD);
}

/**
 * The songs of the radio that were removed so far, after the queue has changed.
 * @param {readonly string[]} dropped
 * @param {{ before: readonly string[], now: readonly string[] }} queues
 * @param {ReadonlyMap<string, Reason>} reasons
 */
export function droppedSongs(dropped, { before, now }, reasons) {
    const present = new Set(now);
    const gone = before.filter((id) => reasons.has(id) && !present.has(id));
    return [...new Set([...dropped.filter((id) => !present.has(id)), ...gone])].slice(-MOST_DROPPED);
}

/**
 * @param {Seed} seed
 * @param {readonly string[]} queue
 * @param {ReadonlyMap<string, Reason>} reasons
 * @param {readonly string[]} dropped
 * @returns {Saved}
 */
export function savedRadio(seed, queue, reasons, dropped) {
    const present = new Set(queue);
    return {
        seed,
        queue: queue.slice(-MOST_HEARD),
        reasons: [...reasons].filter(([id]) => present.has(id)).slice(-MOST_REASONS),
        dropped: [...dropped],
    };
}

/**
 * Reads what was stored; undefined for anything else.
 * @param {string | null | undefined} text
 * @returns {Saved | undefined}
 */
export function readRadio(text) {
    try {
        const { seed, queue, reasons, dropped } = JSON.parse(text ?? '');
        const isSeed = KINDS.includes(seed.kind) && typeof seed.id === 'string' && typeof seed.name === 'string';
        const areLists = [queue, reasons, dropped].every(Array.isArray);
        return isSeed && areLists ? { seed, queue, reasons, dropped } : undefined;
    } catch {
        return undefined;
    }
}

/**
 * Whether the queue that came back from the server is the one that the radio was stored with.
 * @param {Saved} saved
 * @param {readonly string[]} queue
 */
export function isSameQueue(saved, queue) {
    const known = new Set(saved.queue);
    const isLongEnough = queue.length > 0 && queue.length * 2 >= saved.queue.length;
    return isLongEnough && queue.slice(-COMPARED).every((id) => known.has(id));
}
