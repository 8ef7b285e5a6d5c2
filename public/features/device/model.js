// @ts-check
// What is stored on this device, as values. Pure.

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../core/preferences.js').Quality} Quality */
/** @typedef {'album'|'playlist'|'track'} Kind */
/**
 * What was chosen to be stored.
 * @typedef {object} Collection
 * @property {string} key `album:…`
 * @property {Kind} kind
 * @property {string} id
 * @property {string} name
 * @property {string} line below the name
 * @property {string} [cover]
 * @property {string[]} covers of a playlist without a picture of its own
 * @property {TrackItem[]} tracks
 * @property {string} addedAt
 */
/**
 * A track whose sound is stored.
 * @typedef {object} StoredTrack
 * @property {string} id
 * @property {number} bytes
 * @property {Quality} quality
 * @property {string[]} pictures paths of images that are stored for it
 */

/** What is left to the browser's own needs. */
const SPARE_BYTES = 24_000_000;
/** Kbit/s that original files have at most, mostly. */
const LOSSLESS = 1_100;
const LOSSY = 320;

/** @param {Kind} kind @param {string} id */
export const keyOf = (kind, id) => `${kind}:${id}`;

/**
 * The tracks of all collections, each once.
 * @param {readonly Collection[]} collections @returns {Map<string, TrackItem>}
 */
export function wanted(collections) {
    const tracks = new Map();
    for (const collection of collections)
        for (const track of collection.tracks) if (!track.missing) tracks.set(track.id, track);
    return tracks;
}

/**
 * What is left to fetch, in the order in which it was chosen.
 * @param {readonly Collection[]} collections @param {ReadonlyMap<string, StoredTrack>} stored
 */
export const pending = (collections, stored) => [...wanted(collections).values()].filter(({ id }) => !stored.has(id));

/**
 * The stored tracks that no collection has any more.
 * @param {readonly Collection[]} collections @param {ReadonlyMap<string, StoredTrack>} stored
 */
export function unwanted(collections, stored) {
    const all = wanted(collections);
    return [...stored.keys()].filter((id) => !all.has(id));
}

/**
 * How much of a collection is here.
 * @param {Collection} collection @param {ReadonlyMap<string, StoredTrack>} stored
 */
export function extent({ tracks }, stored) {
    const ids = new Set(tracks.filter(({ missing }) => !missing).map(({ id }) => id));
    const here = [...ids].flatMap((id) => stored.get(id) ?? []);
    return {
        total: ids.size,
        stored: here.length,
        bytes: here.reduce((sum, { bytes }) => sum + bytes, 0),
        qualities: [...new Set(here.map(({ quality }) => quality))],
    };
}

/** @param {ReadonlyMap<string, StoredTrack>} stored */
export const totalBytes = (stored) => [...stored.values()].reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * How large a track's file will be, at most mostly.
 * @param {{ durationMs: number, mediaType: string }} track @param {Quality} quality
 */
export function expectedBytes({ durationMs, mediaType }, quality) {
    const isLossy = /mpeg|ogg|mp4|aac|wma/.test(mediaType);
    const rate = quality === 'original' ? (isLossy ? LOSSY : LOSSLESS) : Number(quality);
    return Math.round((durationMs * rate) / 8);
}

/**
 * Whether there is room for a file, with some to spare.
 * @param {{ quota?: number, usage?: number }} estimate of the browser @param {number} bytes
 */
export function hasRoom({ quota, usage }, bytes) {
    return quota === undefined || usage === undefined || quota - usage > bytes + SPARE_BYTES;
}

/**
 * The images that a page of a track or a collection shows.
 * @param {{ cover?: string, covers?: readonly string[] }} thing
 */
export const picturesOf = ({ cover, covers = [] }) => [...new Set([...(cover ? [cover] : []), ...covers.slice(0, 4)])];

/**
 * A track's words without those whose license ends: the device may be without a connection when it does.
 * @param {{ items: readonly import('../../core/types.js').Lyrics[] }} answer
 */
export const storedWords = ({ items }) => ({ items: items.filter(({ rights }) => !rights?.expiresAt) });

/**
 * All of a list, beginning with what comes after one of it.
 * @param {readonly string[]} ids in their order @param {string} [after]
 */
export function rotated(ids, after) {
    const first = after === undefined ? -1 : ids.findIndex((id) => id > after);
    return first < 0 ? [...ids] : [...ids.slice(first), ...ids.slice(0, first)];
}

const OFFSET = 'from-';

/**
 * The answer to a question about a playlist whose entries are stored: pages of them, and where these begin.
 * @param {'outline'|'entries'} what @param {readonly unknown[]} entries
 * @param {Record<string, string | number | undefined | null>} query
 */
export function playlistAnswer(what, entries, query) {
    if (what === 'outline') {
        const step = Number(query.step) || 100;
        const count = Math.max(0, Math.ceil(entries.length / step) - 1);
        const cursors = Array.from({ length: count }, (_, page) => OFFSET + (page + 1) * step);
        return { total: entries.length, step, cursors };
    }
    const limit = Number(query.limit) || 50;
    const first = Number(String(query.cursor ?? '').replace(OFFSET, '')) || 0;
    const next = first + limit < entries.length ? OFFSET + (first + limit) : undefined;
    return { items: entries.slice(first, first + limit), ...(next && { nextCursor: next }) };
}

/**
 * Past plays and likes in the order in which they are handed in: all plays at once, then each like.
 * @template {{ kind: string, at: string }} T
 * @param {readonly T[]} outbox
 */
export function inOrder(outbox) {
    const byTime = [...outbox].sort((one, other) => (one.at < other.at ? -1 : 1));
    return { plays: byTime.filter(({ kind }) => kind === 'play'), likes: byTime.filter(({ kind }) => kind !== 'play') };
}

/**
 * Hands things in at once; where that fails for what one of them is, in halves, until only that one is left out.
 * @template T
 * @param {readonly T[]} things
 * @param {(some: readonly T[]) => Promise<boolean>} send answers whether they are done with
 * @returns {Promise<void>}
 */
export async function inHalves(things, send) {
    if ((await send(things)) || things.length < 2) return;
    const half = things.length >> 1;
    await inHalves(things.slice(0, half), send);
    await inHalves(things.slice(half), send);
}

/**
 * Whether an answer is the last word: what the server refuses so, it refuses for ever.
 * @param {number} status
 */
export const isFinal = (status) => status >= 400 && status < 500 && ![401, 408, 421, 425, 429].includes(status);
