// @ts-check

import { ago, date } from '../../../core/format.js';
import { html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { icons } from '../../../elements/icons.js';

/**
 * @typedef {{ id: string, label: string, scopes: string[], usable: boolean, createdAt: string,
 *   expiresAt?: string, lastUsedAt?: string, lastClient?: string, lastAddress?: string,
 *   products?: import('./token-dialogs.js').Product[] }} DeviceKey
 */

/**
 * @param {DeviceKey} key
 * @param {{ own: boolean }} options whether it is the viewer's own key, which can be renamed
 */
export function keyRow(
    { id, label, scopes, usable, createdAt, expiresAt, lastUsedAt, lastClient, lastAddress, products },
    { own },
) {
    const locale = currentLocale();
    const use = lastUsedAt
        ? [t('sessions.used', { when: ago(lastUsedAt, locale) }), lastClient, lastAddress]
        : [t('tokens.unused')];
    const ended =
        !usable &&
        (expiresAt && new Date(expiresAt) <= new Date() ? t('deviceKeys.expired') : t('deviceKeys.unusable'));
    const rights = [
        scopes.map((scope) => t(`deviceKeys.scopes.${scope}`)).join(', '),
        expiresAt
            ? t('tokens.until', { date: date(expiresAt, locale) })
            : t('tokens.since', { date: date(createdAt, locale) }),
    ];
    return html`<li class="thing" data-testid="device-key"><span class="thing-icon">${icons.device}</span><div
        class="thing-text">
            <p class="thing-title">${label}${ended && html` <span class="badge is-bad">${ended}</span>`}</p>
            <p class="thing-line">${use.filter(Boolean).join(' · ')}</p><p class="thing-line">${rights.join(' · ')}</p>
            ${
                products &&
                html`<p class="thing-line"
                data-testid="device-key-products">${t('tokens.products')} ${products
                    .map(({ name }) => name)
                    .join(', ')}</p>`
            }</div>
        ${
            own &&
            html`<button type="button" class="icon-button" data-rename="${id}" data-name="${label}"
            aria-label="${t('deviceKeys.renameNamed', { name: label })}"
            data-testid="device-key-rename">${icons.edit}</button>`
        }
        <button type="button" class="button is-small" data-revoke="${id}" data-name="${label}"
            aria-label="${t('tokens.revokeNamed', { name: label })}"
            data-testid="device-key-revoke">${t('deviceKeys.revoke')}</button></li>`;
}
