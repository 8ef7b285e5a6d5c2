// @ts-check
// The shelf's statistics and its best rated items.

import { length, number } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';

/** @typedef {import('./model.js').ShelfItem} ShelfItem */

/**
 * @param {{ items: number, durationMs: number, favoriteGenre?: { name: string, items: number },
 *   averageRating?: number, ratings: { rating: number, items: number }[] }} statistics
 * @param {ShelfItem[]} best the best rated items, best first
 */
export function shelfNumbers({ items, durationMs, favoriteGenre, averageRating, ratings }, best) {
    const locale = currentLocale();
    const rated = ratings.reduce((sum, one) => sum + one.items, 0);
    return html`<div class="section-head"><h2 id="numbers-title">${t('shelf.numbers')}</h2></div>
        <dl class="tiles" data-testid="shelf-tiles">
            ${tile('items', number(items, locale), '')}
            ${tile('time', length(durationMs, locale), '')}
            ${tile(
                'genre',
                favoriteGenre?.name ?? '–',
                favoriteGenre ? t('count.items', { count: favoriteGenre.items }) : '',
            )}
            ${tile(
                'rating',
                averageRating === undefined ? '–' : number(Math.round(averageRating * 10) / 10, locale),
                t('statistics.ratings', { count: rated }),
            )}
        </dl>
        ${
            best.length > 0 &&
            html`<div class="section-head"><h3>${t('shelf.best')}</h3><a class="text-button"
                href="/shelf/items?sort=rating">${t('actions.seeAll')}</a></div>
            <ol class="ranking" data-testid="shelf-best">${best.map(row)}</ol>`
        }`;
}

/** @param {string} name @param {unknown} value @param {string} line */
function tile(name, value, line) {
    return html`<div class="tile" data-testid="shelf-tile-${name}"><dt>${t(`shelf.tiles.${name}`)}</dt>
        <dd class="tile-value" dir="auto">${value}</dd>${line && html`<dd class="tile-line">${line}</dd>`}</div>`;
}

/** @param {ShelfItem} item @param {number} index */
function row(item, index) {
    const path = item.track ? trackPath(item.track.id) : item.album ? albumPath(item.album.id) : undefined;
    return html`<li class="ranked"><span class="ranked-place">${String(index + 1)}</span>
        ${cover(item.cover, item.title, { kind: 'row' })}
        <div
            class="ranked-text">${
                path
                    ? html`<a class="ranked-name" dir="auto" href="${path}">${item.title}</a>`
                    : html`<span class="ranked-name" dir="auto">${item.title}</span>`
            }${item.artist && html`<span class="ranked-line" dir="auto">${item.artist}</span>`}</div>
        <div
            class="ranked-numbers"><span
            class="ranked-score">${icons.starFull}${number(item.rating ?? 0, currentLocale())}</span></div></li>`;
}
