// @ts-check
// The user's bearer tokens for scripts, and their actions.

import { isAbort } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { ago, date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';
import { createTokenDialog, revokeToken } from './token-dialogs.js';

/**
 * @typedef {{ id: string, label: string, scopes: string[], usable: boolean, createdAt: string,
 *   lastUsedAt?: string, lastAddress?: string, expiresAt?: string }} Token
 */

/** @param {HTMLElement} host @param {import('../../../core/api.js').Api} api @param {AbortSignal} signal */
export async function mountTokens(host, api, signal) {
    const head = () =>
        html`<h2 id="tokens-title">${t('tokens.title')}</h2><p class="panel-lead">${t('tokens.lead')}</p>`;
    const load = async () => {
        render(host, html`${head()}${rowsSkeleton(1)}`);
        try {
            /** @type {{ items: Token[] }} */
            const { items } = await api.get('/me/tokens', { signal });
            render(
                host,
                html`${head()}${items.length > 0 && html`<ul class="things">${items.map(row)}</ul>`}
                <div class="form-actions"><button type="button" class="button" data-create
                    data-testid="token-create">${icons.plus}${t('tokens.create')}</button></div>`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(host, 'click', '[data-create]', () => createTokenDialog(api, () => void load()), signal);
    delegate(
        host,
        'click',
        '[data-revoke]',
        (button) => void revokeToken(api, button.dataset.revoke ?? '', button.dataset.name ?? '', () => void load()),
        signal,
    );
    await load();
}

/** @param {Token} token */
function row({ id, label, scopes, usable, createdAt, lastUsedAt, lastAddress, expiresAt }) {
    const locale = currentLocale();
    const use = lastUsedAt
        ? [t('sessions.used', { when: ago(lastUsedAt, locale) }), lastAddress]
        : [t('tokens.unused')];
    const rights = [
        scopes.map((scope) => t(`tokens.scopes.${scope}`)).join(', '),
        expiresAt
            ? t('tokens.until', { date: date(expiresAt, locale) })
            : t('tokens.since', { date: date(createdAt, locale) }),
    ];
    return html`<li class="thing" data-testid="token"><span class="thing-icon">${icons.key}</span><div
        class="thing-text">
            <p class="thing-title">${label}${
                !usable && html` <span class="badge is-bad">${t('deviceKeys.expired')}</span>`
            }</p>
            <p class="thing-line">${use.filter(Boolean).join(' · ')}</p><p class="thing-line">${rights.join(' · ')}</p>
                </div>
        <button type="button" class="button is-small" data-revoke="${id}" data-name="${label}"
            aria-label="${t('tokens.revokeNamed', { name: label })}"
            data-testid="token-revoke">${t('tokens.revoke')}</button></li>`;
}
