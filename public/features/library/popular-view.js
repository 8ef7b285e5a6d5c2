// @ts-check
// The songs played most on this server, as a grid.

import { api } from '../../core/api.js';
import { t } from '../../core/i18n.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { trackCard } from '../../elements/music/cards.js';
import { gridSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { bindTracks } from '../track/table.js';
import { libraryFrame } from './frame.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.popular'));
    const host = libraryFrame(root, { tab: 'popular', layouts: false, signal });
    const list = infiniteList(host, {
        signal,
        load: (cursor, abort) => api.get('/tracks', { query: { sort: 'popular', cursor, limit: 60 }, signal: abort }),
        frame: listFrame('grid'),
        item: trackCard,
        skeleton: gridSkeleton(12),
        empty: () => emptyState({ art: 'record', title: t('library.nonePopular'), text: t('library.nonePopularText') }),
    });
    bindTracks(host, (row) => ({ tracks: list.items, index: Number(row.dataset.index) }), signal);
    await list.ready;
}
