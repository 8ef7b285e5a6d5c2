// @ts-check
// The page of an invitation or reset link. Choosing a password signs the user in.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { serverInfo } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { bindGate, gate } from './gate.js';
import { proceed } from './second-step.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { hash, setTitle, signal }) {
    setTitle(t('welcome.title'));
    const link =
        hash === ''
            ? undefined
            : await api.post('/links/check', { token: hash }, { signal, quiet: true }).catch(() => undefined);
    if (signal.aborted) return;
    if (link?.purpose !== 'password') {
        render(
            root,
            gate({
                title: t('welcome.expiredTitle'),
                text: t('errors.reason.link_expired'),
                body: html`<a class="button is-primary is-wide" href="/sign-in">${t('signIn.title')}</a>`,
            }),
        );
        return bindGate(root);
    }
    const { passwordMinLength: least, passwordMaxLength: most } = serverInfo.value;
    render(
        root,
        gate({
            title: link.username ? t('welcome.titleNamed', { name: link.username }) : t('welcome.title'),
            text: t('welcome.text'),
            body: html`<form class="form" data-testid="welcome-form">
            <input type="text" name="account" autocomplete="username" value="${link.username ?? ''}" readonly hidden>
            ${field({
                name: 'password',
                label: t('fields.newPassword'),
                type: 'password',
                autocomplete: 'new-password',
                required: true,
                autofocus: true,
                minlength: least,
                maxlength: most,
                hint: t('fields.passwordHint', { min: least }),
            })}
            ${formError}
            <button type="submit" class="button is-primary is-wide"
                data-testid="welcome">${t('welcome.submit')}</button>
        </form>`,
        }),
    );
    bindGate(root);
    handleForm(find(root, 'form'), async ({ password }) => {
        const answer = await api.post('/links/password', { token: hash, password });
        await proceed(root, answer, () => navigate('/', { replace: true }));
    });
}
