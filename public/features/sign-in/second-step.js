// @ts-check
// The second step of a sign-in: enter a code, or set up a second factor first. Only this page stores the token.

import { api, ApiError } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { me } from '../../core/session.js';
import { bindCopyFields } from '../../elements/forms/copy-field.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { bindGate, gate } from './gate.js';
import { arePasskeysSupported, signInByPasskey } from './passkeys.js';
import { codeField, enrolmentFields, recoveryCodes } from './second-factor.js';

/** @typedef {{ step: 'two_factor' | 'two_factor_setup', methods: string[], token: string }} Step */

/**
 * Handles the response to a password: the signed-in user, or a further step.
 * @param {HTMLElement} root
 * @param {any} answer
 * @param {() => void} done called after sign-in
 */
export async function proceed(root, answer, done) {
    if (!answer.step) {
        me.set(answer);
        return done();
    }
    if (answer.step === 'two_factor_setup') return setUp(root, answer, done);
    prove(root, answer, (person) => {
        me.set(person);
        done();
    });
}

/** @param {HTMLElement} root @param {Step} step @param {(person: any) => void} enter */
function prove(root, { methods, token }, enter) {
    const takesCode = methods.includes('code');
    const takesPasskey = methods.includes('passkey') && arePasskeysSupported();
    const text = takesCode ? 'twoFactor.stepText' : takesPasskey ? 'passkeys.stepText' : 'passkeys.stepUnsupported';
    show(
        root,
        t('twoFactor.stepTitle'),
        t(text),
        html`${
            takesCode &&
            html`<form class="form" data-testid="code-form">
            ${codeField(t('twoFactor.codeHint'))}${formError}
            <button type="submit" class="button is-primary is-wide"
                data-testid="code-submit">${t('twoFactor.finish')}</button>
        </form>`
        }${
            takesPasskey &&
            html`<form class="form" data-testid="passkey-form">${formError}
            <button type="submit" class="button ${takesCode ? '' : 'is-primary'} is-wide"
                data-testid="passkey-submit">${icons.key}${t('passkeys.use')}</button>
        </form>`
        }<p class="form-note"><a href="/sign-in" data-again>${t('twoFactor.again')}</a></p>`,
    );
    const on = (/** @type {string} */ name, /** @type {(values: Record<string, string>) => Promise<any>} */ send) => {
        const form = /** @type {HTMLFormElement | null} */ (root.querySelector(`[data-testid=${name}]`));
        if (form) handleForm(form, async (values) => enter(await send(values)));
    };
    on('code-form', ({ code }) => api.post('/session/two-factor', { token, code }));
    on('passkey-form', () => signInByPasskey(token));
}

/** @param {HTMLElement} root @param {Step} step @param {() => void} done */
async function setUp(root, { token }, done) {
    let enrolment;
    try {
        enrolment = await api.post('/session/two-factor/setup', { token });
    } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return show(
            root,
            t('twoFactor.mustTitle'),
            explain(error),
            html`<a class="button is-primary is-wide" href="/sign-in">${t('twoFactor.again')}</a>`,
        );
    }
    show(
        root,
        t('twoFactor.mustTitle'),
        t('twoFactor.mustText'),
        html`<form class="form" data-testid="two-factor-form">
        ${enrolmentFields(enrolment)}${formError}
        <button type="submit" class="button is-primary is-wide"
            data-testid="code-submit">${t('twoFactor.confirm')}</button>
    </form>`,
    );
    handleForm(find(root, 'form'), async ({ code }) => {
        const { me: person, recoveryCodes: codes } = await api.post('/session/two-factor/enable', { token, code });
        show(
            root,
            t('twoFactor.recoveryTitle'),
            '',
            html`${recoveryCodes(codes)}
            <button type="button" class="button is-primary is-wide" data-stored
                data-testid="codes-stored">${t('twoFactor.stored')}</button>`,
        );
        find(root, '[data-stored]').addEventListener('click', () => {
            me.set(person);
            done();
        });
    });
}

/** @param {HTMLElement} root @param {string} title @param {string} text @param {unknown} body */
function show(root, title, text, body) {
    const fresh = document.createElement('div');
    render(fresh, gate({ title, text, body }));
    root.replaceChildren(...fresh.children);
    const panel = /** @type {HTMLElement} */ (root.firstElementChild);
    bindGate(panel);
    bindCopyFields(panel);
    const input = /** @type {HTMLElement | null} */ (root.querySelector('[data-autofocus]'));
    input?.focus();
}
