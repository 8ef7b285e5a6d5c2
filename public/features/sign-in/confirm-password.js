// @ts-check
// Asks again for the password, a passkey or the provider before sensitive actions, since a browser may be left open.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me, serverInfo } from '../../core/session.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { hasPassword, ownPassword } from './own-password.js';
import { arePasskeysSupported, confirmByPasskey } from './passkeys.js';
import { beginVisit } from './provider-visit.js';

/** @type {Promise<boolean> | undefined} */
let asking;

/** Concurrent calls share one dialog. */
export function confirmPassword() {
    asking ??= ask().finally(() => {
        asking = undefined;
    });
    return asking;
}

/** @returns {Promise<boolean>} false if the user closes the dialog */
async function ask() {
    const { openID } = serverInfo.value;
    const offersPasskey = Boolean(arePasskeysSupported() && me.value?.passkeys);
    const cancel = html`<button type="button" class="button" data-close>${t('actions.cancel')}</button>`;
    const { dialog, closed } = openDialog({
        title: t('confirmation.title'),
        testid: 'password-dialog',
        body: html`<div class="form dialog-body">
            <p>${text(openID, offersPasskey)}</p>
            ${
                openID &&
                html`<form class="form" data-provider>
                ${formError}
                <div class="dialog-actions">${!hasPassword() && cancel}<button type="submit"
                    class="button ${hasPassword() ? '' : 'is-primary'}" data-testid="openid-confirm">${t(
                        'openID.confirmWith',
                        { name: openID },
                    )}</button></div></form>`
            }
            ${
                hasPassword() &&
                html`<form class="form" data-password>
                ${ownPassword(t('fields.password'))}
                ${formError}
                <div class="dialog-actions">${cancel}<button type="submit" class="button is-primary"
                    data-testid="password-confirm">${t('confirmation.confirm')}</button></div></form>`
            }
            ${
                offersPasskey &&
                html`<form class="form" data-passkey>${formError}<button type="submit" class="button is-wide"
                    data-testid="passkey-confirm">${icons.key}${t('passkeys.use')}</button></form>`
            }
        </div>`,
    });
    if (openID)
        handleForm(/** @type {HTMLFormElement} */ (find(dialog, '[data-provider]')), () =>
            beginVisit('confirm', location.pathname + location.search),
        );
    if (hasPassword())
        handleForm(/** @type {HTMLFormElement} */ (find(dialog, '[data-password]')), async ({ password }) => {
            await api.post('/me/confirmation', { password });
            dialog.close('confirmed');
        });
    if (offersPasskey)
        handleForm(/** @type {HTMLFormElement} */ (find(dialog, '[data-passkey]')), async () => {
            await confirmByPasskey();
            dialog.close('confirmed');
        });
    return (await closed) === 'confirmed';
}

/** @param {string | null} openID the provider's name @param {boolean} offersPasskey */
function text(openID, offersPasskey) {
    if (hasPassword()) return t(offersPasskey ? 'confirmation.textOrPasskey' : 'confirmation.text');
    return openID ? t('openID.confirmText', { name: openID }) : t('openID.confirmOff');
}
