// @ts-check
// The library: a tile for each of its pages, and what is new in it.

import { api, isAbort } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { bindShelves, shelf } from '../../elements/music/card-row.js';
import { albumCard } from '../../elements/music/cards.js';
import { shelfSkeleton } from '../../elements/states/skeletons.js';
import { errorState } from '../../elements/states/states.js';
import { allowed, GIVE, LIBRARY } from '../navigation/places.js';

const MOST = 20;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('library.title'));
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('library.title')}</h1>${
            allowed([GIVE], may).length > 0 &&
            html`<div class="page-tools"><a class="button is-small is-primary" href="${GIVE.path}"
            data-testid="open-give">${icons.plus}${t(GIVE.label)}</a></div>`
        }</header>
        ${LIBRARY.map(
            ({ name, places }) =>
                html`<nav aria-labelledby="tiles-${name}"><h2 class="${
                    name === 'music' ? 'visually-hidden' : 'library-tiles-title'
                }" id="tiles-${name}">${t(name === 'music' ? 'nav.groups.music' : 'library.own')}</h2>
            <ul class="library-tiles">${allowed(places, may).map(
                ({ path, label, icon }) =>
                    html`<li><a class="library-tile" href="${path}"
                data-testid="open-${path.split('/').at(-1) ?? ''}"><span class="library-sign">${icon}</span><span
                class="library-name">${t(label)}</span></a></li>`,
            )}</ul></nav>`,
        )}
        <div data-new>${shelfSkeleton()}</div>
    </div>`,
    );
    bindShelves(root);
    const host = find(root, '[data-new]');
    const load = async () => {
        try {
            const query = { sort: 'added', order: 'desc', limit: MOST };
            const { items } = await api.get('/albums', { query, signal });
            if (items.length === 0) return host.replaceChildren();
            render(
                host,
                shelf({
                    title: t('home.recentlyAdded'),
                    items: items.map((/** @type {import('../../core/types.js').AlbumItem} */ album) =>
                        albumCard(album),
                    ),
                    testid: 'recently-added',
                    more: html`<a class="text-link" href="/library/albums">${t('actions.seeAll')}</a>`,
                }),
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    live.on(
        'catalogue',
        () => {
            if (!host.contains(document.activeElement)) void load();
        },
        signal,
    );
    await load();
}
