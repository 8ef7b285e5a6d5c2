// @ts-check
// The server's live events. Each has a number; whoever comes back names the last one, and is sent what came after it.
// The browser does so by itself when a connection breaks off; we do when it gave up, and when the machine was offline.

import { address } from './api.js';

const NAMES = [
    'scan',
    'scans',
    'analysis',
    'catalogue',
    'history',
    'queue',
    'nowPlaying',
    'devices',
    'deviceCommand',
    'opinions',
    'rating',
    'moments',
    'changes',
    'playlist',
    'playlistFolders',
    'shelf',
    'lyrics',
    'wish',
    'notification',
    'submission',
    'moderation',
    'upload',
    'import',
    'importProgress',
    'lyricsLookup',
    'lyricsRun',
    'scrobbling',
    'board',
    'administration',
    'account',
    'reset',
    'session',
];

/**
 * Dispatches a CustomEvent per server event, its data in `detail`; `open` after each (re)connection, `broken` when one
 * is lost; `reset` when it is not known what was missed, so that views must look for themselves.
 */
export class LiveEvents extends EventTarget {
    /** @type {EventSource | undefined} */
    #source;
    #delay = 1000;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #retry;
    #isStarted = false;
    #wasOpen = false;
    /** The last event that came; empty for none. */
    #last = '';
    /**
     * The newest event of the moment when the first answer was read; undefined before an answer.
     * @type {number | undefined}
     */
    #since;
    /** The device that listens, to which the server sends commands. */
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
     * Notes the newest event that an answer names. What comes after the lowest one is sent first when the stream opens:
     * views read their data before.
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
        // An answer may be read before the stream of its person is started.
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
        for (const name of NAMES) {
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
