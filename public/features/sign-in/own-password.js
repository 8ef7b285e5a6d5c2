// @ts-check
// One's own password, typed again before a change.

import { html } from '../../core/html.js';
import { me } from '../../core/session.js';
import { field } from '../../elements/forms/form.js';

/** Whether the user can type a password: an account that signs in by a provider may have none. */
export const hasPassword = () => me.value?.hasPassword !== false;

/** The name of the account, for password managers. */
export const accountName = () => html`<input type="text" name="account" value="${me.value?.username ?? ''}"
    autocomplete="username" readonly hidden>`;

/**
 * The field `password`, and the account's name; nothing for an account without a password.
 * @param {string} label
 */
export const ownPassword = (label) =>
    hasPassword() &&
    html`${accountName()}${field({
        name: 'password',
        label,
        type: 'password',
        autocomplete: 'current-password',
        required: true,
        maxlength: 4096,
    })}`;
