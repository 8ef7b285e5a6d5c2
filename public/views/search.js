// @ts-check

import { announce } from '../core/announce.js';
import { api, isAbort } from '../core/api.js';
import { debounced } from '../core/debounce.js';
import { delegate, find, onLeave } from '../core/dom.js';
import { named, remembered } from '../core/finding.js';
import { html, render } from '../core/html.js';
import { t } from '../core/i18n.js';
import { rewriteAddress } from '../core/navigate.js';
import { preferences } from '../core/preferences.js';
import { avatar } from '../elements/avatar.js';
import { albumCard, artistCard, genreCard } from '../elements/cards.js';
import { icons, spinner } from '../elements/icons.js';
import { bindShelves, shelf } from '../elements/shelf.js';
import { emptyState, errorState } from '../elements/states.js';
import { bindTracks, trackRow, trackTable } from '../elements/track-table.js';
import { radio } from '../player/radio.js';
import { playlistCard } from './playlists.js';

const PAUSE_MS = 500;

/** @typedef {{ query: string, artists: import('../core/types.js').ArtistItem[], albums: import('../core/types.js').AlbumItem[], tracks: import('../core/types.js').TrackItem[], genres: import('../core/types.js').GenreItem[] }} Found */
/** @typedef {{ playlists: import('../core/playlists.js').Playlist[], people: { id: string, name: string, picture?: string }[], stations: import('../player/radio.js').Station[] }} Others */

/** Of each of the other kinds. */
const MOST = 20;
const MOST_PLAYLISTS = 200;

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

    /** @type {Others['stations']} */
    let stations = [];
    /** Few, and asked for once: all playlists that one sees, and the stations. @type {Promise<Pick<Others, 'playlists' | 'stations'>> | undefined} */
    let known;
    /** What else goes by such a name. The music is found without it. @param {string} text @param {AbortSignal} abort @returns {Promise<Others>} */
    const beside = async (text, abort) => {
        known ??= Promise.all([api.get('/playlists', { query: { sort: 'changed', limit: MOST_PLAYLISTS }, signal }), api.get('/radio', { signal })]).then(([lists, radios]) => ({ playlists: lists.items, stations: radios.items }));
        const none = { playlists: [], stations: [] };
        const [local, people] = await Promise.all([
            known.catch(() => { known = undefined; return none; }),
            api.get('/people', { query: { q: text }, signal: abort }).then((list) => list.items, (error) => { if (isAbort(error)) throw error; return []; }),
        ]);
        return { playlists: named(local.playlists, text).slice(0, MOST), people: people.slice(0, MOST), stations: named(local.stations, text).slice(0, MOST) };
    };
    const remember = () => preferences.set({ recentSearches: remembered(preferences.get('recentSearches', []), input.value) });
    // What one went on with was found by these words.
    delegate(results, 'click', 'a, [data-play-row], [data-play-album], [data-play-artist], [data-play-playlist], [data-station]', (element) => { if (!element.closest('[data-recent]')) remember(); }, signal);
    delegate(results, 'click', '[data-station]', (button) => {
        const station = stations.find((one) => one.id === button.dataset.station);
        if (station) radio.toggle(station);
    }, signal);
    delegate(results, 'click', '[data-again]', (button) => {
        input.value = button.dataset.again ?? '';
        find(root, '[data-clear]').hidden = false;
        input.focus();
        void search.now(input.value);
    }, signal);
    delegate(results, 'click', '[data-forget]', (button) => {
        preferences.set({ recentSearches: preferences.get('recentSearches', []).filter((one) => one !== button.dataset.forget) });
        start(results);
        input.focus();
    }, signal);
    delegate(results, 'click', '[data-forget-all]', () => { preferences.set({ recentSearches: [] }); start(results); input.focus(); }, signal);

    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(find(root, '[data-indicator]'), on ? html`<span data-testid="search-busy">${spinner}</span>` : icons.search);
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        rewriteAddress(text ? `/search?q=${encodeURIComponent(text)}` : '/search');
        busy(true);
        try {
            const [found, others] = await Promise.all([api.get('/search', { query: { q: text, limit: 20 }, signal: abort }), beside(text, abort)]);
            tracks = found.tracks;
            stations = others.stations;
            show(results, text, found, others);
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
        start(results);
    };
    input.addEventListener('input', changed);
    find(root, '[data-clear]').addEventListener('click', () => { input.value = ''; changed(); input.focus(); });
    find(root, '[data-search]').addEventListener('submit', (event) => {
        event.preventDefault();
        const text = input.value.trim();
        if (!text) return;
        remember();
        void search.now(text);
    });

    find(root, '[data-clear]').hidden = initial === '';
    if (initial.trim()) await search.now(initial.trim());
    else changed();
}

/** Before anything is typed: what was searched for lately. @param {HTMLElement} host */
function start(host) {
    const recent = preferences.get('recentSearches', []);
    if (recent.length === 0) return render(host, emptyState({ art: 'search', title: t('search.startTitle'), text: t('search.startText') }));
    render(host, html`<section data-recent data-testid="recent-searches"><header class="section-head"><h2>${t('search.recent')}</h2><span class="section-tools"><button type="button" class="text-button" data-forget-all data-testid="forget-searches">${t('search.forgetAll')}</button></span></header>
        <ul class="recent">${recent.map((text) => html`<li><button type="button" class="recent-word" data-again="${text}" data-testid="recent-search">${icons.history}<span dir="auto">${text}</span></button><button type="button" class="icon-button" data-forget="${text}" aria-label="${t('search.forget', { query: text })}">${icons.close}</button></li>`)}</ul></section>`);
}

/** @param {HTMLElement} host @param {string} text @param {Found} found @param {Others} others */
function show(host, text, { artists, albums, tracks, genres }, { playlists, people, stations }) {
    const count = artists.length + albums.length + tracks.length + genres.length + playlists.length + people.length + stations.length;
    if (count === 0) {
        render(host, emptyState({ art: 'search', title: t('search.noneTitle', { query: text }), text: t('search.noneText') }));
        return announce(t('search.noneTitle', { query: text }));
    }
    const columns = { caption: t('library.tracks'), art: true, album: true, hideHead: true };
    render(host, html`
        ${artists.length > 0 && shelf({ title: t('library.artists'), items: artists.map(artistCard), testid: 'found-artists' })}
        ${albums.length > 0 && shelf({ title: t('library.albums'), items: albums.map((album) => albumCard(album)), testid: 'found-albums' })}
        ${tracks.length > 0 && html`<section data-testid="found-tracks"><header class="section-head"><h2>${t('library.tracks')}</h2></header>${trackTable(columns, tracks.map((track, index) => trackRow(track, index, columns)))}</section>`}
        ${playlists.length > 0 && shelf({ title: t('library.playlists'), items: playlists.map(playlistCard), testid: 'found-playlists' })}
        ${people.length > 0 && html`<section data-testid="found-people"><header class="section-head"><h2>${t('search.people')}</h2></header><ul class="found-list">${people.map((person) => html`<li><a class="found-row" href="/people/${encodeURIComponent(person.id)}">${avatar({ username: person.name, picture: person.picture })}<span dir="auto">${person.name}</span></a></li>`)}</ul></section>`}
        ${stations.length > 0 && html`<section data-testid="found-stations"><header class="section-head"><h2>${t('nav.radio')}</h2><span class="section-tools"><a class="text-link" href="/radio">${t('actions.seeAll')}</a></span></header><ul class="found-list">${stations.map((station) => html`<li><button type="button" class="found-row" data-station="${station.id}" aria-label="${t('radio.listenNamed', { name: station.name })}">${icons.radio}<span dir="auto">${station.name}</span></button></li>`)}</ul></section>`}
        ${genres.length > 0 && html`<section data-testid="found-genres"><header class="section-head"><h2>${t('library.genres')}</h2></header><ul class="genre-grid">${genres.map(genreCard)}</ul></section>`}`);
    announce(t('search.found', { count }));
}
