// @ts-check
// Creates an account, by an invitation link, or freely if the admin allows it.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { me, serverInfo } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { displayNameField, newPasswordField, usernameField } from './account-fields.js';
import { bindGate, gate } from './gate.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { hash, setTitle, signal }) {
    const isInvited = hash !== '';
    setTitle(t(isInvited ? 'join.title' : 'join.registerTitle'));
    const isUsable = isInvited
        ? await api.post('/invitations/check', { token: hash }, { signal, quiet: true }).then(
              () => true,
              () => false,
          )
        : serverInfo.value.registrationOpen;
    if (signal.aborted) return;
    if (!isUsable) {
        render(
            root,
            gate({
                title: isInvited ? t('welcome.expiredTitle') : t('join.registerTitle'),
                text: isInvited ? t('errors.reason.link_expired') : t('join.closed'),
                body: html`<a class="button is-primary is-wide" href="/sign-in">${t('signIn.title')}</a>`,
            }),
        );
        return bindGate(root);
    }
    render(
        root,
        gate({
            title: t(isInvited ? 'join.title' : 'join.registerTitle'),
            text: t('join.text'),
            body: html`<form class="form" data-testid="join-form">
            ${usernameField()}
            ${displayNameField()}
            ${field({
                name: 'email',
                label: t('fields.emailOptional'),
                type: 'email',
                autocomplete: 'email',
                maxlength: 254,
            })}
            ${newPasswordField()}
            ${formError}
            <button type="submit" class="button is-primary is-wide" data-testid="join">${t('join.submit')}</button>
            <p class="form-note"><a href="/sign-in">${t('signIn.title')}</a></p>
        </form>`,
        }),
    );
    bindGate(root);
    handleForm(/** @type {HTMLFormElement} */ (find(root, 'form')), async (values) => {
        const person = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
        me.set(
            isInvited
                ? await api.post('/invitations/acceptance', { ...person, token: hash })
                : await api.post('/registration', person),
        );
        navigate('/', { replace: true });
    });
}
