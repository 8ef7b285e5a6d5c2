// @ts-check
// The songs of an imported playlist: API calls, and the display of match states.

import { api } from '../../core/api.js';
import { playlistPath } from '../playlists/model.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {'exact'|'sure'|'likely'|'chosen'|'awaited'|'refused'} SongState */
/**
 * @typedef {{ id: string, title: string, artist: string, album?: string, durationMs?: number, isrc?: string,
 *   outsideId?: number, state: SongState, track?: TrackItem }} BroughtSong
 */
/**
 * @typedef {{ total: number, exact: number, sure: number, likely: number, chosen: number, missing: number }} Counts
 */

export const FILTERS = ['all', 'missing', 'likely', 'matched'];

/** @param {string} playlist */
const path = (playlist) => `${playlistPath(playlist)}/imported`;

/** @param {string} playlist @param {string} song */
const songPath = (playlist, song) => `${path(playlist)}/songs/${encodeURIComponent(song)}`;

/** @param {string} playlist @param {AbortSignal} [signal] @returns {Promise<Counts>} */
export const countsOf = (playlist, signal) => api.get(path(playlist), { signal });

/** @param {string} playlist @param {Record<string, any>} query @param {AbortSignal} signal */
export const songsOf = (playlist, query, signal) => api.get(`${path(playlist)}/songs`, { query, signal });

/** @param {string} playlist @param {string} song @returns {Promise<TrackItem[]>} */
export const candidatesOf = async (playlist, song) => (await api.get(`${songPath(playlist, song)}/candidates`)).items;

/** @param {string} playlist @param {string} song @param {string | null} trackId null: no track matches */
export const choose = (playlist, song, trackId) => api.put(`${songPath(playlist, song)}/track`, { trackId });

/** @param {string} playlist @param {string} song */
export const removeSong = (playlist, song) => api.delete(songPath(playlist, song));

/**
 * Adds a song, or all missing songs, to the wishes.
 * @param {string} playlist @param {string} [songId]
 * @returns {Promise<{ made: number, backed: number, present: number, left: number }>}
 */
export const wishFor = (playlist, songId) => api.post(`${path(playlist)}/wishes`, songId ? { songId } : {});

/**
 * Whether the song is not in the library.
 * @param {{ state: SongState }} song
 */
export const isMissing = ({ state }) => state === 'awaited' || state === 'refused';

/**
 * The icon shown beside the name of the state.
 * @param {SongState} state
 */
export const iconOf = (state) =>
    /** @type {const} */ ({
        exact: 'check',
        sure: 'check',
        chosen: 'person',
        likely: 'search',
        awaited: 'wish',
        refused: 'wish',
    })[state];
