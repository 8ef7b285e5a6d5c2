// @ts-check

import { t } from '../core/i18n.js';
import { preferences } from '../core/preferences.js';
import { artistCard, artistRow } from '../elements/cards.js';
import { blankCard, blankListRow, gridSkeleton, rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { libraryFrame, listFrame } from './library-frame.js';
import { libraryList } from './library-list.js';

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, path, query, signal }) {
    setTitle(t('library.artists'));
    const host = libraryFrame(root, { tab: 'artists', signal, onLayout: () => void list.draw() });
    const list = libraryList(root, host, {
        path, query, signal, sort: '', list: '/artists', usual: '', order: () => ({}), filters: false,
        look: () => {
            const isList = preferences.get('layout', 'grid') === 'list';
            return {
                frame: listFrame(isList ? 'list' : 'grid'),
                item: (artist) => (isList ? artistRow(artist) : artistCard(artist)),
                blank: () => (isList ? blankListRow() : blankCard({ round: true })),
                skeleton: isList ? rowsSkeleton(10) : gridSkeleton(18),
                empty: () => emptyState({ art: 'people', title: t('library.noArtists'), text: t('library.noMusicText') }),
            };
        },
    });
    await list.draw();
}
