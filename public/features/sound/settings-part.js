// @ts-check
// The settings part with this device's sound.

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { bindSoundControls, soundControls } from './controls.js';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function mountSoundSettings(host, signal) {
    render(
        host,
        html`<h2 id="sound-title">${t('audio.title')}</h2>
        <div class="form"><p class="field-hint">${t('audio.deviceHint')}</p>${soundControls()}</div>`,
    );
    bindSoundControls(host, signal);
}
