// @ts-check
// The search page before any input: recent searches, popular music, genres, and public playlists.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { shelf } from '../../elements/music/card-row.js';
import { genreCard, trackCard } from '../../elements/music/cards.js';
import { shelfSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { playlistCard } from '../playlists/card.js';
import { playlistDialog } from '../playlists/dialog.js';
import { playlistPath } from '../playlists/model.js';

/** @typedef {import('../../core/types.js').Explore} Explore */

/** @type {Explore} */
const NOTHING = { popular: [], genres: [], playlists: [] };

/**
 * @param {HTMLElement} host
 * @param {object} parts
 * @param {() => boolean} parts.isOpen whether the search field is empty
 * @param {(popular: Explore['popular']) => void} parts.shown
 * @param {(text: string) => void} parts.again
 * @param {() => void} parts.forgotten
 * @param {AbortSignal} parts.signal
 * @returns {{ start: () => void }} shows the page
 */
export function bindExplore(host, { isOpen, shown, again, forgotten, signal }) {
    /** @type {Explore | undefined} */
    let explore;
    let isAsked = false;
    const draw = () => {
        showExplore(host, explore);
        shown(explore?.popular ?? []);
    };
    const start = () => {
        draw();
        if (isAsked) return;
        isAsked = true;
        // Search works without these suggestions.
        void api
            .get('/explore', { signal })
            .catch(() => NOTHING)
            .then((found) => {
                explore = found;
                if (!signal.aborted && isOpen()) draw();
            });
    };
    const keep = (/** @type {string[]} */ recentSearches) => {
        preferences.set({ recentSearches });
        start();
        forgotten();
    };
    delegate(host, 'click', '[data-again]', (button) => again(button.dataset.again ?? ''), signal);
    delegate(
        host,
        'click',
        '[data-forget]',
        (button) => keep(preferences.get('recentSearches', []).filter((one) => one !== button.dataset.forget)),
        signal,
    );
    delegate(host, 'click', '[data-forget-all]', () => keep([]), signal);
    delegate(
        host,
        'click',
        '[data-new-playlist]',
        () => playlistDialog(undefined, (playlist) => navigate(playlistPath(playlist.id))),
        signal,
    );
    return { start };
}

/** @param {HTMLElement} host @param {Explore | undefined} explore undefined while loading */
function showExplore(host, explore) {
    const recent = preferences.get('recentSearches', []);
    const content = explore ? rows(explore) : html`${shelfSkeleton()}${shelfSkeleton()}`;
    const isEmpty = recent.length === 0 && explore && Object.values(explore).every((items) => items.length === 0);
    render(
        host,
        html`${recent.length > 0 && recentSearches(recent)}${
            isEmpty
                ? emptyState({ art: 'search', title: t('search.startTitle'), text: t('search.startText') })
                : content
        }${explore && may('listen') && newPlaylist()}`,
    );
}

/** @param {string[]} recent */
const recentSearches = (recent) => html`<section data-recent data-testid="recent-searches">
        <header class="section-head"><h2>${t('search.recent')}</h2><span
        class="section-tools"><button type="button" class="text-button" data-forget-all
        data-testid="forget-searches">${t('search.forgetAll')}</button></span></header>
    <ul class="recent">${recent.map(
        (text) =>
            html`<li><button type="button" class="recent-word" data-again="${text}"
        data-testid="recent-search">${icons.history}<span dir="auto">${text}</span></button><button type="button"
        class="icon-button" data-forget="${text}"
        aria-label="${t('search.forget', { query: text })}">${icons.close}</button></li>`,
    )}</ul></section>`;

/** @param {Explore} explore */
function rows({ popular, genres, playlists }) {
    const seeAll = (/** @type {string} */ path) => html`<a class="text-link" href="${path}">${t('actions.seeAll')}</a>`;
    return html`${
        popular.length > 0 &&
        html`<div data-explore>${shelf({
            title: t('search.popular'),
            items: popular.map(trackCard),
            testid: 'explore-popular',
            more: seeAll('/library/popular'),
        })}</div>`
    }${
        genres.length > 0 &&
        html`<section data-explore data-testid="explore-genres"><header class="section-head"><h2>${t(
            'library.genres',
        )}</h2><span class="section-tools">${seeAll('/library/genres')}</span></header>
            <ul class="genre-grid">${genres.map(genreCard)}</ul></section>`
    }${
        playlists.length > 0 &&
        html`<div data-explore>${shelf({
            title: t('search.publicPlaylists'),
            items: playlists.map(playlistCard),
            testid: 'explore-playlists',
            more: seeAll('/playlists'),
        })}</div>`
    }`;
}

const newPlaylist = () => html`<section class="explore-foot"><p>${t('search.ownPlaylist')}</p><button type="button"
        class="button is-primary" data-new-playlist
        data-testid="explore-new-playlist">${icons.plus}${t('playlists.new')}</button></section>`;
