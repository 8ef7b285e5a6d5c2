// @ts-check

import { isAbort } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ id: string, current: boolean, client: string, address: string, createdAt: string,
 *   lastUsedAt: string, expiresAt: string }} Session
 */

/** @param {HTMLElement} host @param {import('../../../core/api.js').Api} api @param {AbortSignal} signal */
export async function mountSessions(host, api, signal) {
    const load = async () => {
        render(host, html`<h2 id="sessions-title">${t('sessions.title')}</h2>${rowsSkeleton(2)}`);
        try {
            /** @type {{ items: Session[] }} */
            const { items } = await api.get('/me/sessions', { signal });
            render(
                host,
                html`<h2 id="sessions-title">${t('sessions.title')}</h2><p class="panel-lead">${t('sessions.lead')}</p>
                <ul class="things">${items.map(row)}</ul>
                ${
                    items.length > 1 &&
                    html`<div class="form-actions"><button type="button" class="button is-danger-quiet" data-end-others
                    data-testid="end-others">${t('sessions.endOthers')}</button></div>`
                }`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`<h2 id="sessions-title">${t('sessions.title')}</h2>${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    const run = async (/** @type {() => Promise<unknown>} */ action) => {
        try {
            await action();
            await load();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(
        host,
        'click',
        '[data-end]',
        async (button) => {
            if (
                await confirmDialog({
                    title: t('sessions.endTitle'),
                    text: t('sessions.endText', { name: button.dataset.name ?? '' }),
                    confirm: t('sessions.end'),
                })
            ) {
                await run(() => api.delete(`/me/sessions/${encodeURIComponent(button.dataset.end ?? '')}`));
            }
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-end-others]',
        async () => {
            if (
                await confirmDialog({
                    title: t('sessions.endOthersTitle'),
                    text: t('sessions.endOthersText'),
                    confirm: t('sessions.endOthers'),
                })
            ) {
                await run(() => api.delete('/me/sessions'));
            }
        },
        signal,
    );
    await load();
}

/** @param {Session} session */
function row({ id, current, client, address, lastUsedAt }) {
    return html`<li class="thing" data-testid="session-row"><span class="thing-icon">${icons.device}</span>
        <div class="thing-text">
            <p class="thing-title">${client} ${
                current && html`<span class="badge is-good">${t('sessions.current')}</span>`
            }</p>
        <p class="thing-line">${address} · ${t('sessions.used', { when: ago(lastUsedAt, currentLocale()) })}</p></div>
        ${
            !current &&
            html`<button type="button" class="button is-small" data-end="${id}" data-name="${client}"
            aria-label="${t('sessions.endNamed', { name: client })}">${t('sessions.end')}</button>`
        }
    </li>`;
}
