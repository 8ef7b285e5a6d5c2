// @ts-check
// API calls for playlists, and computations on their responses.

import { api } from '../../core/api.js';

/** @typedef {{ id: string, username: string, name: string }} Person */
/**
 * @typedef {object} Playlist
 * @property {string} id
 * @property {string} name
 * @property {string} description
 * @property {Person} owner
 * @property {'private'|'public'|'collaborative'} visibility
 * @property {string} [cover]
 * @property {string[]} covers the covers of the first tracks, at most four
 * @property {import('../../elements/music/color-contrast.js').PictureColor[]} colors the cover's colors, or one for
 *   each of `covers`; empty until known
 * @property {number} entryCount
 * @property {number} missingCount
 * @property {number} hiddenCount
 * @property {number} durationMs
 * @property {number} revision
 * @property {string} createdAt
 * @property {string} changedAt
 * @property {boolean} mayEdit
 * @property {boolean} own
 * @property {Person[]} [editors]
 * @property {boolean} smart
 * @property {import('./rules.js').Rules} [rules] a smart playlist's rules
 * @property {string[]} [sources] the data that the rules depend on
 * @property {{ at: string, reason: string }} [hidden] set when a moderator has hidden the playlist
 * @property {number} [contents] changes with the tracks in the playlist
 */
/**
 * @typedef {{ id: string, addedAt: string, addedBy?: string, track: import('../../core/types.js').TrackItem }} Entry
 */
/** @typedef {{ revision: number, added: string[], removed: number }} Change */

const MOST_AT_ONCE = 500;
/** The maximum number of tracks in a queue. */
const MOST_PLAYED = 10_000;

export const playlistPath = (/** @type {string} */ id) => `/playlists/${encodeURIComponent(id)}`;

/** @param {string} id @param {string[]} trackIds @returns {Promise<Change>} */
export function addToPlaylist(id, trackIds) {
    return api.post(`${playlistPath(id)}/entries`, { trackIds });
}

/** @param {string} id @param {string[]} entryIds @returns {Promise<Change>} */
export function removeEntries(id, entryIds) {
    return api.post(`${playlistPath(id)}/entries/remove`, { entryIds });
}

/**
 * @param {string} id
 * @param {string[]} entryIds
 * @param {string | null} after null moves the entries to the start
 * @returns {Promise<Change>}
 */
export function moveEntries(id, entryIds, after) {
    return api.post(`${playlistPath(id)}/entries/move`, { entryIds, after });
}

/**
 * All playable tracks in order.
 * @param {string} id
 * @returns {Promise<import('../../core/types.js').TrackItem[]>}
 */
export async function playlistTracks(id) {
    const tracks = [];
    /** @type {string | undefined} */
    let cursor;
    do {
        /** @type {{ items: Entry[], nextCursor?: string }} */
        const page = await api.get(`${playlistPath(id)}/entries`, { query: { limit: MOST_AT_ONCE, cursor } });
        tracks.push(...page.items.map((entry) => entry.track).filter((track) => !track.missing));
        cursor = page.nextCursor;
    } while (cursor && tracks.length < MOST_PLAYED);
    return tracks.slice(0, MOST_PLAYED);
}

/**
 * The entry after which a dropped entry belongs; null for the start.
 * @param {(string | undefined)[]} order IDs around the destination in display order
 * @param {number} from the entry's index before the drop
 * @param {number} to the entry's index after the drop
 */
export function anchorOf(order, from, to) {
    const rest = order.filter((_, index) => index !== from);
    return to === 0 ? null : (rest[to - 1] ?? null);
}

/**
 * A playlist name from the file name; undefined if the file itself contains one.
 * @param {File} file
 */
export async function nameOf(file) {
    const plain = file.name.replace(/\.[^.]+$/, '').slice(0, 200);
    const text = await file.slice(0, 64 * 1024).text();
    return /^#PLAYLIST:|<title>|"title"\s*:/m.test(text) ? undefined : plain || undefined;
}
