// @ts-check

import { ago, dateTime } from '../../../core/format.js';
import { attribute, html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { ROLES } from '../reasons.js';

/** @param {import('../../../core/types.js').User} user @param {boolean} isChosen */
export function userRow(user, isChosen) {
    const name = user.displayName || user.username;
    const locale = currentLocale();
    const self = user.id === me.value?.id;
    return html`<tr data-user="${user.id}" data-key="${user.id}" data-name="${name}" data-testid="user-row"
        class="${user.disabled ? 'is-off' : ''} ${isChosen ? 'is-chosen' : ''}">
        <td class="user-choice"><input type="checkbox" class="row-select" data-choose="${user.id}" data-focus="choose"
            aria-label="${t('giving.chooseNamed', { name })}" ${attribute('checked', isChosen)}
            data-testid="user-choose"></td>
        <td><div class="user-cell">${avatar(user)}<div class="thing-text"><p class="thing-title">${name}
            ${self && html`<span class="badge">${t('users.you')}</span>`}${
                user.disabled && html`<span class="badge is-bad">${t('users.disabled')}</span>`
            }${!user.passwordSet && html`<span class="badge">${t('users.invited')}</span>`}${
                user.twoFactor && html`<span class="badge" data-testid="user-two-factor">${t('twoFactor.badge')}</span>`
            }${
                user.libraries &&
                user.role !== 'admin' &&
                html`<span class="badge"
                data-testid="user-limited">${t('users.limited', { count: user.libraries.length })}</span>`
            }${
                !user.explicit &&
                user.role !== 'admin' &&
                html`<span class="badge" data-testid="user-clean">${t('explicit.withheld')}</span>`
            }${user.planId && html`<span class="badge" data-testid="user-plan">${user.plan}</span>`}${
                user.maximumBitrate &&
                html`<span class="badge"
                data-testid="user-bitrate">${t('users.kbits', { rate: user.maximumBitrate })}</span>`
            }</p>
            <p class="thing-line">@${user.username}${user.email ? html` · ${user.email}` : ''}</p></div></div></td>
        <td><select data-role="${user.role}" data-focus="role" aria-label="${t('users.roleOf', { name })}"
            data-testid="user-role">${ROLES.map(
                (role) =>
                    html`<option value="${role}"
            ${attribute('selected', role === user.role)}>${t(`roles.${role}`)}</option>`,
            )}</select></td>
        <td>${
            user.lastSeenAt
                ? html`<time datetime="${user.lastSeenAt}"
            title="${dateTime(user.lastSeenAt, locale)}">${ago(user.lastSeenAt, locale)}</time>`
                : html`<span class="quiet">${t('users.never')}</span>`
        }</td>
        <td class="table-actions">
            ${
                user.role !== 'admin' &&
                html`<button type="button" class="button is-small"
                data-libraries="${user.libraries ? JSON.stringify(user.libraries) : ''}" data-focus="libraries"
                data-testid="user-libraries">${icons.library}${t('users.libraries')}</button>`
            }
            <button type="button" class="button is-small" data-access="${user.maximumBitrate ?? ''}"
                data-plan="${user.planId ?? ''}" data-explicit="${String(user.explicit)}" data-focus="access"
                data-testid="user-access">${icons.device}${t('users.access')}</button>
            <button type="button" class="button is-small" data-link data-focus="link"
                data-testid="user-link">${icons.link}${t('users.reset')}</button>
            ${
                user.twoFactor &&
                html`<button type="button" class="button is-small" data-two-factor data-focus="two-factor"
                data-testid="user-two-factor-off">${icons.key}${t('twoFactor.remove')}</button>`
            }
            ${
                user.disabled
                    ? html`<button type="button" class="button is-small" data-disable="false"
                        data-focus="disable">${t('users.enable')}</button>${
                            !self &&
                            html`<button type="button" class="button is-small is-danger-quiet" data-delete
                        data-focus="delete" data-testid="user-delete">${icons.trash}${t('users.delete')}</button>`
                        }`
                    : html`<button type="button" class="button is-small is-danger-quiet" data-disable="true"
                        data-focus="disable" data-testid="user-disable">${t('users.disable')}</button>`
            }
        </td>
    </tr>`;
}
