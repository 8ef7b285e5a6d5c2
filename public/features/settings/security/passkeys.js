// @ts-check
// The user's passkeys.

import { api, isAbort } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago, date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { labelDialog } from '../../../elements/overlays/label-dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { arePasskeysSupported, makePasskey } from '../../sign-in/passkeys.js';

/**
 * @typedef {{ id: string, label: string, site: string, backedUp: boolean, createdAt: string, lastUsedAt?: string }}
 *   Passkey
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountPasskeys(host, signal) {
    const head = () =>
        html`<h2 id="passkeys-title">${t('passkeys.title')}</h2><p class="panel-lead">${t('passkeys.lead')}</p>`;
    const load = async () => {
        try {
            /** @type {{ items: Passkey[] }} */
            const { items } = await api.get('/me/passkeys', { signal });
            if (me.value) me.set({ ...me.value, passkeys: items.length > 0 });
            render(
                host,
                html`${head()}${items.length > 0 && html`<ul class="things">${items.map(row)}</ul>`}
                ${
                    arePasskeysSupported()
                        ? html`<div class="form-actions"><button type="button" class="button" data-add
                        data-testid="passkey-add">${icons.plus}${t('passkeys.add')}</button></div>`
                        : html`<p class="field-hint">${t('passkeys.unsupported')}</p>`
                }`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(
        host,
        'click',
        '[data-add]',
        () =>
            labelDialog(
                {
                    title: t('passkeys.add'),
                    text: t('passkeys.addText'),
                    label: t('passkeys.label'),
                    placeholder: t('passkeys.labelExample'),
                    confirm: t('passkeys.make'),
                    testid: 'passkey-add',
                },
                async (label) => {
                    await api.post('/me/passkeys', { label, ...(await makePasskey()) });
                    toast(t('passkeys.added'));
                    await load();
                },
            ),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-rename]',
        ({ dataset: { rename = '', name } }) =>
            labelDialog(
                {
                    title: t('passkeys.rename'),
                    label: t('passkeys.label'),
                    value: name,
                    confirm: t('actions.save'),
                    testid: 'passkey-rename',
                },
                async (label) => {
                    await api.patch(`/me/passkeys/${encodeURIComponent(rename)}`, { label });
                    await load();
                },
            ),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-remove]',
        async ({ dataset: { remove = '', name = '' } }) => {
            const isSure = await confirmDialog({
                title: t('passkeys.removeTitle'),
                text: t('passkeys.removeText', { name }),
                confirm: t('passkeys.remove'),
            });
            if (!isSure) return;
            try {
                await api.delete(`/me/passkeys/${encodeURIComponent(remove)}`);
                await load();
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    render(host, html`${head()}${rowsSkeleton(1)}`);
    await load();
}

/** @param {Passkey} passkey */
function row({ id, label, site, backedUp, createdAt, lastUsedAt }) {
    const locale = currentLocale();
    const facts = [
        lastUsedAt ? t('sessions.used', { when: ago(lastUsedAt, locale) }) : t('tokens.unused'),
        t('tokens.since', { date: date(createdAt, locale) }),
        site !== location.hostname && t('passkeys.elsewhere', { site }),
    ];
    return html`<li class="thing" data-testid="passkey"><span class="thing-icon">${icons.key}</span><div
        class="thing-text">
            <p class="thing-title">${label}${
                backedUp && html` <span class="badge">${t('passkeys.backedUp')}</span>`
            }</p>
            <p class="thing-line">${facts.filter(Boolean).join(' · ')}</p></div>
        <button type="button" class="icon-button" data-rename="${id}" data-name="${label}"
            aria-label="${t('passkeys.renameNamed', { name: label })}"
            data-testid="passkey-rename">${icons.edit}</button>
        <button type="button" class="button is-small" data-remove="${id}" data-name="${label}"
            aria-label="${t('passkeys.removeNamed', { name: label })}"
            data-testid="passkey-remove">${t('passkeys.remove')}</button></li>`;
}
