// @ts-check
// Rules of an endless radio: when it needs more songs, which songs count as heard, and whether a queue is its own.

import * as Queue from './queue.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {'track'|'album'|'artist'|'genre'|'playlist'|'mix'|'queue'|'years'|'mood'} SeedKind */
/**
 * @typedef {object} Seed
 * @property {SeedKind} kind
 * @property {string} id for years `1990-1999`, for a mood its name
 * @property {string} name
 * @property {string[]} [artists] the ids of its artists
 * @property {string[]} [songs] for a playlist, a mix or a queue: the ids of sample songs
 */
/** @typedef {import('./reasons.js').Reason} Reason */
/** @typedef {{ track: TrackItem, reason: Reason }} Suggestion */
/**
 * @typedef {object} Saved a radio as it is stored
 * @property {Seed} seed
 * @property {string[]} queue the ids of the queue's last tracks
 * @property {[string, Reason][]} reasons by track id
 * @property {string[]} dropped the ids of its songs that the listener removed
 */

/** More songs are fetched when fewer are left ahead of the current one. */
export const FEWEST_AHEAD = 10;
/** The highest number of heard songs that the server takes. */
const MOST_HEARD = 200;
const MOST_DROPPED = 100;
const MOST_REASONS = 500;
/** Only the last tracks are compared; tracks that the library lost meanwhile do not make a different queue. */
const COMPARED = 100;

const KINDS = ['track', 'album', 'artist', 'genre', 'playlist', 'mix', 'queue', 'years', 'mood'];
/** The highest number of seed songs that the server takes. */
const MOST_SEEDS = 50;

/**
 * The ids of sample songs, evenly spread over a list.
 * @param {readonly { id: string, missing?: boolean }[]} tracks
 */
export function standingFor(tracks) {
    const ids = [...new Set(tracks.filter(({ missing }) => !missing).map(({ id }) => id))];
    const step = Math.max(1, ids.length / MOST_SEEDS);
    return Array.from({ length: Math.min(ids.length, MOST_SEEDS) }, (_, place) => ids[Math.floor(place * step)]);
}

/**
 * The request for the songs of a radio.
 * @param {Seed} seed
 * @returns {{ path: string, query: Record<string, string> }}
 */
export function requestOf({ kind, id, songs = [] }) {
    const path = '/radio/songs';
    const [from, to = from] = id.split('-');
    if (kind === 'years') return { path, query: { from, to } };
    if (kind === 'mood') return { path, query: { mood: id } };
    if (['playlist', 'mix', 'queue'].includes(kind)) return { path, query: { like: songs.join() } };
    return { path: `/${kind}s/${encodeURIComponent(id)}/radio`, query: {} };
}

/** @param {Seed} seed */
export const sourceOfRadio = ({ kind, id }) => `radio:${kind}:${id}`;

/** @param {Queue.Queue} queue */
export function songsAhead(queue) {
    return queue.entries.length - 1 - queue.index;
}

/**
 * The ids of songs that must not come again soon, the earliest first. Removed songs come last.
 * @param {readonly string[]} queue
 * @param {readonly string[]} dropped
 */
export function heardSongs(queue, dropped) {
    return [...new Set([...queue, ...dropped].reverse())].reverse().slice(-MOST_HEARD);
}

/**
 * The radio's songs that the listener removed so far, after the queue has changed.
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
 * Parses a stored radio; undefined for anything else.
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
 * Whether the restored queue is the one that the radio was stored with.
 * @param {{ queue: string[] }} saved
 * @param {readonly string[]} queue
 */
export function isSameQueue(saved, queue) {
    const known = new Set(saved.queue);
    const isLongEnough = queue.length > 0 && queue.length * 2 >= saved.queue.length;
    return isLongEnough && queue.slice(-COMPARED).every((id) => known.has(id));
}
