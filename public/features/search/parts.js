// @ts-check
// Search results as markup.

import { announce } from '../../core/announce.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { shelf } from '../../elements/music/card-row.js';
import { albumCard, artistCard, genreCard } from '../../elements/music/cards.js';
import { cover } from '../../elements/music/cover.js';
import { emptyState } from '../../elements/states/states.js';
import { playlistCard } from '../playlists/card.js';
import { trackRow, trackTable } from '../track/table.js';
import { isByTempo } from '../track/tempo.js';

/**
 * @typedef {{ query: string, artists: import('../../core/types.js').ArtistItem[],
 *   albums: import('../../core/types.js').AlbumItem[], tracks: import('../../core/types.js').TrackItem[],
 *   genres: import('../../core/types.js').Genre[] }} Found
 */
/**
 * @typedef {{ playlists: import('../playlists/model.js').Playlist[], people: { id: string, name: string,
 *   picture?: string }[], stations: import('../../player/radio.js').Station[],
 *   lines: import('../../core/types.js').LyricsMatch[] }} Others
 */

/** @param {string} sort of the tracks: empty for the best first, or `tempo` */
const sortSelect = (sort) =>
    html`<span class="section-tools"><label
        class="inline-select"><span class="visually-hidden">${t('library.sort')}</span><select data-sort
        data-testid="search-sort">${[
            ['', t('search.bestFirst')],
            ['tempo', t('library.sortBy.tempo')],
        ].map(
            ([value, name]) =>
                html`<option value="${value}" ${attribute('selected', value === sort)}>${name}</option>`,
        )}</select></label></span>`;

/**
 * A matching line of lyrics. With a time it plays from there; without one it opens its song.
 * @param {Others['lines'][number]} match @param {number} index
 */
function lineRow({ track, line, startMs, language }, index) {
    const name = [track.title, names(track.artists)].filter(Boolean).join(' · ');
    const row = html`${cover(track.cover, track.album || track.title, { kind: 'row', color: track.colors })}<span
        class="found-text"><span class="found-quote" dir="auto" lang="${language ?? ''}">${line}</span><span
        class="found-name" dir="auto">${name}</span></span>`;
    const path = `/tracks/${encodeURIComponent(track.id)}`;
    if (startMs === undefined)
        return html`<li><a class="found-row" href="${path}" data-testid="found-line">${row}</a></li>`;
    return html`<li class="found-pair"><button type="button" class="found-row" data-line="${String(index)}"
        title="${t('search.playLine')}" data-testid="found-line">${row}</button><a class="icon-button" href="${path}"
        aria-label="${t('search.openWords', { name: track.title })}">${icons.lyrics}</a></li>`;
}

/**
 * @param {HTMLElement} host @param {string} text @param {Found} found @param {Others} others
 * @param {string} sort of the tracks
 * @param {boolean} isNarrowed by tempo
 */
export function show(
    host,
    text,
    { artists, albums, tracks, genres },
    { playlists, people, stations, lines },
    sort,
    isNarrowed,
) {
    const count =
        artists.length +
        albums.length +
        tracks.length +
        genres.length +
        playlists.length +
        people.length +
        stations.length +
        lines.length;
    if (count === 0) {
        render(
            host,
            emptyState({
                art: 'search',
                title: t('search.noneTitle', { query: text }),
                text: t(isNarrowed ? 'filters.noneText' : 'search.noneText'),
            }),
        );
        return announce(t('search.noneTitle', { query: text }));
    }
    const tempo = isNarrowed || isByTempo(sort);
    const columns = { caption: t('library.tracks'), art: true, album: true, tempo, hideHead: !tempo };
    render(
        host,
        html`
        ${
            artists.length > 0 &&
            shelf({ title: t('library.artists'), items: artists.map(artistCard), testid: 'found-artists' })
        }
        ${
            albums.length > 0 &&
            shelf({
                title: t('library.albums'),
                items: albums.map((album) => albumCard(album)),
                testid: 'found-albums',
            })
        }
        ${
            tracks.length > 0 &&
            html`<section data-testid="found-tracks"><header class="section-head"><h2>${t('library.tracks')}</h2>${
                sortSelect(sort)
            }</header>${trackTable(
                    columns,
                    tracks.map((track, index) => trackRow(track, index, columns)),
                )}</section>`
        }
        ${
            lines.length > 0 &&
            html`<section data-testid="found-lines"><header class="section-head"><h2>${t('search.lines')}</h2></header>
            <ul class="found-list is-wide">${lines.map(lineRow)}</ul></section>`
        }
        ${
            playlists.length > 0 &&
            shelf({ title: t('library.playlists'), items: playlists.map(playlistCard), testid: 'found-playlists' })
        }
        ${
            people.length > 0 &&
            html`<section data-testid="found-people"><header class="section-head"><h2>${t('search.people')}</h2>
            </header>
            <ul class="found-list">${people.map(
                (person) =>
                    html`<li><a class="found-row"
            href="/people/${encodeURIComponent(person.id)}">${avatar(person)}<span
            dir="auto">${person.name}</span></a></li>`,
            )}</ul></section>`
        }
        ${
            stations.length > 0 &&
            html`<section data-testid="found-stations">
            <header class="section-head"><h2>${t('nav.radio')}</h2><span
            class="section-tools"><a class="text-link" href="/radio">${t('actions.seeAll')}</a></span></header>
            <ul class="found-list">${stations.map(
                (station) =>
                    html`<li><button type="button" class="found-row" data-station="${station.id}"
            aria-label="${t('radio.listenNamed', { name: station.name })}">${icons.radio}<span
            dir="auto">${station.name}</span></button></li>`,
            )}</ul></section>`
        }
        ${
            genres.length > 0 &&
            html`<section data-testid="found-genres"><header class="section-head"><h2>${t('library.genres')}</h2>
            </header><ul class="genre-grid">${genres.map(genreCard)}</ul></section>`
        }`,
    );
    announce(t('search.found', { count }));
}
