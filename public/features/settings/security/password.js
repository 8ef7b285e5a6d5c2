// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { me, serverInfo } from '../../../core/session.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { accountName, hasPassword } from '../../sign-in/own-password.js';

/**
 * @param {HTMLElement} host
 * @param {() => void} keysEnded called after the change if the device keys ended with the old password
 */
export function mountPassword(host, keysEnded) {
    const { passwordMinLength: least, passwordMaxLength: most } = serverInfo.value;
    render(
        host,
        html`<h2 id="password-title">${t('profile.password')}</h2>
        <form class="form" data-testid="password-form">
            ${accountName()}
            <div class="form-pair">
                ${
                    hasPassword() &&
                    field({
                        name: 'currentPassword',
                        label: t('fields.currentPassword'),
                        type: 'password',
                        autocomplete: 'current-password',
                        required: true,
                    })
                }
                ${field({
                    name: 'newPassword',
                    label: t('fields.newPassword'),
                    type: 'password',
                    autocomplete: 'new-password',
                    required: true,
                    minlength: least,
                    maxlength: most,
                    hint: t('fields.passwordHint', { min: least }),
                })}
            </div>
            ${formError}
            <label class="switch"><input type="checkbox" role="switch" data-end-keys
                data-testid="end-device-keys"><span>${t('profile.endDeviceKeys')}</span></label>
            <p class="field-hint">${t('profile.passwordNote')}</p>
            <div class="form-actions"><button type="submit"
                class="button is-primary">${t(
                    hasPassword() ? 'profile.changePassword' : 'profile.choosePassword',
                )}</button></div>
        </form>`,
    );
    const form = /** @type {HTMLFormElement} */ (find(host, 'form'));
    handleForm(form, async ({ currentPassword = '', newPassword }) => {
        const endDeviceKeys = /** @type {HTMLInputElement} */ (find(form, '[data-end-keys]')).checked;
        await api.post('/me/password', { currentPassword, newPassword, endDeviceKeys });
        if (me.value && !hasPassword()) {
            me.set({ ...me.value, hasPassword: true });
            mountPassword(host, keysEnded);
        } else form.reset();
        if (endDeviceKeys) keysEnded();
        toast(t('profile.passwordChanged'));
    });
}
