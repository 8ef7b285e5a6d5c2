// @ts-check

import { api } from '../../core/api.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { restartable } from '../../core/restartable-signal.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { genreCard, genreRow, popularTile } from '../../elements/music/cards.js';
import { gridSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { libraryFrame } from './frame.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.genres'));
    const host = libraryFrame(root, { tab: 'genres', signal, onLayout: () => void list() });
    const restart = restartable(signal);
    const list = () => {
        const rows = preferences.get('layout', 'grid') === 'list';
        return infiniteList(host, {
            signal: restart(),
            load: (_cursor, abort) => api.get('/genres', { signal: abort }),
            frame: rows
                ? html`<ul class="rows" data-items></ul>`
                : html`<ul class="genre-grid" data-items>${popularTile()}</ul>`,
            item: (genre) => (rows ? genreRow(genre) : genreCard(genre)),
            skeleton: gridSkeleton(12),
            empty: () => emptyState({ art: 'record', title: t('library.noGenres'), text: t('library.noMusicText') }),
        }).ready;
    };
    await list();
}
