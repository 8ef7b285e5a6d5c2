// @ts-check

import { api, isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { rewriteAddress } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { filteredPath, mountFilters, readFilters } from '../../elements/forms/list-filters.js';
import { icons, spinner } from '../../elements/icons.js';
import { bindShelves } from '../../elements/music/card-row.js';
import { errorState } from '../../elements/states/states.js';
import { playFrom } from '../../player/play-from.js';
import { radio } from '../../player/radio.js';
import { openPostDialog } from '../board/post-dialog.js';
import { outsideSection } from '../outside/section.js';
import { listenLink } from '../recognition/listen-button.js';
import { bindTracks } from '../track/table.js';
import { bindExplore } from './explore.js';
import { named, remembered } from './model.js';
import { show } from './parts.js';

/** @typedef {import('./parts.js').Found} Found */
/** @typedef {import('./parts.js').Others} Others */

const PAUSE_MS = 500;

/** Most results of each other kind. */
const MOST = 20;
const MOST_LINES = 10;
const MOST_PLAYLISTS = 200;

/** Filters of the tracks. With one set, only tracks are searched, since nothing else has a tempo. */
const NARROWED_BY = /** @type {const} */ (['tempoFrom', 'tempoTo']);

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { query, setTitle, signal }) {
    const initial = query.get('q') ?? '';
    setTitle(t('search.title'));
    render(
        root,
        html`<div class="page whole-rows">
        <header class="page-head"><h1>${t('search.title')}</h1></header>
        <div class="search-line"><form class="search-box" role="search" data-search>
            <span class="search-icon" data-indicator>${icons.search}</span>
            <input type="search" name="q" value="${initial}" placeholder="${t('search.placeholder')}"
                aria-label="${t('search.placeholder')}" autocomplete="off" spellcheck="false" maxlength="200"
                enterkeyhint="search" data-autofocus data-testid="search-input">
            <button type="button" class="icon-button" data-clear aria-label="${t('search.clear')}"
                hidden>${icons.close}</button>
        </form>${listenLink('search-listen')}<span data-filter-button></span></div>
        <div data-filters hidden></div>
        <div data-results data-testid="search-results" aria-busy="false"></div>
        <div data-outside aria-busy="false"></div>
    </div>`,
    );
    const input = /** @type {HTMLInputElement} */ (find(root, 'input'));
    input.setSelectionRange(initial.length, initial.length);
    const results = find(root, '[data-results]');
    /** @type {Found['tracks']} */
    let tracks = [];
    bindTracks(results, (row) => ({ tracks, index: Number(row.dataset.index) }), signal);
    bindShelves(root);

    const post = (/** @type {import('../outside/model.js').OutsideSong} */ outside) =>
        openPostDialog(() => {}, { outside });
    const outside = outsideSection(find(root, '[data-outside]'), post, signal);
    const narrowed = readFilters(query, NARROWED_BY);
    let tempo = { tempoFrom: narrowed.tempoFrom, tempoTo: narrowed.tempoTo };
    let sort = query.get('sort') === 'tempo' ? 'tempo' : '';
    const keepAddress = (/** @type {string} */ text) =>
        rewriteAddress(filteredPath('/search', text ? { q: text, sort, ...tempo } : {}));

    /** @type {Others['stations']} */
    let stations = [];
    /** @type {Others['lines']} */
    let lines = [];
    /**
     * All visible playlists and the stations. They are few, so one request loads them.
     * @type {Promise<Pick<Others, 'playlists' | 'stations'>> | undefined}
     */
    let known;
    /**
     * Matches other than music. The music results do not depend on them.
     * @param {string} text
     * @param {AbortSignal} abort
     * @returns {Promise<Others>}
     */
    const beside = async (text, abort) => {
        known ??= Promise.all([
            api.get('/playlists', { query: { sort: 'changed', limit: MOST_PLAYLISTS }, signal }),
            api.get('/radio', { signal }),
        ]).then(([lists, radios]) => ({ playlists: lists.items, stations: radios.items }));
        const none = { playlists: [], stations: [] };
        const found = (/** @type {string} */ path, limit = {}) =>
            api.get(path, { query: { q: text, ...limit }, signal: abort }).then(
                (list) => list.items,
                (error) => {
                    if (isAbort(error)) throw error;
                    return [];
                },
            );
        const [local, people, lines] = await Promise.all([
            known.catch(() => {
                known = undefined;
                return none;
            }),
            found('/people'),
            found('/search/lyrics', { limit: MOST_LINES }),
        ]);
        return {
            playlists: named(local.playlists, text).slice(0, MOST),
            people: people.slice(0, MOST),
            stations: named(local.stations, text).slice(0, MOST),
            lines,
        };
    };
    const remember = () =>
        preferences.set({ recentSearches: remembered(preferences.get('recentSearches', []), input.value) });
    // Opening a result adds the text to the recent searches.
    delegate(
        results,
        'click',
        'a, [data-play-row], [data-play-album], [data-play-artist], [data-play-playlist], [data-station], [data-line]',
        (element) => {
            if (!element.closest('[data-recent], [data-explore]')) remember();
        },
        signal,
    );
    delegate(
        results,
        'click',
        '[data-station]',
        (button) => {
            const station = stations.find((one) => one.id === button.dataset.station);
            if (station) radio.toggle(station);
        },
        signal,
    );
    delegate(
        results,
        'click',
        '[data-line]',
        (button) => {
            const found = lines[Number(button.dataset.line)];
            if (found) playFrom(found.track, found.startMs ?? 0);
        },
        signal,
    );
    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(
            find(root, '[data-indicator]'),
            on ? html`<span data-testid="search-busy">${spinner}</span>` : icons.search,
        );
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        keepAddress(text);
        busy(true);
        const isNarrowed = tempo.tempoFrom !== '' || tempo.tempoTo !== '';
        const own = api.get('/search', { query: { q: text, limit: 20, sort, ...tempo }, signal: abort });
        if (isNarrowed) outside.clear();
        else void outside.search(text, own.then(trackIds, () => new Set()), abort);
        try {
            const [found, others] = await Promise.all([
                own,
                isNarrowed ? { playlists: [], people: [], stations: [], lines: [] } : beside(text, abort),
            ]);
            tracks = found.tracks;
            ({ stations, lines } = others);
            show(results, text, found, others, sort, isNarrowed);
            busy(false);
        } catch (error) {
            if (isAbort(error) || abort.aborted) return;
            busy(false);
            render(results, errorState(error));
            results.querySelector('[data-retry]')?.addEventListener('click', () => void search.now(text));
        }
    });
    onLeave(signal, () => search.cancel());
    const again = () => {
        if (input.value.trim()) void search.now(input.value.trim());
    };
    mountFilters(
        find(root, '[data-filter-button]'),
        find(root, '[data-filters]'),
        narrowed,
        NARROWED_BY,
        ({ tempoFrom, tempoTo }) => {
            tempo = { tempoFrom, tempoTo };
            again();
        },
        signal,
    );
    delegate(
        results,
        'change',
        '[data-sort]',
        (element) => {
            sort = /** @type {HTMLSelectElement} */ (element).value;
            again();
        },
        signal,
    );

    const explore = bindExplore(results, {
        signal,
        isOpen: () => input.value.trim() === '',
        shown: (popular) => {
            tracks = popular;
        },
        again: (text) => {
            input.value = text;
            find(root, '[data-clear]').hidden = false;
            input.focus();
            void search.now(text);
        },
        forgotten: () => input.focus(),
    });
    const changed = () => {
        const text = input.value.trim();
        find(root, '[data-clear]').hidden = input.value === '';
        if (text) return search.later(text);
        search.cancel();
        outside.clear();
        busy(false);
        keepAddress('');
        explore.start();
    };
    input.addEventListener('input', changed);
    find(root, '[data-clear]').addEventListener('click', () => {
        input.value = '';
        changed();
        input.focus();
    });
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

/** @param {Found} found */
const trackIds = ({ tracks }) => new Set(tracks.map(({ id }) => id));
