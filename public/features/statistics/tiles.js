// @ts-check
// The figures of a period.

import { length, number, percent } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { genrePath } from '../../core/links.js';

/**
 * @typedef {{ plays: number, listenedMs: number }} Total
 * @param {{ total: Total, before?: Total, different: { tracks: number, albums: number,
 *   artists: number }, favoriteGenre?: { id: string, name: string, plays: number },
 *   streaks: { current?: { days: number }, longest?: { days: number } } }} summary
 */
export function tiles({ total, before, different, favoriteGenre, streaks }) {
    const locale = currentLocale();
    const change = before && before.listenedMs > 0 ? total.listenedMs / before.listenedMs - 1 : undefined;
    return html`<dl class="tiles" data-testid="tiles">
        ${tile(
            'time',
            length(total.listenedMs, locale),
            change === undefined
                ? ''
                : t(change >= 0 ? 'statistics.more' : 'statistics.less', { amount: percent(Math.abs(change), locale) }),
        )}
        ${tile('plays', number(total.plays, locale), t('statistics.differentTracks', { count: different.tracks }))}
        ${tile('artists', number(different.artists, locale), t('count.albums', { count: different.albums }))}
        ${tile(
            'genre',
            favoriteGenre ? html`<a href="${genrePath(favoriteGenre.id)}">${favoriteGenre.name}</a>` : '–',
            favoriteGenre ? t('count.plays', { count: favoriteGenre.plays }) : '',
        )}
        ${tile(
            'streak',
            t('count.days', { count: streaks.current?.days ?? 0 }),
            t('statistics.longest', { days: t('count.days', { count: streaks.longest?.days ?? 0 }) }),
        )}
    </dl>`;
}

/** @param {string} name @param {unknown} value @param {string} line */
function tile(name, value, line) {
    return html`<div class="tile" data-testid="tile-${name}"><dt>${t(`statistics.tiles.${name}`)}</dt>
        <dd class="tile-value">${value}</dd>${line && html`<dd class="tile-line">${line}</dd>`}</div>`;
}

/** @param {string} sharing @param {number} people */
export function groupNote(sharing, people) {
    return html`<div class="group-note"><p>${t('statistics.groupOf', { count: people ?? 0 })}</p>
        <label class="check"><input type="checkbox" data-share data-key="share" data-testid="share-listening"
            ${attribute('checked', sharing === 'gateway')}>${t('statistics.share')}</label>
        <p class="field-hint">${t('statistics.shareHint')}</p></div>`;
}
