// @ts-check
// The head of an album's, artist's or genre's page: big cover, light from its colors, the main actions.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../icons.js';
import { cover } from './cover.js';

/** @typedef {import('./cover.js').Options['color']} Color */

/**
 * How large a title is set.
 * @param {string} title
 */
export const titleSize = (title) => (title.length > 48 ? 'is-long' : title.length > 22 ? 'is-medium' : '');

/**
 * @param {{ kind: string, title: string, art?: string, color?: Color, picture?: unknown, round?: boolean,
 *   lines: unknown, actions: unknown }} parts `color`: of the cover `art`; `picture`: in place of the cover
 */
export function hero({ kind, title, art, color, picture, round = false, lines, actions }) {
    return html`<header class="hero" data-hero>
        ${picture ?? cover(art, title, { kind: 'large', round, eager: true, className: 'hero-cover', color })}
        <div class="hero-text">
            <p class="eyebrow">${kind}</p>
            <h1 class="${titleSize(title)}" dir="auto">${title}</h1>
            ${lines && html`<p class="hero-lines">${lines}</p>`}
            <div class="hero-actions">${actions}</div>
        </div>
    </header>`;
}

/** @param {'album'|'artist'|'genre'} kind @param {string} id */
export function heroActions(kind, id) {
    const target =
        kind === 'album'
            ? html`data-play-album="${id}"`
            : kind === 'artist'
              ? html`data-play-artist="${id}"`
              : html`data-play-genre="${id}"`;
    return html`<button type="button" class="button is-primary is-large" ${target}
        data-testid="play-all">${icons.play}${t('actions.play')}</button>
        <button type="button" class="button is-large" ${target} data-shuffled
            data-testid="shuffle-all">${icons.shuffle}${t('actions.shuffle')}</button>`;
}

/** @param {'artist'|'genre'} kind @param {{ id: string, name: string }} thing */
export function radioButton(kind, { id, name }) {
    const target = kind === 'artist' ? html`data-radio-artist="${id}"` : html`data-radio-genre="${id}"`;
    return html`<button type="button" class="button is-large is-shrinking" ${target} data-name="${name}"
        title="${t('songRadio.start')}" data-testid="start-radio">${icons.songRadio}<span>${t(
            'songRadio.start',
        )}</span></button>`;
}
