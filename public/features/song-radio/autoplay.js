// @ts-check
// Autoplay in the queue: the divider before its songs, and the switch.

import { delegate } from '../../core/dom.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { autoplay, songRadio } from '../../player/index.js';
import { isElsewhere } from '../../player/steered.js';

/** The switch; false while a radio or another device plays. */
export const autoplaySwitch = () =>
    !songRadio.seed &&
    !isElsewhere() &&
    html`<div class="queue-autoplay"><label class="switch"><input type="checkbox" role="switch" data-autoplay
        data-testid="queue-autoplay" ${attribute('checked', autoplay.isOn)}><span>${t('autoplay.title')}</span></label>
        <p class="field-hint">${t('autoplay.hint')}</p></div>`;

/** The divider before the first song that autoplay added. */
export const autoplayDivider = () =>
    html`<li class="queue-divider" data-testid="autoplay-divider">${
        autoplaySwitch() || html`<span class="queue-divider-name">${t('autoplay.title')}</span>`
    }</li>`;

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindAutoplay(root, signal) {
    delegate(
        root,
        'change',
        '[data-autoplay]',
        (input) => {
            autoplay.isOn = /** @type {HTMLInputElement} */ (input).checked;
        },
        signal,
    );
}
