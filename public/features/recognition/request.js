// @ts-check
// The recognition request.

import { ApiError, isAbort } from '../../core/api.js';

/** Response timeout. The server takes a fraction of this, so a longer wait is the network's. */
const ANSWER_MS = 15_000;

/**
 * @param {Pick<import('../../core/api.js').Api, 'post'>} client
 * @param {AbortSignal} signal
 * @param {number} [answerMs]
 * @returns {import('./recognize.js').Send}
 */
export function sender(client, signal, answerMs = ANSWER_MS) {
    return async (bytes) => {
        const request = new AbortController();
        const cancel = () => request.abort();
        const timer = setTimeout(cancel, answerMs);
        signal.addEventListener('abort', cancel, { once: true });
        try {
            signal.throwIfAborted();
            return await client.post('/recognitions', undefined, { bytes, signal: request.signal });
        } catch (error) {
            if (isAbort(error) && !signal.aborted) throw new ApiError({ status: 0, code: 'network' });
            throw error;
        } finally {
            clearTimeout(timer);
            signal.removeEventListener('abort', cancel);
        }
    };
}

/**
 * @param {number} ms
 * @param {AbortSignal} signal
 * @returns {Promise<void>} rejects with an AbortError
 */
export function waitFor(ms, signal) {
    return new Promise((resolve, reject) => {
        const stop = () => {
            clearTimeout(timer);
            reject(new DOMException('The listener has given up.', 'AbortError'));
        };
        const timer = setTimeout(() => {
            signal.removeEventListener('abort', stop);
            resolve();
        }, ms);
        if (signal.aborted) stop();
        else signal.addEventListener('abort', stop, { once: true });
    });
}
