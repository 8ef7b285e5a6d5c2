// @ts-check
// Decades and moods as seeds of a radio. The server lists those that have music.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { startRadioOf } from './start.js';

/** @typedef {{ decades: number[], moods: string[] }} Seeds */

/** @param {number} year the first of the decade */
export const decadeName = (year) => t('songRadio.decade', { year: String(year) });

/** @param {AbortSignal} signal @returns {Promise<Seeds>} no seeds without a connection */
export const loadRadioSeeds = (signal) =>
    api.get('/radio/seeds', { signal, quiet: true }).catch(() => ({ decades: [], moods: [] }));

/**
 * Fills `host`. Leaves it empty if there are no seeds.
 * @param {HTMLElement} host
 * @param {Seeds} seeds
 * @param {AbortSignal} signal
 */
export function showRadioSeeds(host, seeds, signal) {
    if (seeds.decades.length + seeds.moods.length === 0) return;
    const button = (/** @type {string} */ kind, /** @type {string} */ id, /** @type {string} */ name) =>
        html`<li><button type="button" class="button" data-radio-seed="${kind}" data-seed="${id}" data-name="${name}"
            data-testid="radio-seed">${name}</button></li>`;
    const decades = [...seeds.decades].reverse();
    render(
        host,
        html`<section class="radio-seeds" aria-labelledby="radio-seeds-title">
        <h2 id="radio-seeds-title">${icons.songRadio}${t('songRadio.seedsTitle')}</h2>
        ${
            seeds.moods.length > 0 &&
            html`<ul class="chips" aria-label="${t('songRadio.moodsLabel')}">${seeds.moods.map((mood) =>
                button('mood', mood, t(`songRadio.moods.${mood}`)),
            )}</ul>`
        }
        ${
            decades.length > 0 &&
            html`<ul class="chips" aria-label="${t('songRadio.decadesLabel')}">${decades.map((year) =>
                button('years', `${year}-${year + 9}`, decadeName(year)),
            )}</ul>`
        }</section>`,
    );
    delegate(
        host,
        'click',
        '[data-radio-seed]',
        async (pressed) => {
            const { radioSeed: kind, seed: id = '', name = '' } = pressed.dataset;
            pressed.setAttribute('aria-busy', 'true');
            await startRadioOf(kind === 'years' ? 'years' : 'mood', id, name);
            pressed.removeAttribute('aria-busy');
        },
        signal,
    );
}
