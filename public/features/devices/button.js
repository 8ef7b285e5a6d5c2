// @ts-check
// The button that opens the list of devices, and the line that names the playing device. Their containers render them
// again; this module keeps them up to date.

import { delegate, find, setText } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { choice, isElsewhere } from '../../player/steered.js';

const label = () => (isElsewhere() ? t('devices.playingOn', { name: choice.name }) : t('devices.title'));

/** @param {string} testid */
export const devicesButton = (testid) =>
    html`<button type="button" class="icon-button is-mode devices-button" data-devices aria-haspopup="dialog"
        aria-pressed="${String(isElsewhere())}" aria-label="${label()}" title="${label()}"
        data-testid="${testid}">${icons.devices}<span class="devices-name" dir="auto">${choice.name}</span></button>`;

/** The line that names the device that plays; false while this tab plays. */
export const elsewhereLine = () =>
    isElsewhere() &&
    html`<button type="button" class="player-elsewhere" data-devices aria-haspopup="dialog"
        data-testid="player-elsewhere">${icons.devices}<span dir="auto">${label()}</span></button>`;

/** Adds the listeners for the whole document. Called once. */
export function listenToDevicesButtons() {
    delegate(document, 'click', '[data-devices]', () => void openDevices());
    const mark = () => {
        for (const button of document.querySelectorAll('.devices-button')) {
            if (button.getAttribute('aria-label') === label()) continue;
            button.setAttribute('aria-pressed', String(isElsewhere()));
            button.setAttribute('aria-label', label());
            button.setAttribute('title', label());
            setText(find(button, '.devices-name'), choice.name);
        }
    };
    choice.addEventListener('change', mark);
}

export async function openDevices() {
    const { openSheet } = await import('./sheet.js');
    openSheet();
}
