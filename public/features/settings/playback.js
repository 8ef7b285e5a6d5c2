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
            })}<div><label class="switch"><input type="checkbox" role="switch" data-autoplay
                data-testid="autoplay" ${attribute('checked', autoplay.isOn)}><span>${t(
                    'autoplay.title',
                )}</span></label>
                <p class="field-hint">${t('autoplay.hint')} ${t('autoplay.deviceHint')}</p></div></div>`,
    );
    delegate(host, 'change', '[data-autoplay]', (input) => {
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
