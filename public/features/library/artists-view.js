// @ts-check

import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { artistCard, artistRow } from '../../elements/music/cards.js';
import { blankCard, blankListRow, gridSkeleton, rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { libraryFrame } from './frame.js';
import { libraryList, sortSelect } from './list.js';

const SORTS = ['name', 'liked', 'rating'];

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, path, query, signal }) {
    setTitle(t('library.artists'));
    const wanted = query.get('sort') ?? 'name';
    const sort = SORTS.includes(wanted) ? wanted : 'name';
    const host = libraryFrame(root, {
        tab: 'artists',
        tools: sortSelect(SORTS, sort),
        signal,
        onLayout: () => void list.draw(),
    });
    const list = libraryList(root, host, {
        path,
        query,
        signal,
        sort,
        list: '/artists',
        usual: 'name',
        order: (name) => ({ sort: name }),
        filters: ['liked', 'rating_min'],
        look: () => {
            const isList = preferences.get('layout', 'grid') === 'list';
            return {
                frame: listFrame(isList ? 'list' : 'grid'),
                item: (artist) => (isList ? artistRow(artist) : artistCard(artist)),
                blank: () => (isList ? blankListRow() : blankCard({ round: true })),
                skeleton: isList ? rowsSkeleton(10) : gridSkeleton(18),
                empty: () =>
                    emptyState({
                        art: 'people',
                        title: t('library.noArtists'),
                        text: t(location.search ? 'filters.noneText' : 'library.noMusicText'),
                    }),
            };
        },
    });
    await list.draw();
}
