// @ts-check

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { safeNext } from '../../core/paths.js';
import { me, serverInfo } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { bindGate, gate } from './gate.js';
import { proceed } from './second-step.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { query, setTitle }) {
    const next = safeNext(query.get('next'));
    setTitle(t('signIn.title'));
    if (me.value) return navigate(next, { replace: true });
    const { proxyUser } = serverInfo.value;
    /** @param {unknown} answer */
    const enter = (answer) => proceed(root, answer, () => navigate(next, { replace: true }));
    render(
        root,
        gate({
            title: t('signIn.title'),
            text: t('signIn.text', { name: serverInfo.value.name }),
            body: html`${
                proxyUser &&
                html`<form class="form" data-testid="proxy-form">
                <button type="submit" class="button is-primary is-wide"
                    data-testid="sign-in-proxy">${t('signIn.proxy', { name: proxyUser })}</button>
                ${formError}
                <p class="form-note">${t('signIn.orPassword')}</p>
            </form>`
            }<form class="form" data-testid="sign-in-form">
            ${field({
                name: 'username',
                label: t('fields.username'),
                autocomplete: 'username',
                required: true,
                autofocus: !proxyUser,
                maxlength: 320,
            })}
            ${field({
                name: 'password',
                label: t('fields.password'),
                type: 'password',
                autocomplete: 'current-password',
                required: true,
            })}
            ${formError}
            <button type="submit" class="button ${proxyUser ? '' : 'is-primary'} is-wide"
                data-testid="sign-in">${t('signIn.submit')}</button>
            <p class="form-note">${
                serverInfo.value.sendsMail
                    ? html`<a href="/forgotten" data-testid="forgotten">${t('mail.forgottenLink')}</a>`
                    : t('signIn.forgotten')
            }</p>
            ${
                serverInfo.value.registrationOpen &&
                html`<p class="form-note"><a href="/join" data-testid="register">${t('join.register')}</a></p>`
            }
        </form>`,
        }),
    );
    bindGate(root);
    handleForm(find(root, '[data-testid=sign-in-form]'), async ({ username, password }) =>
        enter(await api.post('/session', { username, password })),
    );
    if (!proxyUser) return;
    const form = /** @type {HTMLFormElement} */ (find(root, '[data-testid=proxy-form]'));
    handleForm(form, async () => enter(await api.post('/session/proxy', undefined, { quiet: true })));
    if (!query.has('signed-out')) form.requestSubmit();
}
