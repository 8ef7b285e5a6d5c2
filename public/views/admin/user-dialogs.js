// @ts-check

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { dateTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { ROLES } from '../../core/reasons.js';
import { serverInfo } from '../../core/session.js';
import { copyField } from '../../elements/copy-field.js';
import { openDialog } from '../../elements/dialog.js';
import { field, formError, handleForm, select } from '../../elements/form.js';
import { toast } from '../../elements/toast.js';

/** @typedef {{ url: string, expiresAt: string }} Link */

/** @param {() => void} created */
export function createUserDialog(created) {
    const { passwordMinLength: least, passwordMaxLength: most } = serverInfo.value;
    const { dialog, close } = openDialog({
        title: t('users.create'),
        testid: 'user-dialog',
        body: html`<form class="form dialog-body">
            ${field({ name: 'username', label: t('fields.username'), required: true, maxlength: 64, hint: t('fields.usernameHint') })}
            ${field({ name: 'displayName', label: t('fields.displayNameOptional'), maxlength: 100 })}
            ${field({ name: 'email', label: t('fields.emailOptional'), type: 'email', maxlength: 254 })}
            ${select({ name: 'role', label: t('users.role'), value: 'contributor', options: ROLES.map((role) => [role, t(`roles.${role}`)]) })}
            ${field({ name: 'password', label: t('fields.passwordOptional'), type: 'password', autocomplete: 'new-password', minlength: least, maxlength: most, hint: t('users.passwordHint') })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button" data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary" data-testid="user-save">${t('users.create')}</button></div>
        </form>`,
    });
    handleForm(find(dialog, 'form'), async (values) => {
        const body = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
        /** @type {{ user: import('../../core/types.js').User, link?: Link }} */
        const made = await api.post('/users', body);
        created();
        if (!made.link) {
            close();
            return toast(t('users.created', { name: made.user.displayName || made.user.username }));
        }
        find(dialog, 'form').remove();
        showLink(dialog, made.link, made.user.displayName || made.user.username);
    });
}

/** @param {Link} link @param {string} name */
export function linkDialog(link, name) {
    const { dialog } = openDialog({ title: t('users.linkTitle'), testid: 'link-dialog', body: html`` });
    showLink(dialog, link, name);
}

/** @param {HTMLDialogElement} dialog @param {Link} link @param {string} name */
function showLink(dialog, link, name) {
    const box = document.createElement('div');
    box.className = 'dialog-body';
    render(box, html`<p>${t('users.linkText', { name, date: dateTime(link.expiresAt, currentLocale()) })}</p>
        ${copyField(link.url, t('users.linkTitle'), 'link-value')}
        <div class="dialog-actions"><button type="button" class="button is-primary" data-close data-testid="link-done">${t('actions.done')}</button></div>`);
    dialog.append(box);
    find(box, '[data-copy]').focus();
}
