// @ts-check
// The server's registration at Last.fm, or at a server with the same API.

import { api, isAbort } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { toast } from '../../../elements/overlays/toast.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ enabled: boolean, url: string, page: string, key: string, hasSecret: boolean, failure?: string }}
 *   Registration
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountLastFMSettings(host, signal) {
    /** @param {Registration} registration */
    const show = (registration) => {
        render(host, html`${head()}${formOf(registration)}`);
        handleForm(/** @type {HTMLFormElement} */ (find(host, 'form')), async ({ url, page, key, secret }) => {
            const enabled = /** @type {HTMLInputElement} */ (find(host, '[data-lastfm-on]')).checked;
            /** @type {Registration} */
            const saved = await api.patch('/settings/lastfm', { enabled, url, page, key, ...(secret && { secret }) });
            if (signal.aborted) return;
            show(saved);
            toast(t('settings.saved'));
        });
    };
    const load = async () => {
        try {
            show(await api.get('/settings/lastfm', { signal }));
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    await load();
}

const head = () => html`<h2 id="lastfm-title">${t('settings.lastfm.title')}</h2>
    <p class="panel-lead">${t('settings.lastfm.hint')}</p>`;

/** @param {Registration} registration */
const formOf = ({ enabled, url, page, key, hasSecret, failure }) => html`<form class="form"
    data-testid="lastfm-settings">
    ${
        failure &&
        html`<p class="form-error" role="status" data-testid="lastfm-failure">${t(
            `settings.lastfm.failure.${failure}`,
        )}</p>`
    }
    <label class="switch"><input type="checkbox" role="switch" data-lastfm-on data-testid="lastfm-on"
        ${attribute('checked', enabled)}><span>${t('settings.lastfm.on')}</span></label>
    ${field({ name: 'key', label: t('settings.lastfm.key'), value: key, maxlength: 100 })}
    ${field({
        name: 'secret',
        label: t('settings.lastfm.secret'),
        type: 'password',
        maxlength: 100,
        hint: t(hasSecret ? 'settings.lastfm.secretKept' : 'settings.lastfm.secretHint'),
    })}
    ${field({
        name: 'url',
        label: t('settings.lastfm.url'),
        value: url,
        required: true,
        maxlength: 500,
        hint: t('settings.lastfm.urlHint'),
    })}
    ${field({ name: 'page', label: t('settings.lastfm.page'), value: page, required: true, maxlength: 500 })}
    ${formError}
    <div class="form-actions"><button type="submit" class="button is-primary" data-testid="lastfm-save">${t(
        'actions.save',
    )}</button></div></form>`;
