// @ts-check
// A visit to the OpenID provider: the browser leaves for a page of the provider and comes back to /sign-in/return.

import { api } from '../../core/api.js';
import { safeNext } from '../../core/paths.js';

const STORED = 'rondo.openid';

/** The calls that begin a visit, by its purpose. */
const BEGINNINGS = /** @type {const} */ ({
    signIn: '/session/openid/begin',
    connect: '/me/openid',
    confirm: '/me/confirmation/openid',
});

/** @typedef {keyof typeof BEGINNINGS} Purpose */
/** @typedef {{ purpose: Purpose, next: string }} Visit `next`: where to go afterwards */

/** The page of the settings with the connections. */
export const CONNECTIONS = '/settings/security';

/** @param {Purpose} purpose @param {string} next @param {{ quiet?: boolean }} [options] of the call */
export async function beginVisit(purpose, next, options) {
    const { address } = await api.post(BEGINNINGS[purpose], undefined, options);
    sessionStorage.setItem(STORED, JSON.stringify({ purpose, next }));
    location.assign(address);
}

/** The visit that this tab has begun; it is forgotten here. */
export function endVisit() {
    const text = sessionStorage.getItem(STORED);
    sessionStorage.removeItem(STORED);
    return visitOf(text);
}

/**
 * A stored visit. Without one it is taken for a sign-in.
 * @param {string | null} text
 * @returns {Visit}
 */
export function visitOf(text) {
    /** @type {Partial<Visit> | null} */
    let stored = null;
    try {
        stored = JSON.parse(text ?? 'null');
    } catch {
        // Somebody else's text counts as none.
    }
    const purpose = stored?.purpose && Object.hasOwn(BEGINNINGS, stored.purpose) ? stored.purpose : 'signIn';
    return { purpose, next: safeNext(typeof stored?.next === 'string' ? stored.next : null) };
}

/**
 * What the provider says in the address that the browser comes back to. Undefined where it says nothing.
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
 * Where somebody can go on after a visit that has failed.
 * @param {Visit} visit
 * @param {boolean} isSignedIn
 */
export function wayBack({ purpose, next }, isSignedIn) {
    if (!isSignedIn) return `/sign-in?next=${encodeURIComponent(next)}`;
    return purpose === 'connect' ? CONNECTIONS : next;
}
