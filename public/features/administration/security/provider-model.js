// @ts-check
// The OpenID provider's settings in the API's format, and the changes that the form sends.

import { lines } from '../../corrections/model.js';

/** @typedef {'listener'|'contributor'|'moderator'|'admin'} Role */
/** @typedef {{ group: string, role?: Role | null, libraries?: string[] | null }} GroupRule */

/**
 * @typedef {{ enabled: boolean, name: string, issuer: string, clientId: string, hasSecret: boolean,
 *   secretLost: boolean, scopes: string[], groupsClaim: string, makesAccounts: boolean, linksByEmail: boolean,
 *   trustsSecondFactor: boolean, role?: Role | null, groups: GroupRule[], rolesWithoutPassword: Role[],
 *   returnURL: string, logoutURL: string }} Provider
 */

/** The on/off settings. */
export const SWITCHES = /** @type {const} */ (['enabled', 'makesAccounts', 'linksByEmail', 'trustsSecondFactor']);

/**
 * The request body of the form.
 * @param {Record<string, string>} texts the field values by name
 * @param {object} choices
 * @param {(name: string) => boolean} choices.isOn whether a switch is on
 * @param {GroupRule[]} choices.groups
 * @param {string[]} choices.rolesWithoutPassword
 * @returns {Record<string, unknown>}
 */
export function changesOf({ name, issuer, clientId, secret, scopes, groupsClaim, role }, choices) {
    const { isOn, groups, rolesWithoutPassword } = choices;
    return {
        ...Object.fromEntries(SWITCHES.map((one) => [one, isOn(one)])),
        name,
        issuer,
        clientId,
        ...secretOf(secret, isOn('forgetSecret')),
        scopes: lines(scopes),
        groupsClaim,
        role: role || null,
        groups,
        rolesWithoutPassword,
    };
}

/**
 * The change to the secret. An empty field leaves it unchanged.
 * @param {string} secret @param {boolean} isForgotten
 */
function secretOf(secret, isForgotten) {
    if (secret !== '') return { secret };
    return isForgotten ? { secret: null } : {};
}
