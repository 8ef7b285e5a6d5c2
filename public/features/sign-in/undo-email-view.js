// @ts-check
// The page of the link sent to a former email address. The address is restored by the button, not by programs that
// open links.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { bindGate, gate } from './gate.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { hash, setTitle }) {
    setTitle(t('mail.undoTitle'));
    render(
        root,
        gate({
            title: t('mail.undoTitle'),
            text: t('mail.undoText'),
            body: html`<form class="form" data-testid="undo-email-form">${formError}
            <button type="submit" class="button is-primary is-wide"
                data-testid="undo-email">${t('mail.undo')}</button></form>`,
        }),
    );
    bindGate(root);
    const form = /** @type {HTMLFormElement} */ (find(root, 'form'));
    handleForm(form, async () => {
        /** @type {{ passwordToken?: string }} */
        const { passwordToken } = await api.post('/email-undo', { token: hash });
        const next = passwordToken
            ? { href: `/welcome#${passwordToken}`, text: t('welcome.title') }
            : { href: '/sign-in', text: t('signIn.title') };
        render(
            form,
            html`<p role="status"
                data-testid="email-undone">${passwordToken ? t('mail.undonePassword') : t('mail.undone')}</p><a
                class="button is-primary is-wide" href="${next.href}">${next.text}</a>`,
        );
    });
}
