// @ts-check
// Requests an email with a link to choose a new password. The page shows the same message for every account.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { serverInfo } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { bindGate, gate } from './gate.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle }) {
    setTitle(t('mail.forgottenTitle'));
    const back = html`<p class="form-note"><a href="/sign-in">${t('signIn.title')}</a></p>`;
    render(
        root,
        gate({
            title: t('mail.forgottenTitle'),
            text: serverInfo.value.sendsMail ? t('mail.forgottenText') : t('signIn.forgotten'),
            body: serverInfo.value.sendsMail
                ? html`<form class="form" data-testid="forgotten-form">
            ${field({
                name: 'identity',
                label: t('mail.identity'),
                autocomplete: 'username',
                required: true,
                autofocus: true,
                maxlength: 320,
            })}
            ${formError}
            <button type="submit" class="button is-primary is-wide"
                data-testid="forgotten-submit">${t('mail.forgottenSubmit')}</button>
            ${back}</form>`
                : back,
        }),
    );
    bindGate(root);
    const form = /** @type {HTMLFormElement | null} */ (root.querySelector('form'));
    if (!form) return;
    handleForm(form, async ({ identity }) => {
        await api.post('/password-reset', { identity });
        render(form, html`<p role="status" data-testid="forgotten-done">${t('mail.forgottenDone')}</p>${back}`);
        find(root, 'h1').focus();
    });
}
