// @ts-check
// The signed-in user, and the server's description of itself.

import { api, ApiError } from './api.js';
import { Store } from './store.js';

/** @typedef {import('./types.js').Me} Me */

/** @type {Store<Me | undefined>} */
export const me = new Store(/** @type {Me | undefined} */ (undefined));

/**
 * @typedef {{ name: string, version: string, setupRequired: boolean, registrationOpen: boolean,
 *   passwordMinLength: number, passwordMaxLength: number, sendsMail: boolean, podcasts: boolean,
 *   proxyUser: string | null, openID: string | null }} ServerInfo
 */

/** `openID`: the name of the OpenID provider, null while it is off. */
export const serverInfo = new Store(
    /** @type {ServerInfo} */ ({
        name: 'Rondo',
        version: '',
        setupRequired: false,
        registrationOpen: false,
        passwordMinLength: 12,
        passwordMaxLength: 256,
        sendsMail: false,
        podcasts: false,
        proxyUser: null,
        openID: null,
    }),
);

/** @param {import('./types.js').MePermissions} permission */
export function may(permission) {
    return me.value?.permissions.includes(permission) ?? false;
}

/** Whether the user's plan allows downloads. */
export function mayDownload() {
    return me.value?.downloads ?? false;
}

/** Requests the server's description and the user at once. A missing session is a result, not a failure. */
export async function loadSession() {
    const [server, person] = await Promise.all([
        api.get('/server'),
        api.get('/me', { quiet: true }).catch((error) => {
            if (error instanceof ApiError && error.status === 401) return undefined;
            throw error;
        }),
    ]);
    serverInfo.set({ ...serverInfo.value, ...server });
    me.set(person);
}

/** @param {Partial<Pick<Me, 'displayName'|'username'|'email'|'locale'|'theme'|'shadingMode'>>} changes */
export async function updateMe(changes) {
    me.set(await api.patch('/me', changes));
}

/** Whether the user signs out here: the event that ends the session then says nothing new. */
export let isSigningOut = false;

export async function signOut() {
    isSigningOut = true;
    try {
        await api.delete('/session', { quiet: true }).catch((error) => {
            if (!(error instanceof ApiError) || error.status !== 401) throw error;
        });
        me.set(undefined);
    } finally {
        isSigningOut = false;
    }
}
