// @ts-check
// Calls about playlists, and what follows from an answer.

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
 * @property {string[]} covers of its first tracks, at most four
 * @property {import('../../elements/music/color-contrast.js').PictureColor[]} colors of its cover, or one for each of
 *   `covers`; none until they are known
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
 * @property {import('./rules.js').Rules} [rules] of a smart one
 * @property {string[]} [sources] what its rules read
 * @property {{ at: string, reason: string }} [hidden] by a moderator
 * @property {number} [contents] another number when other tracks are in it
 */
/**
 * @typedef {{ id: string, addedAt: string, addedBy?: string, track: import('../../core/types.js').TrackItem }} Entry
 */
/** @typedef {{ revision: number, added: string[], removed: number }} Change */

const MOST_AT_ONCE = 500;
/** The highest number of tracks in a queue. */
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
 * @param {string | null} after null puts them first
 * @returns {Promise<Change>}
 */
export function moveEntries(id, entryIds, after) {
    return api.post(`${playlistPath(id)}/entries/move`, { entryIds, after });
}

/**
 * All tracks that can be played, in order.
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
 * The entry behind which entries come that are dropped: null for the first place.
 * @param {(string | undefined)[]} order ids around the place, as they are shown
 * @param {number} from where the moved one was
 * @param {number} to where it is to be
 */
export function anchorOf(order, from, to) {
    const rest = order.filter((_, index) => index !== from);
    return to === 0 ? null : (rest[to - 1] ?? null);
}

/**
 * A name for a file's playlist, where the file has none of its own.
 * @param {File} file
 */
export async function nameOf(file) {
    const plain = file.name.replace(/\.[^.]+$/, '').slice(0, 200);
    const text = await file.slice(0, 64 * 1024).text();
    return /^#PLAYLIST:|<title>|"title"\s*:/m.test(text) ? undefined : plain || undefined;
}
