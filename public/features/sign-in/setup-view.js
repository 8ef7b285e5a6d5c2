// @ts-check

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { me, serverInfo } from '../../core/session.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { displayNameField, newPasswordField, usernameField } from './account-fields.js';
import { bindGate, gate } from './gate.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { hash, setTitle, signal }) {
    setTitle(t('setup.title'));
    const usable =
        hash !== '' &&
        (await api.post('/links/check', { token: hash }, { signal, quiet: true }).then(
            (link) => link.purpose === 'setup',
            () => false,
        ));
    if (signal.aborted) return;
    if (!usable) {
        render(
            root,
            gate(
                serverInfo.value.setupRequired
                    ? {
                          title: t('setup.title'),
                          text: t('setup.needsLink'),
                          body: html`<p class="code-line"><code>https://…/setup#…</code></p>`,
                      }
                    : {
                          title: t('setup.doneTitle'),
                          text: t('errors.reason.setup_done'),
                          body: html`<a class="button is-primary is-wide" href="/sign-in">${t('signIn.title')}</a>`,
                      },
            ),
        );
        return bindGate(root);
    }
    render(
        root,
        gate({
            title: t('setup.title'),
            text: t('setup.text'),
            body: html`<form class="form" data-testid="setup-form">
            ${usernameField()}
            ${displayNameField()}
            ${newPasswordField()}
            ${formError}
            <button type="submit" class="button is-primary is-wide" data-testid="setup">${t('setup.submit')}</button>
        </form>`,
        }),
    );
    bindGate(root);
    handleForm(find(root, 'form'), async ({ username, displayName, password }) => {
        const person = await api.post('/setup', {
            token: hash,
            username,
            password,
            ...(displayName ? { displayName } : {}),
        });
        serverInfo.set({ ...serverInfo.value, setupRequired: false });
        me.set(person);
        navigate('/', { replace: true });
    });
}
