// @ts-check
// Whether people may hand on their plays, and to which server.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field } from '../../../elements/forms/form.js';

/** @param {{ scrobbling: boolean, listenBrainzURL: string }} settings */
export const scrobblingFields = (settings) => html`<fieldset class="form">
    <legend>${t('settings.scrobbling.title')}</legend>
    <label class="switch"><input type="checkbox" role="switch" data-scrobbling data-testid="settings-scrobbling"
        aria-describedby="scrobbling-hint" ${attribute('checked', settings.scrobbling)}><span>${t(
            'settings.scrobbling.on',
        )}</span></label>
    <p class="field-hint" id="scrobbling-hint">${t('settings.scrobbling.hint')}</p>
    ${field({
        name: 'listenBrainzURL',
        label: t('settings.scrobbling.url'),
        value: settings.listenBrainzURL,
        required: true,
        maxlength: 500,
        hint: t('settings.scrobbling.urlHint'),
    })}
</fieldset>`;
