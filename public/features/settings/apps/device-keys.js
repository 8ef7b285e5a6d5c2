// @ts-check
// The user's keys for players, and their actions.

import { isAbort } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { createKeyDialog, renameKeyDialog } from './device-key-dialogs.js';
import { keyRow } from './device-key-row.js';
import { askToRevoke } from './token-dialogs.js';

/** @typedef {import('./device-key-row.js').DeviceKey} DeviceKey */
/** @typedef {import('./token-dialogs.js').Product} Product */

/**
 * Reloads when `host` gets the event `outdated`.
 * @param {HTMLElement} host
 * @param {import('../../../core/api.js').Api} api
 * @param {AbortSignal} signal
 */
export async function mountDeviceKeys(host, api, signal) {
    const head = () =>
        html`<h2 id="device-keys-title">${t('deviceKeys.title')}</h2><p class="panel-lead">${t('deviceKeys.lead')}</p>`;
    const load = async () => {
        try {
            /** @type {{ items: DeviceKey[] }} */
            const { items } = await api.get('/me/device-keys', { signal });
            keys = items;
            render(
                host,
                html`${head()}${
                    items.length > 0 && html`<ul class="things">${items.map((key) => keyRow(key, { own: true }))}</ul>`
                }
                <div class="form-actions"><button type="button" class="button" data-create
                    data-testid="device-key-create">${icons.plus}${t('deviceKeys.create')}</button>
                    ${
                        items.length > 1 &&
                        html`<button type="button" class="button is-danger-quiet" data-revoke-all
                        data-testid="device-key-revoke-all">${t('deviceKeys.revokeAll')}</button>`
                    }</div>`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    /** @type {DeviceKey[]} */
    let keys = [];
    /**
     * @param {{ title: string, text: string, confirm: string }} question
     * @param {string} path
     * @param {Product[]} products
     */
    const revoke = async (question, path, products = []) => {
        const keeps =
            products.length > 0
                ? await askToRevoke({ ...question, products })
                : (await confirmDialog(question))
                  ? false
                  : undefined;
        if (keeps === undefined) return;
        try {
            await api.delete(path, keeps ? { query: { keep: 'accounts' } } : {});
            await load();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    host.addEventListener('outdated', () => void load(), { signal });
    delegate(host, 'click', '[data-create]', () => createKeyDialog(api, () => void load()), signal);
    delegate(
        host,
        'click',
        '[data-rename]',
        (button) => renameKeyDialog(api, button.dataset.rename ?? '', button.dataset.name ?? '', () => void load()),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-revoke]',
        (button) =>
            void revoke(
                {
                    title: t('deviceKeys.revokeTitle'),
                    text: t('deviceKeys.revokeText', { name: button.dataset.name ?? '' }),
                    confirm: t('deviceKeys.revoke'),
                },
                `/me/device-keys/${encodeURIComponent(button.dataset.revoke ?? '')}`,
                keys.find(({ id }) => id === button.dataset.revoke)?.products,
            ),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-revoke-all]',
        () =>
            void revoke(
                {
                    title: t('deviceKeys.revokeAllTitle'),
                    text: t('deviceKeys.revokeAllText'),
                    confirm: t('deviceKeys.revokeAll'),
                },
                '/me/device-keys',
            ),
        signal,
    );
    render(host, html`${head()}${rowsSkeleton(1)}`);
    await load();
}
