// @ts-check

import { api } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { ago } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';

/** @typedef {{ id: string, client: string, address: string, lastUsedAt: string }} Session */

/**
 * A user's sessions, with buttons that end them.
 * @param {HTMLElement} host
 * @param {string} path the user's API path
 * @param {string} name
 */
export async function mountUserSessions(host, path, name) {
    const load = async () => {
        try {
            /** @type {{ items: Session[] }} */
            const { items } = await api.get(`${path}/sessions`);
            render(
                host,
                items.length > 0
                    ? html`<ul class="things">${items.map(
                          ({ id, client, address, lastUsedAt }) =>
                              html`<li class="thing" data-testid="user-session">
                              <div class="thing-text"><p class="thing-title">${client}</p>
                              <p class="thing-line">${address} · ${t('sessions.used', {
                                  when: ago(lastUsedAt, currentLocale()),
                              })}</p></div>
                    <button type="button" class="button is-small" data-end="${id}"
                        data-testid="user-session-end">${t('sessions.end')}</button></li>`,
                      )}</ul>
                    <button type="button" class="button is-small is-danger-quiet" data-end-all
                        data-testid="user-sessions-end">${t('users.endSessions')}</button>`
                    : html`<p class="quiet">${t('users.noSessions')}</p>`,
            );
        } catch (error) {
            render(host, html`<p class="quiet">${explain(error)}</p>`);
        }
    };
    const end = async (/** @type {string} */ target) => {
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
        '[data-end]',
        (button) => void end(`${path}/sessions/${encodeURIComponent(button.dataset.end ?? '')}`),
    );
    delegate(host, 'click', '[data-end-all]', async () => {
        if (
            await confirmDialog({
                title: t('users.endSessions'),
                text: t('users.endSessionsText', { name }),
                confirm: t('users.endSessions'),
            })
        )
            await end(`${path}/sessions`);
    });
    await load();
}
