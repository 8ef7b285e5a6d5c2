// @ts-check
// The OpenID provider's users who may sign in to this account.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago, date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { serverInfo } from '../../../core/session.js';
import { formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { errorState } from '../../../elements/states/states.js';
import { beginVisit, CONNECTIONS } from '../../sign-in/provider-visit.js';

/** @typedef {import('../../../core/types.js').IdentityLink} IdentityLink */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountProvider(host, signal) {
    const { openID } = serverInfo.value;
    const head = html`<h2 id="provider-title">${
        openID ? t('identities.title', { name: openID }) : t('identities.titleOff')
    }</h2>`;
    const load = async () => {
        try {
            /** @type {{ items: IdentityLink[] }} */
            const { items } = await api.get('/me/openid', { signal });
            host.hidden = !openID && items.length === 0;
            render(host, html`${head}${bodyOf(items, openID)}`);
            const form = /** @type {HTMLFormElement | null} */ (host.querySelector('form'));
            if (form) handleForm(form, () => beginVisit('connect', CONNECTIONS));
        } catch (error) {
            if (isAbort(error)) return;
            host.hidden = !openID;
            render(host, html`${head}${errorState(error)}`);
            find(host, '[data-retry]').addEventListener('click', () => void load());
        }
    };
    delegate(
        host,
        'click',
        '[data-disconnect]',
        async ({ dataset: { disconnect = '', name = '' } }) => {
            const isSure = await confirmDialog({
                title: t('identities.removeTitle', { name }),
                text: t('identities.removeText'),
                confirm: t('identities.remove'),
            });
            if (!isSure) return;
            try {
                await api.delete(`/me/openid/${encodeURIComponent(disconnect)}`);
                toast(t('identities.removed'));
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await load();
}

/** @param {IdentityLink[]} items @param {string | null} openID the provider's name */
function bodyOf(items, openID) {
    if (items.length > 0)
        return html`<p class="panel-lead">${openID ? t('identities.lead') : t('identities.off')}</p>
            <ul class="things">${items.map(row)}</ul>`;
    return html`<form class="form" data-testid="openid-connect-form">
        <p class="panel-lead">${t('identities.none', { name: openID ?? '' })}</p>
        ${formError}
        <div class="form-actions"><button type="submit" class="button"
            data-testid="openid-connect">${t('identities.connect', { name: openID ?? '' })}</button></div>
    </form>`;
}

/** @param {IdentityLink} link */
function row({ id, issuer, name, createdAt, lastUsedAt }) {
    const locale = currentLocale();
    return html`<li class="thing" data-testid="openid-link"><span class="thing-icon">${icons.key}</span>
        <div class="thing-text"><p class="thing-title">${name}</p>
        <p class="thing-line">${issuer}</p>
        <p class="thing-line">${t('identities.since', { date: date(createdAt, locale) })} · ${t('sessions.used', {
            when: ago(lastUsedAt, locale),
        })}</p></div>
        <button type="button" class="button is-small" data-disconnect="${id}" data-name="${name}"
            data-testid="openid-disconnect"
            aria-label="${t('identities.removeNamed', { name })}">${t('identities.remove')}</button>
    </li>`;
}
