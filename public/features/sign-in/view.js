// @ts-check

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { safeNext } from '../../core/paths.js';
import { me, serverInfo } from '../../core/session.js';
import { field, formError, handleForm, showFormError } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { bindGate, gate } from './gate.js';
import { arePasskeysSupported, signInByPasskey, suggestPasskeys } from './passkeys.js';
import { beginVisit } from './provider-visit.js';
import { proceed } from './second-step.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { query, setTitle, signal }) {
    const next = safeNext(query.get('next'));
    setTitle(t('signIn.title'));
    if (me.value) return navigate(next, { replace: true });
    const { proxyUser, openID } = serverInfo.value;
    const isPasswordFirst = !proxyUser && !openID;
    const suggestion = new AbortController();
    signal.addEventListener('abort', () => suggestion.abort(), { once: true });
    /** @param {unknown} answer */
    const enter = (answer) => {
        suggestion.abort();
        return proceed(root, answer, () => navigate(next, { replace: true }));
    };
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
                ${!openID && html`<p class="form-note">${t('signIn.orPassword')}</p>`}
            </form>`
            }${openID && providerForm(openID)}<form class="form" data-testid="sign-in-form">
            ${field({
                name: 'username',
                label: t('fields.username'),
                autocomplete: 'username webauthn',
                required: true,
                autofocus: isPasswordFirst,
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
            <button type="submit" class="button ${isPasswordFirst ? 'is-primary' : ''} is-wide"
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
        </form>${
            arePasskeysSupported() &&
            html`<form class="form" data-testid="passkey-form">
            ${formError}
            <button type="submit" class="button is-wide"
                data-testid="sign-in-passkey">${icons.key}${t('passkeys.use')}</button>
        </form>`
        }`,
        }),
    );
    bindGate(root);
    if (arePasskeysSupported()) bindPasskeys(root, enter, suggestion);
    handleForm(find(root, '[data-testid=sign-in-form]'), async ({ username, password }) =>
        enter(await api.post('/session', { username, password })),
    );
    if (openID)
        handleForm(find(root, '[data-testid=openid-form]'), () => beginVisit('signIn', next, { quiet: true }));
    if (!proxyUser) return;
    const form = /** @type {HTMLFormElement} */ (find(root, '[data-testid=proxy-form]'));
    handleForm(form, async () => enter(await api.post('/session/proxy', undefined, { quiet: true })));
    if (!query.has('signed-out')) form.requestSubmit();
}

/**
 * The button ends the browser's suggestion, since a browser asks for one passkey at a time.
 * @param {HTMLElement} root
 * @param {(person: any) => void} enter
 * @param {AbortController} suggestion
 */
function bindPasskeys(root, enter, suggestion) {
    const form = /** @type {HTMLFormElement} */ (find(root, '[data-testid=passkey-form]'));
    handleForm(form, async () => {
        suggestion.abort();
        enter(await signInByPasskey());
    });
    void suggestPasskeys(suggestion.signal, enter, (error) => showFormError(form, error));
}

/** @param {string} name the provider's */
const providerForm = (name) => html`<form class="form" data-testid="openid-form">
    <button type="submit" class="button is-primary is-wide"
        data-testid="sign-in-openid">${t('openID.signIn', { name })}</button>
    ${formError}
    <p class="form-note">${t('signIn.orPassword')}</p>
</form>`;
