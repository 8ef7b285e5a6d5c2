// @ts-check
// The filters of a list of albums or tracks. The address holds them all, so that it can be kept and sent.

import { api, isAbort } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { number } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { rewriteAddress } from '../../core/navigate.js';
import { icons } from '../icons.js';

/**
 * @typedef {{ genre: string, yearFrom: string, yearTo: string, tempoFrom: string, tempoTo: string, played: string,
 *   liked: string, rating_min: string }} Filters
 */

export const FILTERS = /** @type {const} */ (['genre', 'yearFrom', 'yearTo', 'played', 'liked', 'rating_min']);
/** Tracks have a tempo as well. */
export const TRACK_FILTERS = /** @type {const} */ ([...FILTERS, 'tempoFrom', 'tempoTo']);
const NONE = /** @type {Filters} */ (Object.fromEntries(TRACK_FILTERS.map((name) => [name, ''])));
/** The lower and the upper bound of a range. */
const RANGES = /** @type {const} */ ([
    ['yearFrom', 'yearTo'],
    ['tempoFrom', 'tempoTo'],
]);
const RATINGS = ['5', '4.5', '4', '3.5', '3', '2.5', '2', '1.5', '1'];

/**
 * The filters of `query`, without invalid ones.
 * @param {URLSearchParams} query
 * @param {readonly (keyof Filters)[]} [known] the others stay empty
 * @returns {Filters}
 */
export function readFilters(query, known = FILTERS) {
    const whole = (/** @type {string} */ name, /** @type {RegExp} */ pattern) =>
        pattern.test(query.get(name) ?? '') ? /** @type {string} */ (query.get(name)) : '';
    const [year, tempo] = [/^[1-9]\d{0,3}$/, /^[1-9]\d{0,2}$/];
    const one = (/** @type {string} */ name, /** @type {string[]} */ values) =>
        values.includes(query.get(name) ?? '') ? /** @type {string} */ (query.get(name)) : '';
    const yesNo = ['true', 'false'];
    const all = {
        genre: query.get('genre') ?? '',
        yearFrom: whole('yearFrom', year),
        yearTo: whole('yearTo', year),
        tempoFrom: whole('tempoFrom', tempo),
        tempoTo: whole('tempoTo', tempo),
        played: one('played', yesNo),
        liked: one('liked', yesNo),
        rating_min: one('rating_min', RATINGS),
    };
    return { ...NONE, ...Object.fromEntries(known.map((name) => [name, all[name]])) };
}

/**
 * The page's path with what is chosen; what is as usual is left out.
 * @param {string} path
 * @param {Record<string, string>} choices
 */
export function filteredPath(path, choices) {
    const query = new URLSearchParams(Object.entries(choices).filter(([, value]) => value !== '')).toString();
    return query ? `${path}?${query}` : path;
}

/**
 * A button that opens the filters, and the filters.
 * @param {HTMLElement} button where the button goes
 * @param {HTMLElement} panel where the filters go
 * @param {Filters} filters
 * @param {readonly (keyof Filters)[]} known the ones that are offered
 * @param {(filters: Filters) => void} changed
 * @param {AbortSignal} signal
 */
export function mountFilters(button, panel, filters, known, changed, signal) {
    let current = filters;
    const count = () => known.filter((name) => current[name] !== '').length;
    const drawButton = () =>
        render(
            button,
            html`<button type="button" class="button is-small" data-testid="filters"
                aria-expanded="${String(!panel.hidden)}"
                aria-controls="list-filters">${icons.filter}<span class="filters-name">${t('filters.title')}</span>${
                    count() > 0 && html`<span class="badge">${String(count())}</span>`
                }</button>`,
        );
    const change = (/** @type {Partial<Filters>} */ part) => {
        current = { ...current, ...part };
        drawButton();
        find(panel, '[data-clear]').hidden = count() === 0;
        changed(current);
    };
    panel.id = 'list-filters';
    panel.hidden = count() === 0;
    const draw = (/** @type {{ id: string, name: string }[]} */ genres) => {
        render(
            panel,
            html`<form class="filters" aria-label="${t('filters.title')}">
            ${
                known.includes('genre') &&
                html`<label>${t('filters.genre')}<select
                    name="genre"><option value="">${t('filters.all')}</option>${genres.map(
                        ({ id, name }) =>
                            html`<option value="${id}"
                    ${attribute('selected', id === current.genre)}>${name}</option>`,
                    )}</select></label>
            <label>${t('filters.yearFrom')}<input name="yearFrom" inputmode="numeric" maxlength="4"
                value="${current.yearFrom}" placeholder="1950"></label>
            <label>${t('filters.yearTo')}<input name="yearTo" inputmode="numeric" maxlength="4"
                value="${current.yearTo}" placeholder="${String(new Date().getFullYear())}"></label>`
            }
            ${
                known.includes('tempoFrom') &&
                html`<label>${t('filters.tempoFrom')}<input name="tempoFrom" inputmode="numeric" maxlength="3"
                value="${current.tempoFrom}" placeholder="60"></label>
            <label>${t('filters.tempoTo')}<input name="tempoTo" inputmode="numeric" maxlength="3"
                value="${current.tempoTo}" placeholder="180"></label>`
            }
            ${
                known.includes('played') &&
                html`<label>${t('filters.played')}<select name="played">${[
                ['', 'all'],
                ['true', 'heard'],
                ['false', 'unheard'],
            ].map(
                ([value, key]) =>
                    html`<option value="${value}"
                        ${attribute('selected', value === current.played)}>${t(`filters.${key}`)}</option>`,
            )}</select></label>`
            }
            ${
                known.includes('liked') &&
                html`<label>${t('filters.liked')}<select name="liked">${[
                ['', 'all'],
                ['true', 'likedOnly'],
                ['false', 'notLiked'],
            ].map(
                ([value, key]) =>
                    html`<option value="${value}"
                        ${attribute('selected', value === current.liked)}>${t(`filters.${key}`)}</option>`,
            )}</select></label>
            <label>${t('filters.rating')}<select
                name="rating_min"><option value="">${t('filters.all')}</option>${RATINGS.map(
                    (value) =>
                        html`<option value="${value}"
                ${attribute('selected', value === current.rating_min)}>${t('filters.ratingMin', {
                    stars: number(Number(value), currentLocale()),
                })}</option>`,
                )}</select></label>`
            }
            <button type="button" class="button is-small" data-clear
                ${attribute('hidden', count() === 0)}>${t('filters.clear')}</button>
        </form>`,
        );
    };
    draw(current.genre ? [{ id: current.genre, name: '…' }] : []);
    drawButton();
    if (known.includes('genre'))
        api.get('/genres', { signal })
            .then(({ items }) => draw(items))
            .catch((error) => {
                if (!isAbort(error)) draw([]);
            });

    button.addEventListener(
        'click',
        () => {
            panel.hidden = !panel.hidden;
            drawButton();
            button.querySelector('button')?.focus();
        },
        { signal },
    );
    panel.addEventListener(
        'change',
        (event) => {
            const { name, value } = /** @type {HTMLInputElement} */ (event.target);
            const valid = readFilters(new URLSearchParams({ [name]: value }), known);
            const part = { [name]: valid[/** @type {'genre'} */ (name)] };
            const next = { ...current, ...part };
            const isBackwards = RANGES.some(
                ([from, to]) =>
                    (name === from || name === to) &&
                    next[from] !== '' &&
                    next[to] !== '' &&
                    Number(next[from]) > Number(next[to]),
            );
            /** @type {HTMLInputElement} */ (event.target).setAttribute(
                'aria-invalid',
                String(isBackwards || (value !== '' && part[name] === '')),
            );
            if (!isBackwards) change(part);
        },
        { signal },
    );
    panel.addEventListener('submit', (event) => event.preventDefault(), { signal });
    panel.addEventListener(
        'click',
        (event) => {
            if (!(/** @type {Element} */ (event.target).closest('[data-clear]'))) return;
            /** @type {HTMLFormElement} */ (find(panel, 'form')).reset();
            const inputs = panel.querySelectorAll('input, select');
            for (const input of /** @type {NodeListOf<HTMLInputElement>} */ (inputs)) input.value = '';
            change(NONE);
            button.querySelector('button')?.focus();
        },
        { signal },
    );
}

/** @param {string} path @param {Record<string, string>} choices */
export function keepInAddress(path, choices) {
    rewriteAddress(filteredPath(path, choices));
}
