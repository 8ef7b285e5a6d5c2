// @ts-check
// The server's live events. The browser reconnects by itself; after a refusal we try again, ever more slowly.

import { address } from './api.js';

const NAMES = ['scan', 'catalogue', 'history', 'queue', 'nowPlaying', 'opinions', 'rating', 'playlist', 'session'];

/** Dispatches a CustomEvent per server event, its data in `detail`; `open` after each (re)connection. */
class LiveEvents extends EventTarget {
    /** @type {EventSource | undefined} */
    #source;
    #delay = 1000;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;

    start() {
        if (this.#source) return;
        const source = new EventSource(address('/events'));
        this.#source = source;
        for (const name of NAMES) {
            source.addEventListener(name, (event) => this.dispatchEvent(new CustomEvent(name, { detail: decode(event.data) })));
        }
        source.addEventListener('open', () => {
            this.#delay = 1000;
            this.dispatchEvent(new Event('open'));
        });
        source.addEventListener('error', () => {
            if (source.readyState !== EventSource.CLOSED) return;
            this.#source = undefined;
            this.#retry = setTimeout(() => this.start(), this.#delay);
            this.#delay = Math.min(this.#delay * 2, 60_000);
        });
    }

    stop() {
        clearTimeout(this.#retry);
        this.#source?.close();
        this.#source = undefined;
    }

    /**
     * @param {string} name
     * @param {(detail: any) => void} listener
     * @param {AbortSignal} [signal]
     */
    on(name, listener, signal) {
        this.addEventListener(name, (event) => listener(/** @type {CustomEvent} */ (event).detail), { signal });
    }
}

/** @param {string} data */
function decode(data) {
    try {
        return JSON.parse(data);
    } catch {
        return {};
    }
}

export const live = new LiveEvents();
