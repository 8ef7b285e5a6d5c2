// @ts-check
// A user's access: the plan, the bitrate limit, explicit music, and the sessions of browsers and players.

import { api } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { formError, handleForm, select } from '../../../elements/forms/form.js';
import { confirmDialog, openDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { keyRow } from '../../settings/apps/device-key-row.js';
import { mountUserSessions } from './sessions.js';

/** @typedef {import('../../../core/types.js').User} User */
/** @typedef {import('../../settings/apps/device-key-row.js').DeviceKey} DeviceKey */

const BITRATES = [64, 96, 128, 192, 256, 320, 512, 1000];

/**
 * @param {string} path the user's API path
 * @param {string} name
 * @param {{ limit?: number, planId?: string, explicit?: boolean }} given
 * @returns {Promise<User | undefined>} the saved user; undefined when nothing was saved
 */
export async function accessDialog(path, name, { limit, planId, explicit = true }) {
    /** @type {{ items: { id: string, name: string }[] }} */
    const { items: plans } = await api.get('/plans');
    /** @type {User | undefined} */
    let saved;
    const rates = limit && !BITRATES.includes(limit) ? [...BITRATES, limit].sort((a, b) => a - b) : BITRATES;
    const rate = (/** @type {number} */ kbits) =>
        t('users.kbits', { rate: new Intl.NumberFormat(currentLocale()).format(kbits) });
    const { dialog, close, closed } = openDialog({
        title: t('users.accessTitle', { name }),
        testid: 'access-dialog',
        body: html`<form class="form dialog-body">
            ${select({
                name: 'plan',
                label: t('users.plan'),
                value: planId ?? '',
                options: [
                    ['', t('users.planDefault')],
                    ...plans.map((plan) => /** @type {[string, string]} */ ([plan.id, plan.name])),
                ],
            })}
            ${select({
                name: 'maximumBitrate',
                label: t('users.bitrateOwn'),
                value: limit ? String(limit) : '',
                hint: t('users.bitrateHint'),
                options: [
                    ['', t('users.bitratePlan')],
                    ...rates.map((kbits) => /** @type {[string, string]} */ ([String(kbits), rate(kbits)])),
                ],
            })}
            <label class="switch"><input type="checkbox" role="switch" data-explicit data-testid="access-explicit"
                ${attribute('checked', explicit)}><span>${t('explicit.allowed')}</span></label>
            <p class="field-hint">${t('explicit.allowedHint')}</p>
            <section aria-labelledby="access-sessions"><h3 id="access-sessions">${t('users.sessions')}</h3>
                <div data-sessions></div></section>
            <section aria-labelledby="access-keys"><h3 id="access-keys">${t('deviceKeys.title')}</h3>
                <div data-keys></div></section>
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="access-save">${t('actions.save')}</button></div>
        </form>`,
    });
    const host = find(dialog, '[data-keys]');
    const load = async () => {
        try {
            /** @type {{ items: DeviceKey[] }} */
            const { items } = await api.get(`${path}/device-keys`);
            render(
                host,
                items.length > 0
                    ? html`<ul class="things">${items.map((key) => keyRow(key, { own: false }))}</ul><button
                        type="button" class="button is-small is-danger-quiet" data-revoke-all
                        data-testid="access-revoke-all">${t('deviceKeys.revokeAll')}</button>`
                    : html`<p class="quiet">${t('deviceKeys.none')}</p>`,
            );
        } catch (error) {
            render(host, html`<p class="quiet">${explain(error)}</p>`);
        }
    };
    /** @param {string} text @param {string} target */
    const revoke = async (text, target) => {
        if (!(await confirmDialog({ title: t('deviceKeys.revokeTitle'), text, confirm: t('deviceKeys.revoke') })))
            return;
        try {
            await api.delete(target);
            await load();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(
        host,
        'click',
        '[data-revoke]',
        (button) =>
            void revoke(
                t('deviceKeys.revokeText', { name: button.dataset.name ?? '' }),
                `${path}/device-keys/${encodeURIComponent(button.dataset.revoke ?? '')}`,
            ),
    );
    delegate(
        host,
        'click',
        '[data-revoke-all]',
        () => void revoke(t('users.revokeAllText', { name }), `${path}/device-keys`),
    );
    handleForm(/** @type {HTMLFormElement} */ (find(dialog, 'form')), async ({ maximumBitrate, plan }) => {
        saved = await api.patch(path, {
            maximumBitrate: maximumBitrate ? Number(maximumBitrate) : null,
            plan: plan || null,
            explicit: /** @type {HTMLInputElement} */ (find(dialog, '[data-explicit]')).checked,
        });
        close();
    });
    await Promise.all([load(), mountUserSessions(find(dialog, '[data-sessions]'), path, name)]);
    await closed;
    return saved;
}
