// @ts-check
// Results of the library's own search: albums, artists, playlists, genres and tracks, as a grid or a list.

import { api, isAbort } from '../../core/api.js';
import { announce } from '../../core/announce.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { albumCard, albumRow, artistCard, artistRow, genreCard, genreRow } from '../../elements/music/cards.js';
import { emptyState } from '../../elements/states/states.js';
import { playlistCard, playlistRow } from '../playlists/card.js';
import { named } from '../search/model.js';
import { trackRow, trackTable } from '../track/table.js';

/** @typedef {import('../../core/types.js').SearchResults} SearchResults */
/** @typedef {import('../playlists/model.js').Playlist} Playlist */
/** @typedef {Omit<SearchResults, 'query'> & { playlists: Playlist[] }} Found */
/** @typedef {keyof Found} Kind */

/** Most results of each kind, and of a kind searched alone. */
const MOST = 30;
const MOST_OF_ONE = 100;
const MOST_PLAYLISTS = 200;

/** @type {Readonly<Found>} */
const NOTHING = { albums: [], artists: [], genres: [], tracks: [], playlists: [] };

/**
 * Searches the user's libraries and the playlists that the user may change.
 * @param {string} text @param {AbortSignal} signal
 * @param {Kind} [kind] searches this kind alone; of playlists, all that the user sees
 * @returns {Promise<Found>}
 */
export async function findInLibrary(text, signal, kind) {
    const most = kind ? MOST_OF_ONE : MOST;
    const whose = kind ? undefined : 'own';
    const [found, lists] = await Promise.all([
        kind === 'playlists' ? NOTHING : api.get('/search', { query: { q: text, limit: most }, signal }),
        kind && kind !== 'playlists'
            ? { items: [] }
            : api
                  .get('/playlists', { query: { sort: 'changed', whose, limit: MOST_PLAYLISTS }, signal })
                  .catch((error) => {
                      if (isAbort(error) || kind) throw error;
                      return { items: [] };
                  }),
    ]);
    const all = { ...found, playlists: named(lists.items, text).slice(0, most) };
    return kind ? { ...NOTHING, [kind]: all[kind] } : all;
}

/** @param {boolean} isAlone hides the heading, which the page already shows @param {Kind} name */
const groupHead = (isAlone, name) =>
    html`<header class="${isAlone ? 'visually-hidden' : 'section-head'}"><h2>${t(`library.${name}`)}</h2></header>`;

/** @param {boolean} isAlone @param {Kind} name @param {string} look class of the list @param {unknown[]} items */
const group = (isAlone, name, look, items) =>
    items.length > 0 &&
    html`<section data-testid="library-found-${name}">${groupHead(isAlone, name)}<ul
        class="${look}">${items}</ul></section>`;

/** @param {HTMLElement} host @param {string} text @param {Found} found @param {boolean} [isAlone] one kind only */
export function showFound(host, text, { albums, artists, tracks, playlists, genres }, isAlone = false) {
    const count = albums.length + artists.length + tracks.length + playlists.length + genres.length;
    if (count === 0) {
        const title = t('search.noneTitle', { query: text });
        render(host, emptyState({ art: 'search', title, text: t('search.noneText') }));
        return announce(title);
    }
    const isList = preferences.get('layout', 'grid') === 'list';
    const look = isList ? 'rows' : 'grid';
    const columns = { caption: t('library.tracks'), art: true, album: true, hideHead: true };
    render(
        host,
        html`${group(
            isAlone,
            'albums',
            look,
            albums.map((album) => (isList ? albumRow(album) : albumCard(album))),
        )}${group(isAlone, 'artists', look, artists.map(isList ? artistRow : artistCard))}${group(
            isAlone,
            'playlists',
            look,
            playlists.map(isList ? playlistRow : playlistCard),
        )}${group(isAlone, 'genres', isList ? 'rows' : 'genre-grid', genres.map(isList ? genreRow : genreCard))}
        ${
            tracks.length > 0 &&
            html`<section data-testid="library-found-tracks">${groupHead(isAlone, 'tracks')}${trackTable(
                    columns,
                    tracks.map((track, index) => trackRow(track, index, columns)),
                )}</section>`
        }`,
    );
    announce(t('search.found', { count }));
}
