// @ts-check
// Songs of the outside catalog: requests and previews. Pure apart from the requests.

import { api } from '../../core/api.js';

/** @typedef {import('../../core/types.js').OutsideSong} OutsideSong */
/** @typedef {{ state: 'off' | 'found' | 'unavailable', retryAfter?: number, items: OutsideSong[] }} OutsideAnswer */

/** @param {string} text @param {AbortSignal} signal @returns {Promise<OutsideAnswer>} */
export const searchOutside = (text, signal) =>
    api.get('/search/outside', { query: { q: text.slice(0, 200) }, signal, quiet: true });

/** @param {number} id */
const path = (id) => `/outside/${id}`;

/**
 * @param {number} id in the outside catalog @param {string} playlist
 * @returns {Promise<'awaited'|'added'|'present'>}
 */
export const saveOutside = async (id, playlist) =>
    (await api.post(`/playlists/${encodeURIComponent(playlist)}/outside`, { songId: id })).state;

/** @param {number} id @returns {Promise<{ made: number, backed: number, present: number }>} */
export const wishOutside = (id) => api.post(`${path(id)}/wish`, {});

/**
 * Omits songs whose tracks the library's own results already show.
 * @param {readonly OutsideSong[]} songs
 * @param {ReadonlySet<string>} shown IDs of the tracks among the library's results
 */
export const apart = (songs, shown) => songs.filter(({ track }) => !track || !shown.has(track.id));

/**
 * The preview as a station for the player bar.
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
