// @ts-check
// An account as a table row. The actions are in the row's menu.

import { ago, dateTime } from '../../../core/format.js';
import { attribute, html } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { me } from '../../../core/session.js';
import { icons } from '../../../elements/icons.js';
import { avatar } from '../../../elements/music/avatar.js';
import { ROLES } from '../reasons.js';

/** @typedef {import('../../../core/types.js').User} User */
/**
 * @typedef {Pick<User, 'role' | 'libraries' | 'maximumBitrate' | 'planId' | 'explicit' | 'twoFactor' | 'disabled'> & {
 *   isOwn: boolean }} Account the values that a row's menu depends on
 */

/** @param {User} user @param {boolean} isChosen */
export function userRow(user, isChosen) {
    const name = user.displayName || user.username;
    const locale = currentLocale();
    const self = user.id === me.value?.id;
    const { role, libraries, maximumBitrate, planId, explicit, twoFactor, disabled } = user;
    /** @type {Account} */
    const account = { role, libraries, maximumBitrate, planId, explicit, twoFactor, disabled, isOwn: self };
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
                (one) =>
                    html`<option value="${one}"
            ${attribute('selected', one === role)}>${t(`roles.${one}`)}</option>`,
            )}</select></td>
        <td class="user-seen">${
            user.lastSeenAt
                ? html`<time datetime="${user.lastSeenAt}"
            title="${dateTime(user.lastSeenAt, locale)}">${ago(user.lastSeenAt, locale)}</time>`
                : html`<span class="quiet">${t('users.never')}</span>`
        }</td>
        <td class="table-actions"><button type="button" class="icon-button" data-account="${JSON.stringify(account)}"
            data-focus="menu" aria-haspopup="menu" aria-label="${t('tracks.moreFor', { name })}"
            title="${t('tracks.more')}" data-testid="user-menu">${icons.more}</button></td>
    </tr>`;
}
