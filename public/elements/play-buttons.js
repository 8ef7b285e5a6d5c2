// @ts-check
// Play buttons on covers: what they stand for is fetched when one is pressed.

import { api } from '../core/api.js';
import { delegate } from '../core/dom.js';
import { explain } from '../core/errors.js';
import { player } from '../player/index.js';
import { t } from '../core/i18n.js';
import { playlistTracks } from '../core/playlists.js';
import { toast } from './toast.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */

/** @param {string} id @returns {Promise<TrackItem[]>} */
export async function albumTracks(id) {
    return (await api.get(`/albums/${encodeURIComponent(id)}`)).tracks;
}

/** @param {Record<string, string>} query @returns {Promise<TrackItem[]>} */
export async function tracksBy(query) {
    return (await api.get('/tracks', { query: { sort: 'album', limit: 500, ...query } })).items;
}

/** Listens once for the whole document. */
export function listenToPlayButtons() {
    /** @param {string} name @param {(id: string) => Promise<TrackItem[]>} load */
    const on = (name, load) => delegate(document, 'click', `[data-${name}]`, async (button) => {
        const id = button.getAttribute(`data-${name}`) ?? '';
        button.setAttribute('aria-busy', 'true');
        try {
            const tracks = await load(id);
            if (tracks.length === 0) toast(t('player.nothingToPlay'));
            else if (button.hasAttribute('data-shuffled')) player.playTracks(tracks, Math.floor(Math.random() * tracks.length), { shuffle: true });
            else player.playTracks(tracks);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        } finally {
            button.removeAttribute('aria-busy');
        }
    });
    on('play-album', albumTracks);
    on('play-playlist', playlistTracks);
    on('play-artist', (artist) => tracksBy({ artist }));
    on('play-genre', (genre) => tracksBy({ genre }));
}
