// @ts-check
// Settings for scrobbling: whether users may, and to which server.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field } from '../../../elements/forms/form.js';

/** @type {import('./panel.js').ServicePanel} */
export const SCROBBLING = {
    name: 'scrobbling',
    title: 'settings.scrobbling.title',
    names: ['scrobbling', 'listenBrainzURL'],
    fields: ({ scrobbling, listenBrainzURL }) => html`<label class="switch"><input type="checkbox" role="switch"
            data-scrobbling data-testid="settings-scrobbling" aria-describedby="scrobbling-hint"
            ${attribute('checked', scrobbling)}><span>${t('settings.scrobbling.on')}</span></label>
        <p class="field-hint" id="scrobbling-hint">${t('settings.scrobbling.hint')}</p>
        ${field({
            name: 'listenBrainzURL',
            label: t('settings.scrobbling.url'),
            value: listenBrainzURL,
            required: true,
            maxlength: 500,
            hint: t('settings.scrobbling.urlHint'),
        })}`,
    read: ({ listenBrainzURL }, isOn) => ({ scrobbling: isOn('scrobbling'), listenBrainzURL }),
};
