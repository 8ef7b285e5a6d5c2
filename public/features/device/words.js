// @ts-check
// The lyrics of the stored tracks. They are requested again, one track after the other, because users edit lyrics,
// providers withdraw them, and licenses expire.

import { address, ApiError, problem } from '../../core/api.js';
import { rotated, storedWords } from './model.js';
import { device } from './store.js';

/** The pause between two tracks. The renewal is not urgent, and other clients use the server too. */
const PAUSE_MS = 250;

/**
 * Requests a track's lyrics in the stored form.
 * @param {string} id @param {{ tag?: string, signal?: AbortSignal }} options `tag`: the stored lyrics' entity tag
 * @returns {Promise<import('./store.js').Words | undefined>} undefined if the lyrics still match the tag
 */
export async function fetchWords(id, { tag, signal } = {}) {
    const answer = await fetch(address(`/tracks/${encodeURIComponent(id)}/lyrics`), {
        headers: { Accept: 'application/json, application/problem+json', ...(tag && { 'If-None-Match': tag }) },
        credentials: 'same-origin',
        signal,
    }).catch((error) => {
        throw signal?.aborted ? error : new ApiError({ status: 0, code: 'network' });
    });
    if (answer.status === 304) return undefined;
    const body = await answer.json().catch(() => undefined);
    if (!answer.ok || !body) throw problem(answer.status, body, answer.headers.get('Retry-After'));
    return { answer: storedWords(body), tag: answer.headers.get('ETag') ?? undefined };
}

const rest = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));

export class WordsRenewal {
    /** The IDs of the tracks to request, in order. */
    #due = new Set();
    /** @type {Promise<void> | undefined} */
    #running;
    #stopping = new AbortController();

    /**
     * @param {{ device?: Pick<import('./store.js').Device, 'tracks'|'lastRenewed'|'wordsTag'|'renewWords'>,
     *   ask?: typeof fetchWords, pause?: () => Promise<unknown> }} [parts]
     */
    constructor(parts = {}) {
        this.device = parts.device ?? device;
        this.ask = parts.ask ?? fetchWords;
        this.pause = parts.pause ?? (() => rest(PAUSE_MS));
    }

    /** Renews the lyrics of every stored track, starting after the last renewed one. */
    async all() {
        const after = await this.device.lastRenewed().catch(() => undefined);
        for (const id of rotated([...this.device.tracks.keys()], after)) this.#due.add(id);
        return this.#run();
    }

    /**
     * Renews the lyrics of a track soon.
     * @param {string} id
     */
    one(id) {
        if (!this.device.tracks.has(id)) return this.#running;
        this.#due = new Set([id, ...this.#due]);
        return this.#run();
    }

    async stop() {
        this.#due.clear();
        this.#stopping.abort();
        await this.#running;
        this.#stopping = new AbortController();
    }

    #run() {
        this.#running ??= this.#work().finally(() => {
            this.#running = undefined;
            // A request may have arrived while the run ended.
            if (this.#due.size > 0) void this.#run();
        });
        return this.#running;
    }

    async #work() {
        const work = async (/** @type {unknown} */ lock) => {
            if (lock) await this.#walk(this.#stopping.signal);
            else this.#due.clear();
        };
        try {
            // If another tab holds the lock, it renews the lyrics: it receives the same events.
            if (globalThis.navigator?.locks) await navigator.locks.request('rondo-words', { ifAvailable: true }, work);
            else await work(true);
        } catch {
            // The next contact continues.
            this.#due.clear();
        }
    }

    /** @param {AbortSignal} signal */
    async #walk(signal) {
        for (let [id] = this.#due; id !== undefined && !signal.aborted; [id] = this.#due) {
            this.#due.delete(id);
            if (!this.device.tracks.has(id)) continue;
            try {
                const tag = await this.device.wordsTag(id);
                await this.device.renewWords(id, await this.ask(id, { tag, signal }));
            } catch (error) {
                // A track that the user may no longer hear is removed with its collection.
                if (!(error instanceof ApiError) || ![403, 404, 410].includes(error.status)) throw error;
            }
            if (this.#due.size > 0) await this.pause();
        }
    }
}

export const wordsRenewal = new WordsRenewal();
