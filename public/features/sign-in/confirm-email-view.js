// @ts-check
// The page of an email's confirmation link. The address is confirmed by the button, not by programs that open links.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { bindGate, gate } from './gate.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { hash, setTitle }) {
    setTitle(t('mail.confirmTitle'));
    render(
        root,
        gate({
            title: t('mail.confirmTitle'),
            body: html`<form class="form" data-testid="confirm-email-form">${formError}
            <button type="submit" class="button is-primary is-wide"
                data-testid="confirm-email">${t('mail.confirm')}</button></form>`,
        }),
    );
    bindGate(root);
    const form = /** @type {HTMLFormElement} */ (find(root, 'form'));
    handleForm(form, async () => {
        await api.post('/email-confirmation', { token: hash });
        render(
            form,
            html`<p role="status" data-testid="email-confirmed">${t('mail.confirmed')}</p><a
                class="button is-primary is-wide" href="/">${t('actions.done')}</a>`,
        );
    });
}
