// @ts-check
// The reviews of an item, and a field for one's own.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { date, number } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { pausing } from '../../core/throttle.js';
import { me } from '../../core/session.js';
import { icons } from '../icons.js';
import { focused } from '../lists/live-list.js';
import { avatar } from '../music/avatar.js';
import { toast } from '../overlays/toast.js';
import { annotations } from './model.js';

/**
 * @typedef {{ author: { id: string, name: string, picture?: string }, rating: number, review: string,
 *   at: string }} Review
 */

const SHOWN = 50;

/**
 * @param {HTMLElement} host
 * @param {import('./model.js').Kind} kind
 * @param {import('./model.js').AnnotatedItem} item
 * @param {AbortSignal} signal
 */
export async function mountReviews(host, kind, item, signal) {
    const path = `/${kind}s/${encodeURIComponent(item.id)}`;
    const load = async () => {
        const [own, page] = await Promise.all([api.get(`${path}/rating`, { signal }), written()]);
        draw(own, page.items);
    };
    const written = () => api.get(`${path}/reviews`, { query: { limit: SHOWN }, signal });
    /** @param {Review[]} reviews */
    const list = (reviews) =>
        reviews.length > 0 && html`<ul class="reviews" data-testid="reviews">${reviews.map(row)}</ul>`;
    let shown = '';
    /** @param {{ rating?: number, review?: string }} own @param {Review[]} reviews */
    const draw = (own, reviews) => {
        shown = JSON.stringify(reviews);
        render(
            host,
            html`<h2 id="reviews-title">${t('opinions.reviews')}</h2>
            <form class="form" data-review>
                <div class="field"><label for="own-review">${t('opinions.yourReview')}</label>
                    <textarea id="own-review" name="review" rows="3" maxlength="4000" aria-describedby="own-review-note"
                        data-testid="review" ${attribute('disabled', !own.rating)}>${own.review ?? ''}</textarea>
                    <p class="field-hint" id="own-review-note"
                        data-note>${t(own.rating ? 'opinions.reviewHint' : 'opinions.rateFirst')}</p></div>
                <div class="form-actions"><button type="submit" class="button" data-testid="save-review"
                    ${attribute('disabled', !own.rating)}>${t('actions.save')}</button></div>
            </form>
            <div data-written>${list(reviews)}</div>`,
        );
    };
    delegate(
        host,
        'submit',
        '[data-review]',
        async (form, event) => {
            event.preventDefault();
            const text = /** @type {HTMLTextAreaElement} */ (find(form, 'textarea')).value.trim();
            const { rating } = annotations.of(kind, item);
            if (!rating) return;
            try {
                await annotations.rate(kind, item.id, { rating, review: text || null });
                toast(t('opinions.reviewSaved'));
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    annotations.addEventListener(
        'change',
        (event) => {
            const { kind: changed, id, annotation } = /** @type {CustomEvent} */ (event).detail;
            if (changed !== kind || id !== item.id || !('rating' in annotation)) return;
            const text = /** @type {HTMLTextAreaElement | null} */ (host.querySelector('textarea'));
            if (!text) return;
            text.disabled = !annotation.rating;
            /** @type {HTMLButtonElement} */ (find(host, '[type=submit]')).disabled = !annotation.rating;
            find(host, '[data-note]').textContent = t(annotation.rating ? 'opinions.reviewHint' : 'opinions.rateFirst');
            if (!annotation.rating) {
                text.value = '';
                void load().catch(() => {});
            }
        },
        { signal },
    );
    // Other users' reviews change the list alone: the user may be writing beside it.
    const look = pausing(async () => {
        try {
            const { items } = await written();
            const place = /** @type {HTMLElement | null} */ (host.querySelector('[data-written]'));
            if (!place || JSON.stringify(items) === shown) return;
            shown = JSON.stringify(items);
            const focus = focused(place);
            render(place, html`${list(items)}`);
            focus();
        } catch {
            // After a failure the next look asks again.
        }
    }, signal);
    live.on(
        'rating',
        ({ kind: changed, id }) => {
            if (changed === kind && id === item.id) look.soon();
        },
        signal,
    );
    live.on('reset', look.soon, signal);
    await load();
}

/** @param {Review} review */
function row({ author, rating, review, at }) {
    const isOwn = author.id === me.value?.id;
    return html`<li class="review"
        data-key="${author.id}">${avatar(author)}
        <div class="review-text">
            <p class="review-head"><a class="person-link" data-focus="author"
            href="/people/${encodeURIComponent(author.id)}"><strong>${author.name}</strong></a>${
                isOwn && html` <span class="badge">${t('opinions.you')}</span>`
            }
            <span class="review-stars">${icons.starFull}${number(rating, currentLocale())}<span
                class="visually-hidden"> ${t('opinions.ofFive', {
                    stars: number(rating, currentLocale()),
                })}</span></span>
            <time datetime="${at}">${date(at, currentLocale())}</time></p>
        <p class="long-text" dir="auto">${review}</p></div></li>`;
}
