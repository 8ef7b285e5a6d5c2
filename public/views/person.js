// @ts-check
// Another person: what they like and what they wrote, as far as they let it be seen.

import { api, ApiError } from '../core/api.js';
import { find } from '../core/dom.js';
import { date, number } from '../core/format.js';
import { html, render } from '../core/html.js';
import { currentLocale, t } from '../core/i18n.js';
import { avatar } from '../elements/avatar.js';
import { albumCard, artistCard } from '../elements/cards.js';
import { cover } from '../elements/cover.js';
import { icons } from '../elements/icons.js';
import { infiniteList } from '../elements/infinite.js';
import { gridSkeleton, headerSkeleton, rowsSkeleton } from '../elements/skeletons.js';
import { emptyState } from '../elements/states.js';
import { bindTracks, trackRow, trackTable } from '../elements/track-table.js';
import { listFrame } from './library-frame.js';

/** @typedef {{ kind: string, id: string, name: string, cover?: string, rating: number, review: string, at: string }} Written */

const KINDS = ['tracks', 'albums', 'artists'];

/** @param {HTMLElement} root @param {import('../core/router.js').ViewContext} context */
export async function mount(root, { params, path, query, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    const address = `/people/${encodeURIComponent(params.id)}`;
    /** @type {{ name: string, picture?: string }} */
    let person;
    try {
        person = await api.get(address, { signal });
    } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        setTitle(t('people.title'));
        return render(root, html`<div class="page"><h1 class="visually-hidden">${t('people.title')}</h1>${emptyState({ art: 'queue', title: t('people.closed'), text: t('people.closedText') })}</div>`);
    }
    const wanted = query.get('kind') ?? 'tracks';
    const kind = KINDS.includes(wanted) ? wanted : 'tracks';
    setTitle(person.name);
    render(root, html`<article class="page" data-testid="person">
        <header class="person-head">${avatar({ username: person.name, displayName: person.name, picture: person.picture }, 'is-big')}<h1>${person.name}</h1></header>
        <nav class="tabs is-quiet" aria-label="${person.name}">${KINDS.map((name) => html`<a href="${path}${name === 'tracks' ? '' : `?kind=${name}`}" data-testid="person-${name}" aria-current="${name === kind ? 'true' : 'false'}">${t(`library.${name}`)}</a>`)}</nav>
        <section data-testid="person-reviews"><header class="section-head"><h2>${t('people.reviews')}</h2></header><div data-reviews></div></section>
        <section data-testid="person-likes"><header class="section-head"><h2>${t('people.likes')}</h2></header><div data-likes></div></section>
    </article>`);
    /** @type {any[]} */
    let liked = [];
    const one = kind.slice(0, -1);
    const load = (/** @type {string} */ what) => (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ abort) => api.get(`${address}/${what}`, { query: { kind: one, cursor, limit: 60 }, signal: abort });
    const likes = find(root, '[data-likes]');
    bindTracks(likes, (row) => ({ tracks: liked, index: Number(row.dataset.index) }), signal);
    const columns = { caption: t('people.likes'), art: true, album: true };
    await Promise.all([
        infiniteList(find(root, '[data-reviews]'), {
            signal, load: load('reviews'), frame: html`<ul class="reviews"></ul>`, container: 'ul', item: review, skeleton: rowsSkeleton(3),
            empty: () => html`<p class="panel-lead">${t('people.noReviews')}</p>`,
        }).ready,
        infiniteList(likes, {
            signal, load: load('likes'), loaded: (items) => { liked = items; }, empty: () => html`<p class="panel-lead">${t('people.noLikes')}</p>`,
            ...(kind === 'tracks'
                ? { frame: trackTable(columns), container: 'tbody', skeleton: rowsSkeleton(8), item: (/** @type {any} */ track, /** @type {number} */ index) => trackRow(track, index, columns) }
                : { frame: listFrame('grid'), skeleton: gridSkeleton(12), item: (/** @type {any} */ item) => (kind === 'albums' ? albumCard(item) : artistCard(item)) }),
        }).ready,
    ]);
}

/** @param {Written} written */
function review({ kind, id, name, cover: picture, rating, review: text, at }) {
    return html`<li class="review" data-testid="person-review">${cover(picture, name, { kind: 'row' })}
        <div class="review-text"><p class="review-head"><a href="/${kind}s/${encodeURIComponent(id)}"><strong>${name}</strong></a>
            <span class="review-stars">${icons.starFull}${number(rating, currentLocale())}<span class="visually-hidden"> ${t('opinions.ofFive', { stars: number(rating, currentLocale()) })}</span></span>
            <time datetime="${at}">${date(at, currentLocale())}</time></p>
        <p class="long-text" dir="auto">${text}</p></div></li>`;
}
