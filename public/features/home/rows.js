// @ts-check
// The rows of the home screen.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { shelf } from '../../elements/music/card-row.js';
import { albumCard, artistCard, genreCard, trackCard } from '../../elements/music/cards.js';
import { mixCard } from '../mixes/card.js';
import { playlistCard } from '../playlists/card.js';
import { trackRow, trackTable } from '../track/table.js';
import { awaitedCard, faceCard, pastCard, quickTile } from './cards.js';
import { postsOf, rowsOf, tilesOf, tracksOf } from './model.js';

/** @typedef {import('./model.js').Home} Home */
/** @typedef {import('./model.js').Row} Row */

const seeAll = (/** @type {string} */ path) => html`<a class="text-link" href="${path}">${t('actions.seeAll')}</a>`;

/** @type {Record<Row, (home: Home) => unknown>} */
const ROWS = {
    board: (home) => {
        const tracks = tracksOf(home, 'board');
        return row('board', 'todays-board', {
            items: postsOf(home).map(({ post, track }) =>
                track
                    ? faceCard(track, post.author, tracks.indexOf(track), { testid: 'board-card' })
                    : awaitedCard(post),
            ),
            more: seeAll('/board'),
        });
    },
    friends: ({ friends }) =>
        row('friends', 'friends-playing', {
            items: friends.map(({ person, track }, index) =>
                faceCard(track, person, index, { isLive: true, testid: 'friend-card' }),
            ),
        }),
    playlists: ({ playlists }) =>
        row('playlists', 'home-playlists', { items: playlists.map(playlistCard), more: seeAll('/playlists') }),
    mixes: ({ mixes }) => row('mixes', 'mixes', { items: mixes.map(mixCard) }),
    recentlyPlayed: ({ recentlyPlayed }) =>
        row('recentlyPlayed', 'recently-played', {
            items: recentlyPlayed.map((album) => albumCard(album)),
            more: seeAll('/history'),
        }),
    recentlyAdded: ({ recentlyAdded }) =>
        row('recentlyAdded', 'recently-added', {
            items: recentlyAdded.map((album) => albumCard(album)),
            more: seeAll('/library/albums?sort=added'),
        }),
    start: ({ start }) =>
        row('start', 'start', { items: start.map((album) => albumCard(album)), more: seeAll('/library/albums') }),
    popular: ({ popular }) =>
        row('popular', 'popular-here', { items: popular.map(trackCard), more: seeAll('/library/popular') }),
    liked: ({ liked }) => row('liked', 'liked', { items: liked.map(trackCard), more: seeAll('/library/liked') }),
    rediscover: ({ rediscover }) =>
        row('rediscover', 'rediscover', { items: rediscover.map((album) => albumCard(album)) }),
    mostPlayed: (home) => mostPlayed(home),
    onThisDay: ({ onThisDay }) => row('onThisDay', 'on-this-day', { items: onThisDay.map(pastCard) }),
    artists: ({ artists }) =>
        row('artists', 'home-artists', { items: artists.map(artistCard), more: seeAll('/library/artists') }),
    genres: ({ genres }) =>
        row('genres', 'home-genres', { items: genres.map(genreCard), more: seeAll('/library/genres'), isWide: true }),
};

/**
 * @param {Row} name @param {string} testid
 * @param {{ items: unknown[], more?: unknown, isWide?: boolean }} parts `isWide`: tiles instead of covers
 */
function row(name, testid, { items, more, isWide = false }) {
    return html`<div data-home-row="${name}" class="${isWide ? 'is-wide-row' : ''}">${shelf({
        title: t(`home.${name}`),
        items,
        testid,
        more,
    })}</div>`;
}

/** @param {Home} home */
function mostPlayed(home) {
    const columns = {
        caption: t('home.mostPlayed'),
        art: true,
        album: true,
        plays: home.mostPlayed.map((item) => item.plays),
        hideHead: true,
    };
    return html`<div data-home-row="mostPlayed"><section data-testid="most-played"><header
            class="section-head"><h2>${t('home.mostPlayed')}</h2><span
            class="section-tools">${seeAll('/library/tracks?sort=plays')}</span></header>
        ${trackTable(
            columns,
            tracksOf(home, 'mostPlayed').map((track, index) => trackRow(track, index, columns)),
        )}</section></div>`;
}

/** @param {Home} home */
export function homeRows(home) {
    const tiles = tilesOf(home, t('library.liked'));
    return html`${
        tiles.length > 0 &&
        html`<nav aria-label="${t('home.quick')}"><ul class="quick-tiles"
            data-testid="quick-tiles">${tiles.map(quickTile)}</ul></nav>`
    }${rowsOf(home).map((name) => ROWS[name](home))}`;
}
