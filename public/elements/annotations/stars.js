// @ts-check
// A rating of 1 to 5 in half steps: a group of radio buttons that looks like five stars. Each half has the size of a
// finger's target.

import { debounced } from '../../core/debounce.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { number } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../icons.js';
import { toast } from '../overlays/toast.js';
import { split } from './heart.js';
import { annotations } from './model.js';

/** @typedef {import('./model.js').Kind} Kind */

/** The arrow keys pass over steps that are not meant. */
const MEANT_AFTER_MS = 500;
let groups = 0;

/**
 * @param {Kind} kind
 * @param {import('./model.js').AnnotatedItem} item
 */
export function stars(kind, item) {
    const annotation = annotations.of(kind, item);
    const group = `stars-${++groups}`;
    return html`<div class="rating" data-rating="${kind}:${item.id}" data-testid="rating">
        <fieldset class="stars" role="radiogroup" aria-label="${t('opinions.yourRating')}" data-stars>
            ${[1, 2, 3, 4, 5].map(
                (star) =>
                    html`<span class="star ${fill(star, annotation.rating ?? 0)}"
                    data-star="${star}">${icons.star}${icons.starFull}
                ${star > 1 && half(group, star - 0.5, annotation.rating, 'is-left')}${half(
                    group,
                    star,
                    annotation.rating,
                    star > 1 ? 'is-right' : '',
                )}</span>`,
            )}
        </fieldset>
        <button type="button" class="icon-button" data-unrate data-testid="unrate"
            aria-label="${t('opinions.removeRating')}" title="${t('opinions.removeRating')}"
            ${attribute('hidden', !annotation.rating)}>${icons.close}</button>
        <span class="rating-average" data-average>${average(annotation)}</span>
    </div>`;
}

/** @param {string} group @param {number} value @param {number | undefined} rating @param {string} side */
function half(group, value, rating, side) {
    const text = t('opinions.ofFive', { stars: number(value, currentLocale()) });
    return html`<label class="star-half ${side}" title="${text}"><input type="radio" name="${group}" value="${value}"
        data-testid="star-${value}" ${attribute('checked', value === rating)}><span
        class="visually-hidden">${text}</span></label>`;
}

/** @param {number} star @param {number} rating */
const fill = (star, rating) => (rating >= star ? 'is-full' : rating >= star - 0.5 ? 'is-half' : '');

/** @param {import('./model.js').Annotation} annotation */
function average({ averageRating, ratingCount }) {
    return averageRating === undefined || ratingCount === 0
        ? ''
        : t('opinions.average', {
              average: number(Math.round(averageRating * 10) / 10, currentLocale()),
              count: ratingCount,
          });
}

/** Listens once for the whole document. */
export function listenToStars() {
    const send = async (/** @type {{ key: string, rating?: number }} */ { key, rating }) => {
        const [kind, id] = /** @type {[Kind, string]} */ (split(key));
        try {
            await annotations.rate(kind, id, rating ? { rating } : undefined);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    const later = debounced(MEANT_AFTER_MS, send);
    let byPointer = false;
    const keyOf = (/** @type {Element} */ element) =>
        /** @type {HTMLElement | null} */ (element.closest('[data-rating]'))?.dataset.rating ?? '';
    addEventListener(
        'pointerdown',
        () => {
            byPointer = true;
        },
        { capture: true },
    );
    addEventListener(
        'keydown',
        () => {
            byPointer = false;
        },
        { capture: true },
    );
    delegate(document, 'change', '[data-stars] input', (input) => {
        const rating = Number(/** @type {HTMLInputElement} */ (input).value);
        draw(input.closest('[data-stars]'), rating);
        later.cancel();
        const change = { key: keyOf(input), rating };
        if (byPointer) void send(change);
        else void later.later(change);
    });
    delegate(document, 'click', '[data-unrate]', (button) => {
        later.cancel();
        button.closest('[data-rating]')?.querySelector('input')?.focus();
        void send({ key: keyOf(button) });
    });
    delegate(document, 'pointerover', '[data-stars]', (group, event) => {
        const input = /** @type {Element} */ (event.target)
            .closest('.star-half')
            ?.querySelector('input');
        draw(
            group,
            input && /** @type {PointerEvent} */ (event).pointerType === 'mouse' ? Number(input.value) : chosen(group),
        );
    });
    delegate(document, 'pointerout', '[data-stars]', (group) => draw(group, chosen(group)));
    annotations.addEventListener('change', (event) => {
        const { kind, id, annotation } = /** @type {CustomEvent} */ (event).detail;
        for (const rating of document.querySelectorAll(`[data-rating="${CSS.escape(`${kind}:${id}`)}"]`))
            update(rating, annotation);
    });
}

/** @param {Element} rating @param {Partial<import('./model.js').Annotation>} annotation */
function update(rating, annotation) {
    if ('rating' in annotation) {
        for (const input of rating.querySelectorAll('input')) input.checked = Number(input.value) === annotation.rating;
        draw(rating.querySelector('[data-stars]'), annotation.rating ?? 0);
        /** @type {HTMLElement} */ (rating.querySelector('[data-unrate]')).hidden = !annotation.rating;
    }
    const text = rating.querySelector('[data-average]');
    if (text && annotation.ratingCount !== undefined)
        text.textContent = average({
            liked: false,
            averageRating: annotation.averageRating,
            ratingCount: annotation.ratingCount,
        });
}

/** @param {Element} group */
function chosen(group) {
    return Number(/** @type {HTMLInputElement | null} */ (group.querySelector('input:checked'))?.value ?? 0);
}

/** @param {Element | null} group @param {number} rating */
function draw(group, rating) {
    for (const star of group?.querySelectorAll('[data-star]') ?? []) {
        const look = fill(Number(/** @type {HTMLElement} */ (star).dataset.star), rating);
        star.classList.toggle('is-full', look === 'is-full');
        star.classList.toggle('is-half', look === 'is-half');
    }
}
