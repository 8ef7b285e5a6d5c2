// @ts-check
// The password once more, before what must not be done with somebody else's open browser.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { openDialog } from '../../elements/overlays/dialog.js';

/** @type {Promise<boolean> | undefined} */
let asking;

/** Calls that need it at the same time share one question. */
export function confirmPassword() {
    asking ??= ask().finally(() => {
        asking = undefined;
    });
    return asking;
}

/** @returns {Promise<boolean>} false when the person closed the dialog instead */
async function ask() {
    const { dialog, closed } = openDialog({
        title: t('confirmation.title'),
        testid: 'password-dialog',
        body: html`<form class="form dialog-body">
            <p>${t('confirmation.text')}</p>
            <input type="text" name="account" value="${me.value?.username ?? ''}"
                autocomplete="username" readonly hidden>
            ${field({
                name: 'password',
                label: t('fields.password'),
                type: 'password',
                autocomplete: 'current-password',
                required: true,
                maxlength: 4096,
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="password-confirm">${t('confirmation.confirm')}</button></div>
        </form>`,
    });
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ password }) => {
        await api.post('/me/confirmation', { password });
        dialog.close('confirmed');
    });
    return (await closed) === 'confirmed';
}
