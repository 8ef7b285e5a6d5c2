// @ts-check

import { announce } from '../core/announce.js';
import { api, isAbort } from '../core/api.js';
import { debounced } from '../core/debounce.js';
import { find, onLeave } from '../core/dom.js';
import { html, render } from '../core/html.js';
import { t } from '../core/i18n.js';
import { rewriteAddress } from '../core/navigate.js';
import { albumCard, artistCard, genreCard } from '../elements/cards.js';
import { icons, spinner } from '../elements/icons.js';
import { bindShelves, shelf } from '../elements/shelf.js';
import { emptyState, errorState } from '../elements/states.js';
import { bindTracks, trackRow, trackTable } from '../elements/track-table.js';

const PAUSE_MS = 500;

/** @typedef {{ query: string, artists: import('../core/types.js').ArtistItem[], albums: import('../core/types.js').AlbumItem[], tracks: import('../core/types.js').TrackItem[], genres: import('../core/types.js').GenreItem[] }} Found */

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { query, setTitle, signal }) {
    const initial = query.get('q') ?? '';
    setTitle(t('search.title'));
    render(root, html`<div class="page">
        <header class="page-head"><h1>${t('search.title')}</h1></header>
        <form class="search-box" role="search" data-search>
            <span class="search-icon" data-indicator>${icons.search}</span>
            <input type="search" name="q" value="${initial}" placeholder="${t('search.placeholder')}" aria-label="${t('search.placeholder')}" autocomplete="off" spellcheck="false" maxlength="200" enterkeyhint="search" data-autofocus data-testid="search-input">
            <button type="button" class="icon-button" data-clear aria-label="${t('search.clear')}" hidden>${icons.close}</button>
        </form>
        <div data-results data-testid="search-results" aria-busy="false"></div>
    </div>`);
    const input = /** @type {HTMLInputElement} */ (find(root, 'input'));
    input.setSelectionRange(initial.length, initial.length);
    const results = find(root, '[data-results]');
    /** @type {Found['tracks']} */
    let tracks = [];
    bindTracks(results, (row) => ({ tracks, index: Number(row.dataset.index) }), signal);
    bindShelves(root);

    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(find(root, '[data-indicator]'), on ? html`<span data-testid="search-busy">${spinner}</span>` : icons.search);
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        rewriteAddress(text ? `/search?q=${encodeURIComponent(text)}` : '/search');
        busy(true);
        try {
            /** @type {Found} */
            const found = await api.get('/search', { query: { q: text, limit: 20 }, signal: abort });
            tracks = found.tracks;
            show(results, text, found);
            busy(false);
        } catch (error) {
            if (isAbort(error) || abort.aborted) return;
            busy(false);
            render(results, errorState(error));
            results.querySelector('[data-retry]')?.addEventListener('click', () => void search.now(text));
        }
    });
    onLeave(signal, () => search.cancel());

    const changed = () => {
        const text = input.value.trim();
        find(root, '[data-clear]').hidden = input.value === '';
        if (text) return search.later(text);
        search.cancel();
        busy(false);
        rewriteAddress('/search');
        render(results, emptyState({ art: 'search', title: t('search.startTitle'), text: t('search.startText') }));
    };
    input.addEventListener('input', changed);
    find(root, '[data-clear]').addEventListener('click', () => { input.value = ''; changed(); input.focus(); });
    find(root, '[data-search]').addEventListener('submit', (event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (text) void search.now(text);
    });

    find(root, '[data-clear]').hidden = initial === '';
    if (initial.trim()) await search.now(initial.trim());
    else changed();
}

/** @param {HTMLElement} host @param {string} text @param {Found} found */
function show(host, text, { artists, albums, tracks, genres }) {
    const count = artists.length + albums.length + tracks.length + genres.length;
    if (count === 0) {
        render(host, emptyState({ art: 'search', title: t('search.noneTitle', { query: text }), text: t('search.noneText') }));
        return announce(t('search.noneTitle', { query: text }));
    }
    const columns = { caption: t('library.tracks'), art: true, album: true, hideHead: true };
    render(host, html`
        ${artists.length > 0 && shelf({ title: t('library.artists'), items: artists.map(artistCard), testid: 'found-artists' })}
        ${albums.length > 0 && shelf({ title: t('library.albums'), items: albums.map((album) => albumCard(album)), testid: 'found-albums' })}
        ${tracks.length > 0 && html`<section data-testid="found-tracks"><header class="section-head"><h2>${t('library.tracks')}</h2></header>${trackTable(columns, tracks.map((track, index) => trackRow(track, index, columns)))}</section>`}
        ${genres.length > 0 && html`<section data-testid="found-genres"><header class="section-head"><h2>${t('library.genres')}</h2></header><ul class="genre-grid">${genres.map(genreCard)}</ul></section>`}`);
    announce(t('search.found', { count }));
}
