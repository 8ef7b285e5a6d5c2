// @ts-check
// Passkeys: the browser's part of creating and using them (WebAuthn).

import { api, ApiError } from '../../core/api.js';
import { serverInfo } from '../../core/session.js';

/** @typedef {{ token: string, challenge: string, rpId: string, allowed: string[], timeoutMs: number }} Request */
/**
 * @typedef {{ token: string, challenge: string, rpId: string, userId: string, username: string, displayName: string,
 *   algorithms: number[], excluded: string[], timeoutMs: number }} Creation
 */

/** Time after which a suggestion is renewed. Its challenge expires after five minutes. */
const SUGGESTED_FOR = 240_000;

/** Whether passkeys work here. Browsers refuse them for IP addresses. */
export function arePasskeysSupported() {
    return isSecureContext && 'PublicKeyCredential' in window && isDomain(location.hostname);
}

/** @param {string} host */
export function isDomain(host) {
    return !host.startsWith('[') && !/(^|\.)\d+$/.test(host);
}

/**
 * Creates a passkey.
 * @returns {Promise<{ token: string, clientData: string, attestation: string }>} the request's body except the label
 */
export async function makePasskey() {
    /** @type {Creation} */
    const options = await api.post('/me/passkeys/options');
    const made = await ask(() =>
        navigator.credentials.create({
            publicKey: {
                challenge: bytes(options.challenge),
                rp: { id: options.rpId, name: serverInfo.value.name },
                user: { id: bytes(options.userId), name: options.username, displayName: options.displayName },
                pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
                excludeCredentials: options.excluded.map(descriptor),
                authenticatorSelection: {
                    residentKey: 'required',
                    requireResidentKey: true,
                    userVerification: 'required',
                },
                attestation: 'none',
                timeout: options.timeoutMs,
            },
        }),
    );
    const response = /** @type {AuthenticatorAttestationResponse} */ (made.response);
    return {
        token: options.token,
        clientData: text(response.clientDataJSON),
        attestation: text(response.attestationObject),
    };
}

/**
 * Signs in by a passkey, in place of the password or after it.
 * @param {string} [step] the token of the sign-in's first step
 * @returns {Promise<any>} the signed-in user
 */
export async function signInByPasskey(step) {
    const options = await api.post('/session/passkey/options', { step }, { quiet: true });
    return api.post('/session/passkey', await use(options), { quiet: true });
}

/** Confirms by a passkey in place of typing the password again. */
export async function confirmByPasskey() {
    await api.post('/me/confirmation/passkey', await use(await api.post('/me/confirmation/passkey/options')));
}

/**
 * Lets the browser suggest passkeys in the user name field until `signal` aborts. Suggestions are optional, so a
 * browser without them causes no error.
 * @param {AbortSignal} signal
 * @param {(person: any) => void} enter
 * @param {(error: unknown) => void} fail
 */
export async function suggestPasskeys(signal, enter, fail) {
    const browser = /** @type {{ isConditionalMediationAvailable?: () => Promise<boolean> }} */ (PublicKeyCredential);
    if (!(await browser.isConditionalMediationAvailable?.())) return;
    while (!signal.aborted) {
        const round = new AbortController();
        const end = () => round.abort();
        signal.addEventListener('abort', end, { once: true });
        const renewal = setTimeout(end, SUGGESTED_FOR);
        try {
            const options = await api.post('/session/passkey/options', {}, { quiet: true, signal: round.signal });
            const answer = await use(options, round.signal);
            return await api.post('/session/passkey', answer, { quiet: true }).then(enter, fail);
        } catch {
            if (!round.signal.aborted) return;
        } finally {
            clearTimeout(renewal);
            signal.removeEventListener('abort', end);
        }
    }
}

/**
 * @param {Request} options
 * @param {AbortSignal} [suggesting] set if the browser suggests passkeys without a dialog
 */
async function use({ token, challenge, rpId, allowed, timeoutMs }, suggesting) {
    /** @type {PublicKeyCredentialRequestOptions} */
    const publicKey = {
        challenge: bytes(challenge),
        rpId,
        allowCredentials: allowed.map(descriptor),
        userVerification: 'required',
        timeout: timeoutMs,
    };
    // The checker's DOM types are older than `conditional`.
    const suggestion = /** @type {any} */ ({ mediation: 'conditional', signal: suggesting });
    const used = await ask(() => navigator.credentials.get({ publicKey, ...(suggesting && suggestion) }));
    const response = /** @type {AuthenticatorAssertionResponse} */ (used.response);
    return {
        token,
        credential: text(used.rawId),
        clientData: text(response.clientDataJSON),
        authenticatorData: text(response.authenticatorData),
        signature: text(response.signature),
        userHandle: response.userHandle ? text(response.userHandle) : undefined,
    };
}

/**
 * @param {() => Promise<Credential | null>} open
 * @returns {Promise<PublicKeyCredential>}
 */
async function ask(open) {
    try {
        const credential = await open();
        if (credential) return /** @type {PublicKeyCredential} */ (credential);
    } catch (error) {
        const name = error instanceof DOMException ? error.name : '';
        if (name === 'InvalidStateError') throw refusal('passkey_present');
        if (name !== 'NotAllowedError') throw error;
    }
    throw refusal('passkey_unused');
}

/** @param {string} reason */
function refusal(reason) {
    return new ApiError({ status: 400, code: 'invalid', reason });
}

/** @param {string} id @returns {PublicKeyCredentialDescriptor} */
function descriptor(id) {
    return { type: 'public-key', id: bytes(id) };
}

/**
 * Decodes base64url.
 * @param {string} encoded
 */
export function bytes(encoded) {
    const binary = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'));
    return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/**
 * Encodes as base64url without padding.
 * @param {ArrayBuffer} buffer
 */
export function text(buffer) {
    const binary = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join('');
    return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
