// @ts-check
// The library's start page: a tile with a picture for each page, new music, and the search.

import { api, isAbort } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { find, onLeave } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { rewriteAddress } from '../../core/navigate.js';
import { preferences } from '../../core/preferences.js';
import { may } from '../../core/session.js';
import { icons, spinner } from '../../elements/icons.js';
import { bindShelves, shelf } from '../../elements/music/card-row.js';
import { albumCard, albumRow } from '../../elements/music/cards.js';
import { shelfSkeleton } from '../../elements/states/skeletons.js';
import { errorState } from '../../elements/states/states.js';
import { allowed, LIBRARY } from '../navigation/places.js';
import { bindTracks } from '../track/table.js';
import { findInLibrary, showFound } from './found.js';
import { showPictures } from './pictures.js';
import { bindHead, libraryHead } from './head.js';

/** @typedef {import('../../core/types.js').AlbumItem} AlbumItem */

const MOST = 20;
const PAUSE_MS = 500;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { query, setTitle, signal }) {
    const initial = (query.get('q') ?? '').trim();
    setTitle(t('library.title'));
    render(
        root,
        html`<div class="page whole-rows">
        ${libraryHead({ text: initial, layouts: true })}
        <div data-overview class="library-overview" hidden>${LIBRARY.map(tiles)}
            <div data-new>${shelfSkeleton()}</div></div>
        <div data-results class="library-found" data-testid="library-found" aria-busy="false" hidden></div>
    </div>`,
    );
    const [overview, results, host] = ['[data-overview]', '[data-results]', '[data-new]'].map((one) => find(root, one));
    const input = /** @type {HTMLInputElement} */ (find(root, '[name=q]'));
    /** @type {AlbumItem[]} */
    let albums = [];
    /** @type {import('./found.js').Found | undefined} */
    let found;
    bindShelves(root);
    bindTracks(results, (row) => ({ tracks: found?.tracks ?? [], index: Number(row.dataset.index) }), signal);

    const load = async () => {
        try {
            const query = { sort: 'added', order: 'desc', limit: MOST };
            const { items } = await api.get('/albums', { query, signal });
            albums = items;
            newest(host, albums);
        } catch (error) {
            if (isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
        await showPictures(overview, signal);
    };
    const busy = (/** @type {boolean} */ on) => {
        results.setAttribute('aria-busy', String(on));
        render(find(root, '[data-indicator]'), on ? spinner : icons.search);
    };
    const search = debounced(PAUSE_MS, async (/** @type {string} */ text, abort) => {
        rewriteAddress(`/library?q=${encodeURIComponent(text)}`);
        busy(true);
        try {
            found = await findInLibrary(text, abort);
            showFound(results, text, found);
        } catch (error) {
            if (isAbort(error) || abort.aborted) return;
            render(results, errorState(error));
            results.querySelector('[data-retry]')?.addEventListener('click', () => void search.now(text));
        }
        busy(false);
        see(true);
    });
    const see = (/** @type {boolean} */ isFound) => {
        overview.hidden = isFound;
        results.hidden = !isFound;
    };
    const clear = () => {
        search.cancel();
        busy(false);
        rewriteAddress('/library');
        see(false);
    };
    onLeave(signal, () => search.cancel());
    input.addEventListener('input', () => {
        const text = input.value.trim();
        if (text) search.later(text);
        else clear();
    });
    bindHead(root, {
        signal,
        search: (text) => (text ? void search.now(text) : clear()),
        onLayout: () => {
            newest(host, albums);
            if (found && !results.hidden) showFound(results, input.value.trim(), found);
        },
    });
    live.on(
        'catalogue',
        () => {
            if (!host.contains(document.activeElement)) void load();
        },
        signal,
    );
    if (initial) void search.now(initial);
    else see(false);
    await load();
}

/** @param {typeof LIBRARY[number]} group */
function tiles({ name, places }) {
    const isMusic = name === 'music';
    return html`<nav aria-labelledby="tiles-${name}"><h2 class="${isMusic ? 'visually-hidden' : 'library-tiles-title'}"
            id="tiles-${name}">${t(isMusic ? 'nav.groups.music' : 'library.own')}</h2>
        <ul class="library-tiles ${isMusic ? '' : 'is-own'}">${allowed(places, may).map(
            ({ path, label, icon }) =>
                html`<li><a class="library-tile" href="${path}"
            data-testid="open-${path.split('/').at(-1) ?? ''}"><span class="library-sign">${icon}</span><span
            class="library-name">${t(label)}</span></a></li>`,
        )}</ul></nav>`;
}

/** @param {HTMLElement} host @param {AlbumItem[]} albums */
function newest(host, albums) {
    if (albums.length === 0) return host.replaceChildren();
    const more = html`<a class="text-link" href="/library/albums?sort=added">${t('actions.seeAll')}</a>`;
    const title = t('home.recentlyAdded');
    render(
        host,
        preferences.get('layout', 'grid') === 'list'
            ? html`<section data-testid="recently-added"><header class="section-head"><h2>${title}</h2><span
                class="section-tools">${more}</span></header><ul class="rows">${albums.map(albumRow)}</ul></section>`
            : shelf({ title, items: albums.map((album) => albumCard(album)), testid: 'recently-added', more }),
    );
}
