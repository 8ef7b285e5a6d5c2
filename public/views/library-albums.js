// @ts-check

import { api } from '../core/api.js';
import { find } from '../core/dom.js';
import { live } from '../core/events.js';
import { attribute, html } from '../core/html.js';
import { t } from '../core/i18n.js';
import { preferences } from '../core/preferences.js';
import { may } from '../core/session.js';
import { albumCard, albumRow } from '../elements/cards.js';
import { infiniteList } from '../elements/infinite.js';
import { gridSkeleton, rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { toast } from '../elements/toast.js';
import { libraryFrame, listFrame, restartable } from './library-frame.js';

/** @type {Record<string, { sort: string, order: string }>} */
const SORTS = {
    added: { sort: 'added', order: 'desc' },
    name: { sort: 'name', order: 'asc' },
    artist: { sort: 'artist', order: 'asc' },
    year: { sort: 'year', order: 'desc' },
};

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.albums'));
    const wanted = preferences.get('albumSort', 'added');
    let sort = wanted in SORTS ? wanted : 'added';
    const tools = html`<label class="inline-select"><span class="visually-hidden">${t('library.sort')}</span>
        <select data-sort data-testid="album-sort">${Object.keys(SORTS).map((name) => html`<option value="${name}" ${attribute('selected', name === sort)}>${t(`library.sortBy.${name}`)}</option>`)}</select></label>`;
    const host = libraryFrame(root, { tab: 'albums', tools, signal, onLayout: () => void list() });
    const restart = restartable(signal);

    const list = () => {
        const layout = preferences.get('layout', 'grid');
        return infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/albums', { query: { ...SORTS[sort], cursor, limit: 60 }, signal: abort }),
            frame: listFrame(layout),
            item: (album) => (layout === 'list' ? albumRow(album) : albumCard(album)),
            skeleton: layout === 'list' ? rowsSkeleton(10) : gridSkeleton(18),
            empty: () => emptyState({
                art: 'record', title: t('library.noAlbums'), text: t('library.noMusicText'),
                action: may('manageLibraries') ? html`<a class="button is-primary" href="/admin/library">${t('home.openLibraries')}</a>` : null,
            }),
        }).ready;
    };

    find(root, '[data-sort]').addEventListener('change', (event) => {
        sort = /** @type {HTMLSelectElement} */ (event.target).value;
        preferences.set({ albumSort: sort });
        void list();
    });
    live.on('catalogue', () => {
        // A page that one has scrolled is not pulled away: it offers the news.
        if (scrollY < 200) void list();
        else toast(t('library.changed'), { id: 'catalogue', actions: [{ label: t('actions.show'), run: () => void list() }] });
    }, signal);
    await list();
}
