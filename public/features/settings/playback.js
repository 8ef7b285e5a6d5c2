// @ts-check

import { delegate } from '../../core/dom.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { select } from '../../elements/forms/form.js';
import { autoplay } from '../../player/index.js';
import { QUALITIES } from '../../player/quality.js';

/** @param {HTMLElement} host */
export function mountPlayback(host) {
    const options = QUALITIES.map(
        (quality) =>
            /** @type {[string, string]} */ ([
                quality,
                quality === 'original' ? t('profile.qualityOriginal') : t('profile.qualityRate', { rate: quality }),
            ]),
    );
    render(
        host,
        html`<h2 id="playback-title" class="visually-hidden">${t('profile.playback')}</h2>
        <div
            class="form">${select({
                name: 'quality',
                label: t('profile.quality'),
                value: preferences.get('quality', 'original'),
                options,
                hint: t('profile.qualityHint'),
            })}<label class="switch"><input type="checkbox" role="switch" name="moments" data-testid="show-moments"
                aria-describedby="show-moments-hint"
                ${attribute('checked', preferences.get('moments', true))}><span>${t('profile.moments')}</span></label>
            <p class="field-hint" id="show-moments-hint">${t('profile.momentsHint')}</p>
            <label class="switch"><input type="checkbox" role="switch" name="autoplay" data-testid="autoplay"
                aria-describedby="autoplay-hint"
                ${attribute('checked', autoplay.isOn)}><span>${t('autoplay.title')}</span></label>
            <p class="field-hint" id="autoplay-hint">${t('autoplay.hint')} ${t('autoplay.deviceHint')}</p></div>`,
    );
    delegate(host, 'change', '[name=moments]', (input) => {
        preferences.set({ moments: /** @type {HTMLInputElement} */ (input).checked });
    });
    delegate(host, 'change', '[name=autoplay]', (input) => {
        autoplay.isOn = /** @type {HTMLInputElement} */ (input).checked;
    });
    delegate(host, 'change', '[name=quality]', (input) => {
        preferences.set({
            quality: /** @type {import('../../player/quality.js').Quality} */ (
                /** @type {HTMLSelectElement} */ (input).value
            ),
        });
    });
}
