// @ts-check

import { api, ApiError } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { follow } from '../../core/live-views.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { albumCard } from '../../elements/music/cards.js';
import { hero, heroActions, radioButton } from '../../elements/music/hero.js';
import { tint } from '../../elements/music/tint.js';
import { gridSkeleton, headerSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    /** @type {{ items: import('../../core/types.js').Genre[] }} */
    const { items } = await api.get('/genres', { signal });
    const genre = items.find((item) => item.id === params.id);
    if (!genre) throw new ApiError({ status: 404, code: 'notFound' });
    follow(
        ['catalogue'],
        genre,
        async (abort) =>
            (await api.get('/genres', { signal: abort, quiet: true })).items.find(
                (/** @type {{ id: string }} */ one) => one.id === genre.id,
            ),
        signal,
    );
    setTitle(genre.name);
    render(
        root,
        html`<article class="page is-tinted">
        ${hero({
            kind: t('genre.kind'),
            title: genre.name,
            art: genre.cover,
            color: genre.color,
            lines: [t('count.albums', { count: genre.albumCount }), t('count.tracks', { count: genre.trackCount })].map(
                (fact) => html`<span class="fact">${fact}</span>`,
            ),
            actions: html`${heroActions('genre', genre.id)}${radioButton('genre', genre)}`,
        })}
        <section><header class="section-head"><h2>${t('library.albums')}</h2></header><div data-list></div></section>
    </article>`,
    );
    const page = find(root, '.page');
    tint(page, genre.color ? [{ hex: genre.color, weight: 1 }] : undefined, genre.name);
    await infiniteList(find(root, '[data-list]'), {
        signal,
        load: (cursor, abort) =>
            api.get('/albums', { query: { genre: genre.id, sort: 'name', cursor, limit: 60 }, signal: abort }),
        frame: html`<ul class="grid" data-items></ul>`,
        item: (album) => {
            // The genre's cover is the cover of one of its albums, so that album's colors tint the page.
            if (genre.cover && album.cover === genre.cover && album.colors) tint(page, album.colors, genre.name);
            return albumCard(album);
        },
        skeleton: gridSkeleton(6),
        empty: () => emptyState({ art: 'record', title: t('library.noAlbums') }),
    }).ready;
}
