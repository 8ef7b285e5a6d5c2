// @ts-check
// Emails that are waiting or have failed for good.

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { dateTime } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { may } from '../../../core/session.js';
import { toast } from '../../../elements/overlays/toast.js';

/**
 * @typedef {{ id: string, to: string, kind: string, state: 'waiting' | 'failed', attempts: number,
 *   createdAt: string, nextAt?: string, failure?: string }} OutboxEmail
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountMail(host, signal) {
    if (!may('administer')) return;
    const show = async () => {
        const [{ enabled }, { items }] = await Promise.all([
            api.get('/mail/status', { signal }),
            api.get('/mail', { query: { limit: 100 }, signal }),
        ]);
        render(
            host,
            html`<h2 id="mail-title">${t('mail.title')}</h2>
            <p class="panel-lead" data-testid="mail-state">${enabled ? t('mail.on') : t('mail.off')}</p>
            ${
                enabled &&
                html`<div class="form-actions"><button type="button" class="button" data-test
                data-testid="mail-test">${t('mail.test')}</button></div>`
            }
            ${
                items.length === 0
                    ? html`<p class="field-hint">${t('mail.none')}</p>`
                    : html`<ul class="file-list">${items.map(email)}</ul>`
            }`,
        );
    };
    const act = async (/** @type {() => Promise<unknown>} */ action, /** @type {string} */ done) => {
        try {
            await action();
            toast(done);
            await show();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    const path = (/** @type {HTMLElement} */ control) =>
        `/mail/${encodeURIComponent(control.closest('li')?.dataset.id ?? '')}`;
    delegate(host, 'click', '[data-test]', () => void act(() => api.post('/mail/test', {}), t('mail.sent')), signal);
    delegate(
        host,
        'click',
        '[data-retry]',
        (control) => void act(() => api.post(`${path(control)}/retry`, {}), t('mail.sent')),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-discard]',
        (control) => void act(() => api.delete(path(control)), t('mail.discarded')),
        signal,
    );
    await show();
}

/** @param {OutboxEmail} email */
function email({ id, to, kind, state, attempts, createdAt, failure }) {
    return html`<li data-id="${id}" data-testid="email">
        <p class="thing-title">${to} <span
        class="badge ${state === 'failed' ? 'is-bad' : ''}">${t(`mail.states.${state}`)}</span></p>
        <p class="thing-line">${t(`mail.kinds.${kind}`)} · ${dateTime(createdAt, currentLocale())} · ${t(
            'mail.attempts',
            { count: attempts },
        )}</p>
        ${failure && html`<p class="field-hint">${failure}</p>`}
        <div class="form-actions"><button type="button" class="button is-small"
            data-retry>${t('mail.retry')}</button><button type="button" class="button is-small is-danger-quiet"
            data-discard>${t('mail.discard')}</button></div></li>`;
}
