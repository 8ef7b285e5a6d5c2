// @ts-check
// The words of the stored tracks. The server is asked for them again, one track after the other, since people edit
// them, providers withdraw them and licenses end.

import { address, ApiError, problem } from '../../core/api.js';
import { rotated, storedWords } from './model.js';
import { device } from './store.js';

/** @typedef {import('../../core/types.js').Lyrics} Lyrics */
/** @typedef {{ answer: { items: Lyrics[] }, tag?: string }} Words with their entity tag */

/** The pause between two tracks: nobody waits for it, and others use the server too. */
const PAUSE_MS = 250;

/**
 * A track's words as they are stored.
 * @param {string} id @param {{ tag?: string, signal?: AbortSignal }} options `tag`: that of what is there
 * @returns {Promise<Words | undefined>} undefined where they are those of the tag
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
    /** The tracks to ask for, the next one first. */
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

    /** Asks for the words of every stored track, from the one on at which the last such walk ended. */
    async all() {
        const after = await this.device.lastRenewed().catch(() => undefined);
        for (const id of rotated([...this.device.tracks.keys()], after)) this.#due.add(id);
        return this.#run();
    }

    /**
     * Asks for the words of a track soon.
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
            // Asked for while it ended.
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
            // Where another tab does it, that one hears of the same changes.
            if (globalThis.navigator?.locks) await navigator.locks.request('rondo-words', { ifAvailable: true }, work);
            else await work(true);
        } catch {
            // The next contact goes on.
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
                // A track that may not be heard any more goes with its collection.
                if (!(error instanceof ApiError) || ![403, 404, 410].includes(error.status)) throw error;
            }
            if (this.#due.size > 0) await this.pause();
        }
    }
}

export const wordsRenewal = new WordsRenewal();
