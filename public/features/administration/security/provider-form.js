// @ts-check
// The fields of the OpenID provider's settings.

import { attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { copyField } from '../../../elements/forms/copy-field.js';
import { field, formError, linesField, select } from '../../../elements/forms/form.js';
import { ROLES } from '../reasons.js';
import { roleOptions, rulesFields } from './provider-rules.js';

/** @typedef {import('./provider-model.js').Provider} Provider */

/** @param {string} name @param {boolean} isOn @param {string} [hint] */
const switchField = (name, isOn, hint) => html`<label class="switch"><input type="checkbox" role="switch"
    data-switch="${name}" data-testid="openid-${name}" ${attribute('checked', isOn)}><span>${t(
        `identityProvider.${name}`,
    )}</span></label>${hint && html`<p class="field-hint">${hint}</p>`}`;

/** @param {string} label @param {string} address @param {string} testid */
const addressField = (label, address, testid) => html`<div class="field">
    <span class="label">${label}</span>${copyField(address, label, testid)}</div>`;

/** @param {Provider} provider @param {{ id: string, name: string }[]} libraries */
export const providerForm = (provider, libraries) => html`<form class="form" data-testid="openid-settings">
    ${switchField('enabled', provider.enabled)}
    ${field({
        name: 'name',
        label: t('identityProvider.name'),
        value: provider.name,
        required: true,
        maxlength: 60,
        hint: t('identityProvider.nameHint'),
    })}
    ${registrationFields(provider)}
    ${linesField({
        name: 'scopes',
        label: t('identityProvider.scopes'),
        value: provider.scopes.join('\n'),
        hint: t('identityProvider.scopesHint'),
    })}
    <fieldset class="form"><legend>${t('identityProvider.accounts')}</legend>
        ${switchField('makesAccounts', provider.makesAccounts)}
        ${switchField('linksByEmail', provider.linksByEmail, t('identityProvider.linksByEmailHint'))}
        ${switchField('trustsSecondFactor', provider.trustsSecondFactor, t('identityProvider.trustHint'))}
        ${select({
            name: 'role',
            label: t('identityProvider.role'),
            value: provider.role ?? '',
            options: [['', t('identityProvider.refused')], ...roleOptions()],
        })}
        ${field({
            name: 'groupsClaim',
            label: t('identityProvider.groupsClaim'),
            value: provider.groupsClaim,
            maxlength: 400,
            hint: t('identityProvider.groupsClaimHint'),
        })}
    </fieldset>
    ${rulesFields(provider.groups, libraries)}
    <fieldset class="form"><legend>${t('identityProvider.withoutPassword')}</legend>
        <p class="field-hint">${t('identityProvider.withoutPasswordHint')}</p>
        ${ROLES.map(
            (role) => html`<label class="switch"><input type="checkbox" role="switch" data-without-password="${role}"
                data-testid="openid-only-${role}" ${attribute(
                    'checked',
                    provider.rolesWithoutPassword.includes(role),
                )}><span>${t(`roles.${role}`)}</span></label>`,
        )}
    </fieldset>
    ${formError}
    <div class="form-actions"><button type="submit" class="button is-primary"
        data-testid="openid-save">${t('actions.save')}</button><button type="button" class="button" data-openid-test
        data-testid="openid-test">${t('identityProvider.test')}</button>
        <span data-openid-report role="status" data-testid="openid-report"></span></div>
    <p class="field-hint">${t('identityProvider.testHint')}</p>
</form>`;

/**
 * The fields for this server's registration at the provider.
 * @param {Provider} provider
 */
const registrationFields = ({ issuer, clientId, hasSecret, secretLost, returnURL, logoutURL }) => html`${field({
    name: 'issuer',
    label: t('identityProvider.issuer'),
    value: issuer,
    required: true,
    maxlength: 400,
    placeholder: 'https://id.example.org',
    hint: t('identityProvider.issuerHint'),
})}
    ${addressField(t('identityProvider.returnURL'), returnURL, 'openid-return-url')}
    ${addressField(t('identityProvider.logoutURL'), logoutURL, 'openid-logout-url')}
    ${field({
        name: 'clientId',
        label: t('identityProvider.clientId'),
        value: clientId,
        required: true,
        maxlength: 400,
    })}
    ${
        secretLost &&
        html`<p class="form-error" role="status"
            data-testid="openid-secret-lost">${t('identityProvider.secretLost')}</p>`
    }
    ${field({
        name: 'secret',
        label: t('identityProvider.secret'),
        type: 'password',
        autocomplete: 'new-password',
        maxlength: 400,
        hint: t(hasSecret ? 'identityProvider.secretKept' : 'identityProvider.secretHint'),
    })}
    ${hasSecret && switchField('forgetSecret', false)}`;
