// @ts-check
// Rules that assign a role and libraries to the members of a provider's group.

import { delegate, find } from '../../../core/dom.js';
import { append, attribute, html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { field, select } from '../../../elements/forms/form.js';
import { libraryChoice, tickedLibraries } from '../library-choice.js';
import { ROLES } from '../reasons.js';

/** @typedef {import('./provider-model.js').GroupRule} GroupRule */
/** @typedef {{ id: string, name: string }} Library */

/** @param {GroupRule[]} rules @param {Library[]} libraries */
export const rulesFields = (rules, libraries) => html`<fieldset class="form">
    <legend>${t('identityProvider.rules')}</legend>
    <p class="field-hint">${t('identityProvider.rulesHint')}</p>
    <div class="form" data-rules>${rules.map((rule) => ruleFields(rule, libraries))}</div>
    <div class="form-actions"><button type="button" class="button" data-add-rule
        data-testid="openid-rule-add">${t('identityProvider.addRule')}</button></div>
</fieldset>`;

/** @param {GroupRule} rule @param {Library[]} libraries */
const ruleFields = ({ group, role, libraries: given }, libraries) => html`<fieldset class="form" data-rule
    data-testid="openid-rule">
    <legend>${t('identityProvider.rule')}</legend>
    ${field({ name: 'group', label: t('identityProvider.group'), value: group, required: true, maxlength: 400 })}
    ${select({
        name: 'groupRole',
        label: t('identityProvider.groupRole'),
        value: role ?? '',
        options: [['', t('identityProvider.noRole')], ...roleOptions()],
    })}
    <label class="switch"><input type="checkbox" role="switch" data-sets-libraries
        data-testid="openid-rule-libraries" ${attribute('checked', Boolean(given))}><span>${t(
            'identityProvider.setsLibraries',
        )}</span></label>
    <fieldset class="form" data-some ${attribute('disabled', !given)}>
        <legend class="visually-hidden">${t('identityProvider.libraries')}</legend>
        ${libraryChoice(libraries, { given: given ?? [], testid: 'openid-rule-library' })}
    </fieldset>
    <div class="form-actions"><button type="button" class="button is-small is-danger-quiet" data-remove-rule
        data-testid="openid-rule-remove">${t('identityProvider.removeRule')}</button></div>
</fieldset>`;

/** @returns {[string, string][]} each role with its name */
export const roleOptions = () => ROLES.map((role) => [role, t(`roles.${role}`)]);

/** @param {HTMLElement} host @param {() => Library[]} libraries @param {AbortSignal} signal */
export function bindRules(host, libraries, signal) {
    delegate(
        host,
        'click',
        '[data-add-rule]',
        () => {
            const rules = find(host, '[data-rules]');
            append(rules, ruleFields({ group: '' }, libraries()));
            find(/** @type {HTMLElement} */ (rules.lastElementChild), '[name=group]').focus();
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-remove-rule]',
        (button) => {
            button.closest('[data-rule]')?.remove();
            find(host, '[data-add-rule]').focus();
        },
        signal,
    );
    delegate(
        host,
        'change',
        '[data-sets-libraries]',
        (box) => {
            const rule = /** @type {HTMLElement} */ (box.closest('[data-rule]'));
            const some = /** @type {HTMLFieldSetElement} */ (find(rule, '[data-some]'));
            some.disabled = !(/** @type {HTMLInputElement} */ (box).checked);
        },
        signal,
    );
}

/**
 * Reads the rules from the form.
 * @param {HTMLElement} host
 * @returns {GroupRule[]}
 */
export function rulesIn(host) {
    return [...host.querySelectorAll('[data-rule]')].map((rule) => {
        const role = /** @type {HTMLSelectElement} */ (find(rule, '[name=groupRole]')).value;
        const setsLibraries = /** @type {HTMLInputElement} */ (find(rule, '[data-sets-libraries]')).checked;
        return {
            group: /** @type {HTMLInputElement} */ (find(rule, '[name=group]')).value.trim(),
            role: /** @type {GroupRule['role']} */ (role || null),
            libraries: setsLibraries ? tickedLibraries(rule) : null,
        };
    });
}
