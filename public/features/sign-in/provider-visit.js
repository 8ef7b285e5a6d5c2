// @ts-check
// A visit to the OpenID provider. The browser leaves for the provider's page and returns to /sign-in/return.

import { api } from '../../core/api.js';
import { safeNext } from '../../core/paths.js';

const STORED = 'rondo.openid';

/** The API paths that start a visit, by purpose. */
const BEGINNINGS = /** @type {const} */ ({
    signIn: '/session/openid/begin',
    connect: '/me/openid',
    confirm: '/me/confirmation/openid',
});

/** @typedef {keyof typeof BEGINNINGS} Purpose */
/** @typedef {{ purpose: Purpose, next: string }} Visit `next`: the path to open afterwards */

/** The settings page with the connected providers. */
export const CONNECTIONS = '/settings/security';

/** @param {Purpose} purpose @param {string} next @param {{ quiet?: boolean }} [options] of the request */
export async function beginVisit(purpose, next, options) {
    const { address } = await api.post(BEGINNINGS[purpose], undefined, options);
    sessionStorage.setItem(STORED, JSON.stringify({ purpose, next }));
    location.assign(address);
}

/** Returns the visit that this tab started, and removes it from storage. */
export function endVisit() {
    const text = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    return visitOf(text);
}

/**
 * Parses a stored visit. Without one, returns a sign-in.
 * @param {string | null} text
 * @returns {Visit}
 */
export function visitOf(text) {
    /** @type {Partial<Visit> | null} */
    let stored = null;
    try {
        stored = JSON.parse(text ?? 'null');
    } catch {
        // Invalid text counts as none.
    }
    const purpose = stored?.purpose && Object.hasOwn(BEGINNINGS, stored.purpose) ? stored.purpose : 'signIn';
    return { purpose, next: safeNext(typeof stored?.next === 'string' ? stored.next : null) };
}

/**
 * The provider's response in the return address; undefined if there is none.
 * @param {URLSearchParams} query
 * @returns {{ state: string, code?: string, iss?: string } | undefined}
 */
export function answerOf(query) {
    const state = query.get('state');
    if (!state) return undefined;
    const code = query.has('error') ? null : query.get('code');
    const iss = query.get('iss');
    return { state, ...(code && { code }), ...(iss && { iss }) };
}

/**
 * The path to continue at after a failed visit.
 * @param {Visit} visit
 * @param {boolean} isSignedIn
 */
export function wayBack({ purpose, next }, isSignedIn) {
    if (!isSignedIn) return `/sign-in?next=${encodeURIComponent(next)}`;
    return purpose === 'connect' ? CONNECTIONS : next;
}
