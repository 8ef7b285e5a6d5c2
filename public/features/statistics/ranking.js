// @ts-check
// The rankings: most played or best rated.

import { length, number } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks, artistPath, genrePath, trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { choicePath, KINDS } from './model.js';

/**
 * @typedef {{ id: string, name: string, artists: { id: string, name: string }[], album?: string,
 *   cover?: string, plays?: number, listenedMs?: number, rating?: number, ratings?: number }} Ranked
 */

const PATHS = { track: trackPath, album: albumPath, artist: artistPath, genre: genrePath };

/** @param {import('./model.js').Choice} choice */
export function rankingTabs(choice) {
    const link = (
        /** @type {Partial<import('./model.js').Choice>} */ change,
        /** @type {string} */ text,
        /** @type {boolean} */ on,
        /** @type {string} */ key,
    ) =>
        html`<a href="${choicePath({ ...choice, ...change })}" data-choice data-key="${key}" data-testid="${key}"
            aria-current="${on ? 'true' : 'false'}">${text}</a>`;
    return html`<div class="toolbar"><nav class="tabs is-quiet"
        aria-label="${t('statistics.rankings')}">${KINDS.map((kind) =>
            link({ kind }, t(`statistics.kinds.${kind}`), kind === choice.kind, `kind-${kind}`),
        )}</nav>
        <nav class="tabs is-quiet"
            aria-label="${t('statistics.order')}">${['plays', 'rating'].map((by) =>
                link({ by }, t(`statistics.orders.${by}`), by === choice.by, `by-${by}`),
            )}</nav></div>`;
}

/** @param {Ranked[]} items @param {{ kind: string, by: string }} choice */
export function ranking(items, { kind, by }) {
    if (items.length === 0)
        return html`<p class="quiet"
            data-testid="ranking-empty">${t(by === 'rating' ? 'statistics.nothingRated' : 'statistics.nothing')}</p>`;
    const highest = Math.max(...items.map((item) => item.plays ?? item.rating ?? 0));
    return html`<ol class="ranking"
        data-testid="ranking">${items.map((item, index) => row(item, index, kind, highest))}</ol>`;
}

/** @param {Ranked} item @param {number} index @param {string} kind @param {number} highest */
export function row(item, index, kind, highest) {
    const locale = currentLocale();
    const path = PATHS[/** @type {keyof typeof PATHS} */ (kind)](item.id);
    const score =
        item.plays === undefined
            ? html`<span
                class="ranked-score">${icons.starFull}${number(
                    Math.round((item.rating ?? 0) * 10) / 10,
                    locale,
                )}</span><span
                class="ranked-line">${t('statistics.ratings', { count: item.ratings ?? 0 })}</span>`
            : html`<span class="ranked-score">${t('count.plays', { count: item.plays })}</span><span
                class="ranked-line">${length(item.listenedMs ?? 0, locale)}</span>`;
    return html`<li class="ranked" data-testid="ranked"><span class="ranked-place">${String(index + 1)}</span>
        ${cover(item.cover, item.album ?? item.name, { kind: 'row', round: kind === 'artist' })}
        <div class="ranked-text"><a class="ranked-name" dir="auto"
            href="${path}">${item.name}</a>${
                item.artists.length > 0 && html`<span class="ranked-line">${artistLinks(item.artists)}</span>`
            }
            <svg class="ranked-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"
                focusable="false">
                <rect width="${(((item.plays ?? item.rating ?? 0) / Math.max(1, highest)) * 100).toFixed(1)}" height="4"
                rx="1"/></svg></div>
        <div class="ranked-numbers">${score}</div></li>`;
}
