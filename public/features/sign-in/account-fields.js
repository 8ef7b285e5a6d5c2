// @ts-check
// The fields of a new account.

import { t } from '../../core/i18n.js';
import { serverInfo } from '../../core/session.js';
import { field } from '../../elements/forms/form.js';

export function usernameField() {
    return field({
        name: 'username',
        label: t('fields.username'),
        autocomplete: 'username',
        required: true,
        autofocus: true,
        maxlength: 64,
        hint: t('fields.usernameHint'),
    });
}

export function displayNameField() {
    return field({
        name: 'displayName',
        label: t('fields.displayNameOptional'),
        autocomplete: 'name',
        maxlength: 100,
    });
}

export function newPasswordField() {
    const { passwordMinLength: least, passwordMaxLength: most } = serverInfo.value;
    return field({
        name: 'password',
        label: t('fields.password'),
        type: 'password',
        autocomplete: 'new-password',
        required: true,
        minlength: least,
        maxlength: most,
        hint: t('fields.passwordHint', { min: least }),
    });
}
