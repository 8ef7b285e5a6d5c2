// @ts-check
// Another user's profile: the likes and reviews that the user shares.

import { api, ApiError } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { follow } from '../../core/live-views.js';
import { date, number } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { may, me } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { listFrame } from '../../elements/lists/list-frame.js';
import { avatar, colorOf } from '../../elements/music/avatar.js';
import { albumCard, artistCard } from '../../elements/music/cards.js';
import { cover } from '../../elements/music/cover.js';
import { hero } from '../../elements/music/hero.js';
import { gridSkeleton, headerSkeleton, rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { reportDialog } from '../moderation/report-dialog.js';
import { bindTracks, trackRow, trackTable } from '../track/table.js';

/**
 * @typedef {{ kind: string, id: string, name: string, cover?: string, rating: number, review: string,
 *   at: string }} Written
 */

const KINDS = ['tracks', 'albums', 'artists'];
// These events do not name the user, so any of them reloads.
const CHANGES = ['changes', 'reset'];

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, path, query, setTitle, signal }) {
    render(root, html`<div class="page">${headerSkeleton()}</div>`);
    const address = `/people/${encodeURIComponent(params.id)}`;
    const wanted = query.get('kind') ?? 'tracks';
    const kind = KINDS.includes(wanted) ? wanted : 'tracks';
    const ask = (
        /** @type {string} */ what,
        /** @type {import('../../core/api.js').Options} */ options,
        /** @type {string | undefined} */ cursor,
    ) => api.get(`${address}/${what}`, { ...options, query: { kind: kind.slice(0, -1), cursor, limit: 60 } });
    const first = async (/** @type {import('../../core/api.js').Options} */ options) => {
        const [person, reviews, likes] = await Promise.all([
            api.get(address, options),
            ask('reviews', options, undefined),
            ask('likes', options, undefined),
        ]);
        return { person, reviews, likes };
    };
    /** @type {Awaited<ReturnType<typeof first>>} */
    let shown;
    try {
        shown = await first({ signal });
    } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
        setTitle(t('people.title'));
        // Retries on changes until the user shares the profile.
        follow(
            CHANGES,
            undefined,
            (abort) =>
                api.get(address, { signal: abort, quiet: true }).catch((failure) => {
                    if (!(failure instanceof ApiError) || failure.status !== 404) throw failure;
                }),
            signal,
        );
        return render(
            root,
            html`<div class="page">
                <h1 class="visually-hidden">${t('people.title')}</h1>${emptyState({
                    art: 'queue',
                    title: t('people.closed'),
                    text: t('people.closedText'),
                })}</div>`,
        );
    }
    const { person } = shown;
    setTitle(person.name);
    render(
        root,
        html`<article class="page is-tinted is-color-${String(colorOf({ id: params.id }))}" data-testid="person">
        ${hero({
            kind: t('people.title'),
            title: person.name,
            picture: avatar({ id: params.id, name: person.name, picture: person.picture }, 'is-hero'),
            lines: '',
            actions: html`${
                person.picture &&
                params.id !== me.value?.id &&
                may('takePart') &&
                html`<button type="button" class="button is-small" data-report-picture
            data-testid="report-picture">${icons.flag}${t('reports.reportPicture')}</button>`
            }`,
        })}
        <nav class="tabs is-quiet"
            aria-label="${person.name}">${KINDS.map(
                (name) =>
                    html`<a href="${path}${name === 'tracks' ? '' : `?kind=${name}`}" data-testid="person-${name}"
            aria-current="${name === kind ? 'true' : 'false'}">${t(`library.${name}`)}</a>`,
            )}</nav>
        <section data-testid="person-reviews"><header class="section-head"><h2>${t('people.reviews')}</h2></header>
            <div data-reviews></div></section>
        <section data-testid="person-likes"><header class="section-head"><h2>${t('people.likes')}</h2></header>
            <div data-likes></div></section>
    </article>`,
    );
    follow(CHANGES, essential(shown), async (abort) => essential(await first({ signal: abort, quiet: true })), signal);
    delegate(root, 'click', '[data-report-picture]', () => reportDialog('picture', params.id, person.name), signal);
    /** @type {any[]} */
    let liked = [];
    const load =
        (/** @type {'reviews' | 'likes'} */ what) =>
        async (/** @type {string | undefined} */ cursor, /** @type {AbortSignal} */ abort) =>
            cursor ? ask(what, { signal: abort }, cursor) : shown[what];
    const likes = find(root, '[data-likes]');
    bindTracks(likes, (row) => ({ tracks: liked, index: Number(row.dataset.index) }), signal);
    const columns = { caption: t('people.likes'), art: true, album: true };
    await Promise.all([
        infiniteList(find(root, '[data-reviews]'), {
            signal,
            load: load('reviews'),
            frame: html`<ul class="reviews"></ul>`,
            container: 'ul',
            item: review,
            skeleton: rowsSkeleton(3),
            empty: () => html`<p class="panel-lead">${t('people.noReviews')}</p>`,
        }).ready,
        infiniteList(likes, {
            signal,
            load: load('likes'),
            loaded: (items) => {
                liked = items;
            },
            empty: () => html`<p class="panel-lead">${t('people.noLikes')}</p>`,
            ...(kind === 'tracks'
                ? {
                      frame: trackTable(columns),
                      container: 'tbody',
                      skeleton: rowsSkeleton(8),
                      item: (/** @type {any} */ track, /** @type {number} */ index) => trackRow(track, index, columns),
                  }
                : {
                      frame: listFrame('grid'),
                      skeleton: gridSkeleton(12),
                      item: (/** @type {any} */ item) => (kind === 'albums' ? albumCard(item) : artistCard(item)),
                  }),
        }).ready,
    ]);
}

/**
 * Compares likes by name alone, since play counts change with every play.
 * @param {any} answers
 */
function essential({ person, reviews, likes }) {
    return {
        person,
        reviews: reviews.items,
        likes: likes.items.map((/** @type {{ id: string, name?: string, title?: string }} */ item) => [
            item.id,
            item.name ?? item.title,
        ]),
    };
}

/** @param {Written} written */
function review({ kind, id, name, cover: picture, rating, review: text, at }) {
    return html`<li class="review" data-testid="person-review">${cover(picture, name, { kind: 'row' })}
        <div class="review-text">
            <p class="review-head"><a href="/${kind}s/${encodeURIComponent(id)}"><strong>${name}</strong></a>
            <span class="review-stars">${icons.starFull}${number(rating, currentLocale())}<span
                class="visually-hidden"> ${t('opinions.ofFive', {
                    stars: number(rating, currentLocale()),
                })}</span></span>
            <time datetime="${at}">${date(at, currentLocale())}</time></p>
        <p class="long-text" dir="auto">${text}</p></div></li>`;
}
