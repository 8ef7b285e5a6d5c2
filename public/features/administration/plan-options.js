// @ts-check

import { t } from '../../core/i18n.js';

/**
 * The plans as select options, the default plan first.
 * @param {{ id: string, name: string }[]} plans
 * @returns {[string, string][]}
 */
export function planOptions(plans) {
    return [['', t('users.planDefault')], ...plans.map(({ id, name }) => /** @type {[string, string]} */ ([id, name]))];
}
