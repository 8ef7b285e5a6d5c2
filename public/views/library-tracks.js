// @ts-check

import { api } from '../core/api.js';
import { find } from '../core/dom.js';
import { html } from '../core/html.js';
import { t } from '../core/i18n.js';
import { infiniteList } from '../elements/infinite.js';
import { rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { bindTracks, trackRow, trackTable } from '../elements/track-table.js';
import { libraryFrame, restartable } from './library-frame.js';

const SORTS = ['title', 'added', 'artist', 'album', 'duration'];

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.tracks'));
    let sort = 'title';
    const tools = html`<label class="inline-select"><span class="visually-hidden">${t('library.sort')}</span>
        <select data-sort>${SORTS.map((name) => html`<option value="${name}">${t(`library.sortBy.${name}`)}</option>`)}</select></label>`;
    const host = libraryFrame(root, { tab: 'tracks', tools, layouts: false, signal });
    const columns = { caption: t('library.tracks'), art: true, album: true };
    /** @type {readonly import('../core/types.js').TrackItem[]} */
    let items = [];
    const restart = restartable(signal);
    bindTracks(host, (row) => ({ tracks: items, index: Number(row.dataset.index) }), signal);
    const list = () => infiniteList(host, {
        signal: restart(),
        load: (cursor, abort) => api.get('/tracks', { query: { sort, order: sort === 'added' ? 'desc' : 'asc', cursor, limit: 100 }, signal: abort }),
        frame: trackTable(columns),
        container: 'tbody',
        item: (track, index) => trackRow(track, index, columns),
        skeleton: rowsSkeleton(12),
        empty: () => emptyState({ art: 'record', title: t('library.noTracks'), text: t('library.noMusicText') }),
        loaded: (all) => { items = all; },
    }).ready;
    find(root, '[data-sort]').addEventListener('change', (event) => {
        sort = /** @type {HTMLSelectElement} */ (event.target).value;
        void list();
    });
    await list();
}
