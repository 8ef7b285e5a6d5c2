// @ts-check
// A secret for an authenticator app, and recovery codes. Used by the settings and by the sign-in.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { copyField } from '../../elements/forms/copy-field.js';
import { field } from '../../elements/forms/form.js';

/** @typedef {{ secret: string, address: string, qrCode?: string }} Enrolment */

/** @param {Enrolment} enrolment */
export function enrolmentFields({ secret, qrCode }) {
    return html`<p>${t('twoFactor.scan')}</p>
        ${
            qrCode &&
            html`<figure class="qr-code"><img src="data:image/svg+xml,${encodeURIComponent(qrCode)}"
            alt="${t('twoFactor.qrCode')}" width="200" height="200"></figure>`
        }
        <div class="field"><span class="label">${t('twoFactor.key')}</span>${copyField(
            secret,
            t('twoFactor.key'),
            'two-factor-secret',
        )}</div>
        ${codeField(t('twoFactor.sixDigits'))}`;
}

/** @param {string} hint */
export function codeField(hint) {
    return field({
        name: 'code',
        label: t('twoFactor.code'),
        hint,
        autocomplete: 'one-time-code',
        required: true,
        autofocus: true,
        maxlength: 32,
    });
}

/**
 * Shows the recovery codes. They cannot be shown again.
 * @param {string[]} codes
 */
export function recoveryCodes(codes) {
    return html`<p>${t('twoFactor.recoveryText')}</p>
        <ul class="recovery-codes"
            data-testid="recovery-codes">${codes.map((code) => html`<li><code>${code}</code></li>`)}</ul>
        ${copyField(codes.join(' '), t('twoFactor.copyAll'), 'recovery-codes-text')}`;
}
