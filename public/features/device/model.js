// @ts-check
// The data stored on this device. Pure.

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../core/preferences.js').Quality} Quality */
/** @typedef {'album'|'playlist'|'track'} Kind */
/**
 * An album, playlist or track chosen for this device.
 * @typedef {object} Collection
 * @property {string} key `album:…`
 * @property {Kind} kind
 * @property {string} id
 * @property {string} name
 * @property {string} line the text below the name
 * @property {string} [cover]
 * @property {string[]} covers the covers for a playlist without its own picture
 * @property {TrackItem[]} tracks
 * @property {string} addedAt
 */
/**
 * A track whose audio is stored.
 * @typedef {object} StoredTrack
 * @property {string} id
 * @property {number} bytes
 * @property {Quality} quality
 * @property {string[]} pictures paths of the images stored for the track
 */

/** Storage left free for the browser's own needs. */
const SPARE_BYTES = 24_000_000;
/** Usual maximum bitrates of original files, in kbit/s. */
const LOSSLESS = 1_100;
const LOSSY = 320;

/** @param {Kind} kind @param {string} id */
export const keyOf = (kind, id) => `${kind}:${id}`;

/**
 * The tracks of all collections without duplicates.
 * @param {readonly Collection[]} collections @returns {Map<string, TrackItem>}
 */
export function wanted(collections) {
    const tracks = new Map();
    for (const collection of collections)
        for (const track of collection.tracks) if (!track.missing) tracks.set(track.id, track);
    return tracks;
}

/**
 * The tracks that are not stored yet, in the order of choice.
 * @param {readonly Collection[]} collections @param {ReadonlyMap<string, StoredTrack>} stored
 */
export const pending = (collections, stored) => [...wanted(collections).values()].filter(({ id }) => !stored.has(id));

/**
 * The stored tracks that no collection contains anymore.
 * @param {readonly Collection[]} collections @param {ReadonlyMap<string, StoredTrack>} stored
 */
export function unwanted(collections, stored) {
    const all = wanted(collections);
    return [...stored.keys()].filter((id) => !all.has(id));
}

/**
 * How much of a collection is stored.
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
 * The usual maximum size of a track's file.
 * @param {{ durationMs: number, mediaType: string }} track @param {Quality} quality
 */
export function expectedBytes({ durationMs, mediaType }, quality) {
    const isLossy = /mpeg|ogg|mp4|aac|wma/.test(mediaType);
    const rate = quality === 'original' ? (isLossy ? LOSSY : LOSSLESS) : Number(quality);
    return Math.round((durationMs * rate) / 8);
}

/**
 * Whether there is room for a file with some to spare.
 * @param {{ quota?: number, usage?: number }} estimate by the browser @param {number} bytes
 */
export function hasRoom({ quota, usage }, bytes) {
    return quota === undefined || usage === undefined || quota - usage > bytes + SPARE_BYTES;
}

/**
 * The images on the page of a track or collection.
 * @param {{ cover?: string, covers?: readonly string[] }} thing
 */
export const picturesOf = ({ cover, covers = [] }) => [...new Set([...(cover ? [cover] : []), ...covers.slice(0, 4)])];

/**
 * A track's lyrics without those whose license expires, because the device may be offline at that time.
 * @param {{ items: readonly import('../../core/types.js').Lyrics[] }} answer
 */
export const storedWords = ({ items }) => ({ items: items.filter(({ rights }) => !rights?.expiresAt) });

/**
 * The whole list, rotated to start with the first ID after `after`.
 * @param {readonly string[]} ids sorted @param {string} [after]
 */
export function rotated(ids, after) {
    const first = after === undefined ? -1 : ids.findIndex((id) => id > after);
    return first < 0 ? [...ids] : [...ids.slice(first), ...ids.slice(0, first)];
}

const OFFSET = 'from-';

/**
 * The response to a request for a stored playlist's outline or for a page of its entries.
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
 * Past plays and likes in sending order: all plays first, then each like.
 * @template {{ kind: string, at: string }} T
 * @param {readonly T[]} outbox
 */
export function inOrder(outbox) {
    const byTime = [...outbox].sort((one, other) => (one.at < other.at ? -1 : 1));
    return { plays: byTime.filter(({ kind }) => kind === 'play'), likes: byTime.filter(({ kind }) => kind !== 'play') };
}

/**
 * Sends all items at once. If `send` returns false, sends each half by itself, until only the refused item is left out.
 * @template T
 * @param {readonly T[]} things
 * @param {(some: readonly T[]) => Promise<boolean>} send returns whether the items are settled
 * @returns {Promise<void>}
 */
export async function inHalves(things, send) {
    if ((await send(things)) || things.length < 2) return;
    const half = things.length >> 1;
    await inHalves(things.slice(0, half), send);
    await inHalves(things.slice(half), send);
}

/**
 * Whether a status is a final refusal: the same request would fail again.
 * @param {number} status
 */
export const isFinal = (status) => status >= 400 && status < 500 && ![401, 408, 421, 425, 429].includes(status);
