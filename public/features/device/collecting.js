// @ts-check
// Loads the current state of an album, playlist or track, with the responses that its pages need offline.

import { api, ApiError } from '../../core/api.js';
import { names } from '../../core/links.js';
import { keyOf } from './model.js';

/** @typedef {import('./model.js').Collection} Collection */
/** @typedef {import('./model.js').Kind} Kind */
/** @typedef {{ collection: Collection, answers: import('./store.js').Answer[] }} Collected */

const MOST_AT_ONCE = 500;
const MOST = 10_000;

/**
 * @param {Kind} kind @param {string} id
 * @returns {Promise<Collected | undefined>} undefined if the thing does not exist or the user may not hear it
 */
export async function collect(kind, id) {
    try {
        return await COLLECTORS[kind](id);
    } catch (error) {
        if (error instanceof ApiError && [403, 404, 410].includes(error.status)) return undefined;
        throw error;
    }
}

/** @type {Record<Kind, (id: string) => Promise<Collected | undefined>>} */
const COLLECTORS = {
    async album(id) {
        const path = `/albums/${encodeURIComponent(id)}`;
        /** @type {import('../../core/types.js').Album} */
        const album = await fresh(path);
        const line = names(album.albumArtists);
        return made('album', id, { ...album, line }, album.tracks, [{ path, answer: album }]);
    },
    async track(id) {
        /** @type {import('../../core/types.js').TrackItem} */
        const track = await fresh(`/tracks/${encodeURIComponent(id)}`);
        if (track.missing) return undefined;
        return made('track', id, { ...track, name: track.title, line: names(track.artists) }, [track], []);
    },
    async playlist(id) {
        const path = `/playlists/${encodeURIComponent(id)}`;
        /** @type {import('../playlists/model.js').Playlist} */
        const playlist = await fresh(path);
        /** @type {import('../playlists/model.js').Entry[]} */
        const entries = [];
        /** @type {string | undefined} */
        let cursor;
        do {
            const page = await fresh(`${path}/entries`, { limit: MOST_AT_ONCE, cursor });
            entries.push(...page.items);
            cursor = page.nextCursor;
        } while (cursor && entries.length < MOST);
        const line = playlist.owner.name || playlist.owner.username;
        const tracks = entries.map(({ track }) => track);
        const answers = [
            { path, answer: playlist },
            { path: `${path}/entries`, answer: entries },
        ];
        return made('playlist', id, { ...playlist, line }, tracks, answers);
    },
};

/**
 * A request that bypasses the cache: a cached response may list tracks that the user may no longer hear.
 * @param {string} path @param {any} [query]
 */
const fresh = (path, query) => api.get(path, { query, fresh: true });

/**
 * @param {Kind} kind @param {string} id
 * @param {{ name: string, line: string, cover?: string, covers?: string[] }} thing
 * @param {import('../../core/types.js').TrackItem[]} tracks @param {import('./store.js').Answer[]} answers
 * @returns {Collected}
 */
function made(kind, id, { name, line, cover, covers = [] }, tracks, answers) {
    const addedAt = new Date().toISOString();
    return { collection: { key: keyOf(kind, id), kind, id, name, line, cover, covers, tracks, addedAt }, answers };
}
