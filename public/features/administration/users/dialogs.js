// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { dateTime } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { serverInfo } from '../../../core/session.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { field, formError, handleForm, select } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { chosenLibraries, libraryChoice } from '../library-choice.js';
import { planOptions } from '../plan-options.js';
import { ROLES } from '../reasons.js';

/** @typedef {{ url: string, expiresAt: string }} Link */

/** @param {() => void} created */
export async function createUserDialog(created) {
    const [{ items: plans }, { items: libraries }] = await Promise.all([api.get('/plans'), api.get('/libraries')]);
    const { passwordMinLength: least, passwordMaxLength: most } = serverInfo.value;
    const { dialog, close } = openDialog({
        title: t('users.create'),
        testid: 'user-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'username',
                label: t('fields.username'),
                required: true,
                maxlength: 64,
                hint: t('fields.usernameHint'),
            })}
            ${field({ name: 'displayName', label: t('fields.displayNameOptional'), maxlength: 100 })}
            ${field({ name: 'email', label: t('fields.emailOptional'), type: 'email', maxlength: 254 })}
            ${select({
                name: 'role',
                label: t('users.role'),
                value: 'contributor',
                options: ROLES.map((role) => [role, t(`roles.${role}`)]),
            })}
            ${select({ name: 'plan', label: t('users.plan'), value: '', options: planOptions(plans) })}
            <fieldset class="form"><legend>${t('users.libraries')}</legend>${libraryChoice(libraries)}</fieldset>
            ${field({
                name: 'password',
                label: t('fields.passwordOptional'),
                type: 'password',
                autocomplete: 'new-password',
                minlength: least,
                maxlength: most,
                hint: t('users.passwordHint'),
            })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="user-save">${t('users.create')}</button></div>
        </form>`,
    });
    handleForm(find(dialog, 'form'), async (values) => {
        const body = {
            ...Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
            libraries: chosenLibraries(dialog),
        };
        /** @type {{ user: import('../../../core/types.js').User, link?: Link }} */
        const made = await api.post('/users', body);
        created();
        if (!made.link) {
            close();
            return toast(t('users.created', { name: made.user.displayName || made.user.username }));
        }
        find(dialog, 'form').remove();
        showLink(
            dialog,
            made.link,
            made.user.displayName || made.user.username,
            `/users/${encodeURIComponent(made.user.id)}`,
        );
    });
}

/** @param {Link} link @param {string} name @param {string} path the account's API path */
export function linkDialog(link, name, path) {
    const { dialog } = openDialog({ title: t('users.linkTitle'), testid: 'link-dialog', body: html`` });
    showLink(dialog, link, name, path);
}

/** @param {HTMLDialogElement} dialog @param {Link} link @param {string} name @param {string} path */
function showLink(dialog, link, name, path) {
    const box = document.createElement('div');
    box.className = 'dialog-body';
    render(
        box,
        html`<p>${t('users.linkText', { name, date: dateTime(link.expiresAt, currentLocale()) })}</p>
        ${copyField(link.url, t('users.linkTitle'), 'link-value')}
        <div
            class="dialog-actions">${
                serverInfo.value.sendsMail &&
                html`<button type="button" class="button" data-send
            data-testid="link-mail">${t('mail.byMail')}</button>`
            }<button type="button" class="button is-primary"
            data-close data-testid="link-done">${t('actions.done')}</button></div>`,
    );
    dialog.append(box);
    box.querySelector('[data-send]')?.addEventListener('click', async () => {
        try {
            await api.post(`${path}/link/mail`, {});
            dialog.close();
            toast(t('mail.linkSent', { name }));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
    find(box, '[data-copy]').focus();
}
