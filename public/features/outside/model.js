// @ts-check
// Songs of the outside catalog: calls, and their previews. Pure apart from the calls.

import { api } from '../../core/api.js';

/** @typedef {import('../../core/types.js').OutsideSong} OutsideSong */
/** @typedef {{ state: 'off' | 'found' | 'unavailable', retryAfter?: number, items: OutsideSong[] }} OutsideAnswer */

/** @param {string} text @param {AbortSignal} signal @returns {Promise<OutsideAnswer>} */
export const searchOutside = (text, signal) =>
    api.get('/search/outside', { query: { q: text.slice(0, 200) }, signal, quiet: true });

/** @param {number} id */
const path = (id) => `/outside/${id}`;

/**
 * @param {number} id its number in the catalog @param {string} playlist
 * @returns {Promise<'awaited'|'added'|'present'>}
 */
export const saveOutside = async (id, playlist) =>
    (await api.post(`/playlists/${encodeURIComponent(playlist)}/outside`, { songId: id })).state;

/** @param {number} id @returns {Promise<{ made: number, backed: number, present: number }>} */
export const wishOutside = (id) => api.post(`${path(id)}/wish`, {});

/**
 * The songs that are not the library's own: those merge with their tracks.
 * @param {readonly OutsideSong[]} songs
 * @param {ReadonlySet<string>} shown the tracks that the library's own results show
 */
export const apart = (songs, shown) => songs.filter(({ track }) => !track || !shown.has(track.id));

/**
 * The preview as the player bar plays it.
 * @param {{ id: number, title: string, artist: string, hasPicture?: boolean }} song
 * @returns {import('../../player/radio.js').Station}
 */
export const previewOf = ({ id, title, artist, hasPicture = true }) => ({
    id: `outside-${id}`,
    name: title,
    preview: { artist },
    streamUrl: `/api/v1${path(id)}/preview`,
    picture: hasPicture ? picturePath(id) : undefined,
});

/** @param {number} id */
export const picturePath = (id) => `/api/v1${path(id)}/picture`;
