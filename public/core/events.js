// @ts-check
// The server's live events. Each has a number; a client that reconnects sends the last number and receives the later
// events. The browser reconnects by itself; this class does after the browser gave up or was offline.

import { address } from './api.js';
import { EVENT_NAMES } from './event-names.js';

/**
 * Dispatches a CustomEvent per server event, its data in `detail`; `open` after each (re)connection, `broken` when one
 * is lost; `reset` if it is unknown what was missed, so that views must reload their data.
 */
export class LiveEvents extends EventTarget {
    /** @type {EventSource | undefined} */
    #source;
    #delay = 1000;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;
    #isStarted = false;
    #wasOpen = false;
    /** The id of the last event received; empty if none. */
    #last = '';
    /**
     * The newest event when the first response was read; undefined before a response.
     * @type {number | undefined}
     */
    #since;
    /** The id of this device, to which the server sends commands. */
    device = '';

    /** @param {(url: string) => EventSource} [connect] */
    constructor(connect = (url) => new EventSource(url)) {
        super();
        this.connect = connect;
        globalThis.addEventListener?.('offline', () => {
            this.#drop();
            this.dispatchEvent(new Event('broken'));
        });
        globalThis.addEventListener?.('online', () => {
            if (this.#isStarted) this.#open();
        });
    }

    get isOpen() {
        return this.#source?.readyState === 1;
    }

    /**
     * Notes the newest event that a response names. When the stream opens, the server first sends the events after the
     * lowest one noted, because views have read their data before.
     * @param {number} number
     */
    note(number) {
        if (!this.#wasOpen && Number.isFinite(number)) this.#since = Math.min(this.#since ?? number, number);
    }

    start() {
        this.#isStarted = true;
        this.#open();
    }

    stop() {
        this.#isStarted = false;
        // Before the first `open` it stays: a response may be read before its user's stream starts.
        if (this.#wasOpen) this.#since = undefined;
        this.#wasOpen = false;
        this.#last = '';
        this.#drop();
    }

    #open() {
        clearTimeout(this.#retry);
        if (this.#source) return;
        const since = this.#wasOpen || this.#last ? undefined : this.#since;
        const source = this.connect(address('/events', { lastEventId: this.#last, since, device: this.device }));
        const isBlind = this.#wasOpen && !this.#last;
        this.#source = source;
        for (const name of EVENT_NAMES) {
            source.addEventListener(name, (event) => {
                if (event.lastEventId) this.#last = event.lastEventId;
                this.dispatchEvent(new CustomEvent(name, { detail: decode(event.data) }));
            });
        }
        source.addEventListener('open', () => {
            this.#delay = 1000;
            this.#wasOpen = true;
            this.dispatchEvent(new Event('open'));
            if (isBlind && !this.#last) this.dispatchEvent(new CustomEvent('reset', { detail: {} }));
        });
        source.addEventListener('error', () => {
            this.dispatchEvent(new Event('broken'));
            if (source.readyState !== source.CLOSED) return;
            this.#drop();
            this.#retry = setTimeout(() => this.#open(), this.#delay);
            this.#delay = Math.min(this.#delay * 2, 60_000);
        });
    }

    #drop() {
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
