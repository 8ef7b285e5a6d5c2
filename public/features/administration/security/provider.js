// @ts-check
// The OpenID provider for sign-in.

import { api, isAbort } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { may, serverInfo } from '../../../core/session.js';
import { handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { errorState } from '../../../elements/states/states.js';
import { bindServiceTest } from '../service-test.js';
import { providerForm } from './provider-form.js';
import { changesOf } from './provider-model.js';
import { bindRules, rulesIn } from './provider-rules.js';

/** @typedef {import('./provider-model.js').Provider} Provider */

const PATH = '/settings/openid';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountProvider(host, signal) {
    if (!may('administer')) return;
    host.hidden = false;
    /** @type {{ id: string, name: string }[]} */
    let libraries = [];
    /** @param {Provider} provider */
    const show = (provider) => {
        render(host, html`${head()}${providerForm(provider, libraries)}`);
        handleForm(/** @type {HTMLFormElement} */ (find(host, 'form')), async (texts) => {
            /** @type {Provider} */
            const saved = await api.patch(PATH, changesOf(texts, choicesIn(host)));
            serverInfo.set({ ...serverInfo.value, openID: saved.enabled ? saved.name : null });
            if (signal.aborted) return;
            show(saved);
            toast(t('identityProvider.saved'));
        });
    };
    const load = async () => {
        try {
            const [provider, { items }] = await Promise.all([
                api.get(PATH, { signal }),
                api.get('/libraries', { signal }),
            ]);
            libraries = items;
            show(provider);
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    bindServiceTest(host, signal, {
        name: 'openid',
        path: `${PATH}/test`,
        sentence,
    });
    bindRules(host, () => libraries, signal);
    await load();
}

const head = () => html`<h2 id="provider-title">${t('identityProvider.title')}</h2>
    <p class="panel-lead">${t('identityProvider.lead')} ${t('identityProvider.privacy')}</p>`;

/** @param {string | null} failure */
function sentence(failure) {
    if (!failure) return t('identityProvider.answers');
    return t(failure === 'malformed' ? 'identityProvider.malformed' : `providers.failures.${failure}`);
}

/** @param {HTMLElement} host */
function choicesIn(host) {
    const withoutPassword = /** @type {HTMLInputElement[]} */ ([...host.querySelectorAll('[data-without-password]')]);
    return {
        isOn: (/** @type {string} */ name) =>
            /** @type {HTMLInputElement | null} */ (host.querySelector(`[data-switch=${name}]`))?.checked === true,
        groups: rulesIn(host),
        rolesWithoutPassword: withoutPassword
            .filter((box) => box.checked)
            .map((box) => box.dataset.withoutPassword ?? ''),
    };
}
