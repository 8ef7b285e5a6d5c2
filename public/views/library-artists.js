// @ts-check

import { api } from '../core/api.js';
import { t } from '../core/i18n.js';
import { preferences } from '../core/preferences.js';
import { artistCard, artistRow } from '../elements/cards.js';
import { infiniteList } from '../elements/infinite.js';
import { gridSkeleton, rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { libraryFrame, listFrame, restartable } from './library-frame.js';

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.artists'));
    const host = libraryFrame(root, { tab: 'artists', signal, onLayout: () => void list() });
    const restart = restartable(signal);
    const list = () => {
        const layout = preferences.get('layout', 'grid');
        return infiniteList(host, {
            signal: restart(),
            load: (cursor, abort) => api.get('/artists', { query: { cursor, limit: 60 }, signal: abort }),
            frame: listFrame(layout),
            item: (artist) => (layout === 'list' ? artistRow(artist) : artistCard(artist)),
            skeleton: layout === 'list' ? rowsSkeleton(10) : gridSkeleton(18),
            empty: () => emptyState({ art: 'people', title: t('library.noArtists'), text: t('library.noMusicText') }),
        }).ready;
    };
    await list();
}
