// @ts-check
// Uploads files in chunks, one file after the other, and resumes at the server's offset after interruptions. Uploads
// continue while the page is open, in any view.

import { api, ApiError, isOfProxy, problem } from '../../core/api.js';
import { Store } from '../../core/store.js';
import { metadata, unfinished } from './model.js';

const CHUNK = 8 * 1024 * 1024;
const ATTEMPTS = 8;

/**
 * @typedef {object} Sending
 * @property {string} key
 * @property {File} file
 * @property {string} [id] known after the upload is created
 * @property {number} sent bytes stored by the server
 * @property {'waiting'|'sending'|'pausing'|'sent'|'failed'} state
 * @property {unknown} [error]
 */

/**
 * The uploads of this page.
 * @type {Store<Sending[]>}
 */
export const sendings = new Store(/** @type {Sending[]} */ ([]));

/** @type {Map<string, AbortController>} */
const running = new Map();
let isWorking = false;
let count = 0;

/** @param {string} key @param {Partial<Sending>} change */
function update(key, change) {
    sendings.set(sendings.value.map((one) => (one.key === key ? { ...one, ...change } : one)));
}

/**
 * @param {File[]} files
 * @param {{ batch?: string, wish?: string, known: import('./model.js').Upload[] }} options `known`: unfinished uploads,
 *   which the same files resume
 */
export function send(files, { batch, wish, known }) {
    const added = files.map((file) => ({
        key: `s${++count}`,
        file,
        id: unfinished(file, known)?.id,
        sent: 0,
        state: /** @type {const} */ ('waiting'),
        batch,
        wish,
    }));
    sendings.set([...sendings.value, ...added]);
    void work();
}

/** @param {string} key */
export async function cancel(key) {
    const one = sendings.value.find((sending) => sending.key === key);
    running.get(key)?.abort();
    sendings.set(sendings.value.filter((sending) => sending.key !== key));
    if (one?.id && one.state !== 'sent') await api.delete(`/uploads/${encodeURIComponent(one.id)}`).catch(() => {});
}

/** @param {string} key */
export function retry(key) {
    update(key, { state: 'waiting', error: undefined });
    void work();
}

/** Removes complete uploads, which the server handles from then on. */
export function forgetSent() {
    sendings.set(sendings.value.filter((one) => one.state !== 'sent'));
}

async function work() {
    if (isWorking) return;
    isWorking = true;
    try {
        for (;;) {
            const next = sendings.value.find((one) => one.state === 'waiting');
            if (!next) return;
            await deliver(next.key);
        }
    } finally {
        isWorking = false;
    }
}

/** @param {string} key */
async function deliver(key) {
    const leaving = new AbortController();
    running.set(key, leaving);
    update(key, { state: 'sending' });
    for (let attempt = 0; ; attempt += 1) {
        try {
            await attemptOnce(key, leaving.signal, () => {
                attempt = 0;
            });
            update(key, { state: 'sent' });
            break;
        } catch (error) {
            if (leaving.signal.aborted) break;
            // After a lost connection, a busy server or a wrong offset: ask for the offset and resume.
            const again =
                error instanceof ApiError &&
                (error.status === 0 ||
                    (error.status >= 500 && error.status !== 507) ||
                    ['offset_mismatch', 'upload_busy', 'upload_taken_over'].includes(error.reason ?? ''));
            if (!again || attempt >= ATTEMPTS) {
                update(key, { state: 'failed', error });
                break;
            }
            update(key, { state: 'pausing' });
            // A cancelled upload must not hold back the next one.
            await new Promise((resolve) => {
                setTimeout(resolve, Math.min(500 * 2 ** attempt, 15_000));
                leaving.signal.addEventListener('abort', resolve, { once: true });
            });
            if (leaving.signal.aborted) break;
            update(key, { state: 'sending' });
        }
    }
    running.delete(key);
}

/** @param {string} key @param {AbortSignal} signal @param {() => void} progressed */
async function attemptOnce(key, signal, progressed) {
    const one = /** @type {Sending & { batch?: string, wish?: string }} */ (
        sendings.value.find((sending) => sending.key === key)
    );
    let { id } = one;
    if (!id) {
        const reply = await tus(
            'POST',
            '/api/v1/uploads',
            {
                'Upload-Length': String(one.file.size),
                'Upload-Metadata': metadata({ filename: one.file.name, batch: one.batch, wish: one.wish }),
            },
            undefined,
            signal,
        );
        id = /** @type {string} */ (reply.headers.get('Location'))
            .split('/')
            .at(-1);
        update(key, { id });
    }
    const place = `/api/v1/uploads/${encodeURIComponent(/** @type {string} */ (id))}`;
    const head = await tus('HEAD', place, {}, undefined, signal);
    let offset = Number(head.headers.get('Upload-Offset'));
    while (offset < one.file.size) {
        update(key, { sent: offset });
        const piece = one.file.slice(offset, Math.min(offset + CHUNK, one.file.size));
        const reply = await tus(
            'PATCH',
            place,
            { 'Upload-Offset': String(offset), 'Content-Type': 'application/offset+octet-stream' },
            piece,
            signal,
        );
        offset = Number(reply.headers.get('Upload-Offset'));
        progressed();
    }
    update(key, { sent: offset });
}

/**
 * @param {string} method
 * @param {string} path
 * @param {Record<string, string>} headers
 * @param {Blob | undefined} body
 * @param {AbortSignal} signal
 */
async function tus(method, path, headers, body, signal) {
    let response;
    try {
        response = await fetch(path, {
            method,
            headers: { 'Tus-Resumable': '1.0.0', ...headers },
            body,
            signal,
            credentials: 'same-origin',
        });
    } catch (error) {
        if (signal.aborted) throw error;
        throw new ApiError({ status: 0, code: 'network' });
    }
    if (response.ok) return response;
    if (isOfProxy(response)) throw new ApiError({ status: 0, code: 'network' });
    const text = await response.text();
    let document;
    try {
        document = JSON.parse(text);
    } catch {
        document = undefined;
    }
    throw problem(response.status, document, response.headers.get('Retry-After'));
}

globalThis.addEventListener?.('beforeunload', (event) => {
    if (sendings.value.some((one) => one.state === 'sending' || one.state === 'waiting' || one.state === 'pausing'))
        event.preventDefault();
});
