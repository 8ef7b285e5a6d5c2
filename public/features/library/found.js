// @ts-check
// What the library's own search has found: albums, artists, playlists and tracks, as a grid or a list.

import { api, isAbort } from '../../core/api.js';
import { announce } from '../../core/announce.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { albumCard, albumRow, artistCard, artistRow } from '../../elements/music/cards.js';
import { emptyState } from '../../elements/states/states.js';
import { playlistCard, playlistRow } from '../playlists/card.js';
import { named } from '../search/model.js';
import { trackRow, trackTable } from '../track/table.js';

/** @typedef {import('../../core/types.js').SearchResults} SearchResults */
/** @typedef {SearchResults & { playlists: import('../playlists/model.js').Playlist[] }} Found */

/** Of each kind. */
const MOST = 30;
const MOST_PLAYLISTS = 200;

/**
 * Looks through the person's libraries and the playlists that they may change.
 * @param {string} text @param {AbortSignal} signal
 * @returns {Promise<Found>}
 */
export async function findInLibrary(text, signal) {
    const [found, lists] = await Promise.all([
        api.get('/search', { query: { q: text, limit: MOST }, signal }),
        api
            .get('/playlists', { query: { sort: 'changed', whose: 'own', limit: MOST_PLAYLISTS }, signal })
            .catch((error) => {
                if (isAbort(error)) throw error;
                return { items: [] };
            }),
    ]);
    return { ...found, playlists: named(lists.items, text).slice(0, MOST) };
}

/** @param {'albums'|'artists'|'playlists'} name @param {boolean} isList @param {unknown[]} items */
const group = (name, isList, items) =>
    items.length > 0 &&
    html`<section data-testid="library-found-${name}"><header class="section-head"><h2>${t(
        `library.${name}`,
    )}</h2></header><ul class="${isList ? 'rows' : 'grid'}">${items}</ul></section>`;

/** @param {HTMLElement} host @param {string} text @param {Found} found */
export function showFound(host, text, { albums, artists, tracks, playlists }) {
    const count = albums.length + artists.length + tracks.length + playlists.length;
    if (count === 0) {
        const title = t('search.noneTitle', { query: text });
        render(host, emptyState({ art: 'search', title, text: t('search.noneText') }));
        return announce(title);
    }
    const isList = preferences.get('layout', 'grid') === 'list';
    const columns = { caption: t('library.tracks'), art: true, album: true, hideHead: true };
    render(
        host,
        html`${group(
            'albums',
            isList,
            albums.map((album) => (isList ? albumRow(album) : albumCard(album))),
        )}${group('artists', isList, artists.map(isList ? artistRow : artistCard))}${group(
            'playlists',
            isList,
            playlists.map(isList ? playlistRow : playlistCard),
        )}
        ${
            tracks.length > 0 &&
            html`<section data-testid="library-found-tracks"><header
                class="section-head"><h2>${t('library.tracks')}</h2></header>${trackTable(
                    columns,
                    tracks.map((track, index) => trackRow(track, index, columns)),
                )}</section>`
        }`,
    );
    announce(t('search.found', { count }));
}
