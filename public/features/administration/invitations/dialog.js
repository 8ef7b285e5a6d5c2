// @ts-check

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { dateTime } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { serverInfo } from '../../../core/session.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { field, formError, handleForm, select } from '../../../elements/forms/form.js';
import { openDialog } from '../../../elements/overlays/dialog.js';
import { chosenLibraries, libraryChoice } from '../library-choice.js';
import { planOptions } from '../plan-options.js';
import { ROLES } from '../reasons.js';

const DAYS = ['1', '7', '30', '90'];

/** @param {() => void} invited */
export async function inviteDialog(invited) {
    const [{ items: plans }, { items: libraries }] = await Promise.all([api.get('/plans'), api.get('/libraries')]);
    const { dialog } = openDialog({
        title: t('invitations.create'),
        testid: 'invite-dialog',
        body: html`<form class="form dialog-body">
            ${field({
                name: 'label',
                label: t('invitations.label'),
                maxlength: 100,
                placeholder: t('invitations.labelExample'),
            })}
            ${
                serverInfo.value.sendsMail &&
                field({
                    name: 'email',
                    label: t('fields.emailOptional'),
                    type: 'email',
                    maxlength: 254,
                    hint: t('invitations.emailHint'),
                })
            }
            ${select({
                name: 'role',
                label: t('users.role'),
                value: 'contributor',
                options: ROLES.map((role) => [role, t(`roles.${role}`)]),
            })}
            ${select({ name: 'plan', label: t('users.plan'), value: '', options: planOptions(plans) })}
            ${select({
                name: 'expiresInDays',
                label: t('invitations.days'),
                value: '7',
                options: DAYS.map((days) => [days, t('count.days', { count: Number(days) })]),
            })}
            <fieldset class="form"><legend>${t('users.libraries')}</legend>${libraryChoice(libraries)}</fieldset>
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="invite-save">${t('invitations.create')}</button></div>
        </form>`,
    });
    handleForm(
        /** @type {HTMLFormElement} */ (find(dialog, 'form')),
        async ({ label, email, role, plan, expiresInDays }) => {
            const body = {
                label,
                role,
                expiresInDays: Number(expiresInDays),
                ...(plan ? { plan } : {}),
                ...(email ? { email } : {}),
                libraries: chosenLibraries(dialog),
            };
            /** @type {{ url: string, expiresAt: string }} */
            const made = await api.post('/invitations', body);
            invited();
            find(dialog, 'form').remove();
            const box = document.createElement('div');
            box.className = 'dialog-body';
            render(
                box,
                html`${email && html`<p data-testid="invite-mailed">${t('invitations.mailed', { email })}</p>`}<p>${t(
                    'invitations.linkText',
                    { date: dateTime(made.expiresAt, currentLocale()) },
                )}</p>
            ${copyField(made.url, t('invitations.link'), 'invite-value')}
            <div class="dialog-actions"><button type="button" class="button is-primary" data-close
                data-testid="invite-done">${t('actions.done')}</button></div>`,
            );
            dialog.append(box);
            find(box, '[data-copy]').focus();
        },
    );
}
