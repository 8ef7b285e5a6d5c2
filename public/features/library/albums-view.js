// @ts-check

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { may } from '../../core/session.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { albumCard, albumRow } from '../../elements/music/cards.js';
import { blankCard, blankListRow, gridSkeleton, rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { libraryFrame } from './frame.js';
import { libraryList, sortSelect } from './list.js';

/** @type {Record<string, { sort: string, order: string }>} */
const SORTS = {
    added: { sort: 'added', order: 'desc' },
    name: { sort: 'name', order: 'asc' },
    artist: { sort: 'artist', order: 'asc' },
    year: { sort: 'year', order: 'desc' },
    played: { sort: 'played', order: 'desc' },
    plays: { sort: 'plays', order: 'desc' },
    liked: { sort: 'liked', order: 'desc' },
    rating: { sort: 'rating', order: 'desc' },
};

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, path, query, signal }) {
    setTitle(t('library.albums'));
    const wanted = query.get('sort') ?? preferences.get('albumSort', 'added');
    const sort = wanted in SORTS ? wanted : 'added';
    const host = libraryFrame(root, {
        tab: 'albums',
        tools: sortSelect(Object.keys(SORTS), sort),
        signal,
        onLayout: () => void list.draw(),
    });
    const list = libraryList(root, host, {
        path,
        query,
        signal,
        sort,
        list: '/albums',
        usual: '',
        order: (name) => SORTS[name],
        instead: (name) => (name === 'plays' ? [SORTS.name] : []),
        sorted: (name) => preferences.set({ albumSort: name }),
        look: () => {
            const isList = preferences.get('layout', 'grid') === 'list';
            return {
                frame: listFrame(isList ? 'list' : 'grid'),
                item: (album) => (isList ? albumRow(album) : albumCard(album)),
                blank: () => (isList ? blankListRow() : blankCard()),
                skeleton: isList ? rowsSkeleton(10) : gridSkeleton(18),
                empty: () =>
                    emptyState({
                        art: 'record',
                        title: t('library.noAlbums'),
                        text: t(location.search ? 'filters.noneText' : 'library.noMusicText'),
                        action:
                            may('manageLibraries') && !location.search
                                ? html`<a class="button is-primary"
                                    href="/administration/library">${t('home.openLibraries')}</a>`
                                : null,
                    }),
            };
        },
    });
    await list.draw();
}
