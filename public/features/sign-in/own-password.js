// @ts-check
// The field for the user's own password, typed again before a change.

import { html } from '../../core/html.js';
import { me } from '../../core/session.js';
import { field } from '../../elements/forms/form.js';

/** Whether the account has a password. Accounts that sign in by a provider may have none. */
export const hasPassword = () => me.value?.hasPassword !== false;

/** The account's name, for password managers. */
export const accountName = () => html`<input type="text" name="account" value="${me.value?.username ?? ''}"
    autocomplete="username" readonly hidden>`;

/**
 * The field `password` and the account's name; false for an account without a password.
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
