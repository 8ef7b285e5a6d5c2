// @ts-check
// Stores the queue on the server, so that another device, or this one after a reload, can resume it.

import { ApiError } from '../core/api.js';
import * as Queue from './queue.js';

const WRITE_AFTER_MS = 800;
const POSITION_EVERY_MS = 10_000;
const MOST_TRACKS = 10_000;

/** Dispatches `elsewhere` when another device has replaced the queue. */
export class QueuePersistence extends EventTarget {
    #revision = 0;
    /** The track ids as the server has them. */
    #written = '';
    /** Writes are suspended during a restore and while another device owns the queue. */
    #suspended = true;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #positionAt = 0;
    /** @type {Promise<unknown>} */
    #line = Promise.resolve();

    /**
     * @param {import('./player.js').Player} player
     * @param {import('../core/api.js').Api} api
     * @param {string} client
     */
    constructor(player, api, client) {
        super();
        this.player = player;
        this.api = api;
        this.client = client;
        player.addEventListener('queue', () => this.#schedule());
        player.addEventListener('paused', () => this.#writePosition());
        player.addEventListener('seeked', () => this.#writePosition());
        player.addEventListener('time', () => {
            if (player.status === 'playing' && Date.now() - this.#positionAt > POSITION_EVERY_MS) this.#writePosition();
        });
    }

    get isSuspended() {
        return this.#suspended;
    }

    /** Loads the stored queue into the player, paused. A queue that the listener started meanwhile takes precedence. */
    async restore() {
        const { queue } = this.player;
        const stored = await this.api.get('/queue');
        if (this.player.queue === queue) return this.#take(stored);
        this.keepMine();
        this.#revision = stored.revision;
    }

    /** Resumes another device's queue, and notifies that device by writing the queue as this device's own. */
    async continueHere() {
        await this.restore();
        this.#written = '';
        this.#write();
        this.player.play();
    }

    /** This device's queue wins. */
    keepMine() {
        this.#revision = 0;
        this.#suspended = false;
        this.#written = '';
        this.#schedule();
    }

    /**
     * Handles the server's event that the queue was replaced.
     * @param {{ revision: number, client?: string }} event
     */
    noticed({ revision, client }) {
        // The response to this device's own write may still be pending: compare after it.
        this.#line = this.#line.then(() => {
            if (revision > this.#revision) this.#offer(client);
        });
    }

    /** Called after a sign-out. */
    forget() {
        clearTimeout(this.#timer);
        this.#suspended = true;
        this.#revision = 0;
        this.#written = '';
    }

    /** Called when the page closes. */
    leave() {
        if (this.#suspended || this.player.queue.index < 0) return;
        clearTimeout(this.#timer);
        const dirty = this.#written !== this.#signature();
        const request = dirty
            ? this.api.put('/queue', this.#body(), { keepalive: true, quiet: true })
            : this.api.patch(
                  '/queue',
                  { ...this.#place(), revision: this.#revision },
                  { keepalive: true, quiet: true },
              );
        void request.catch(() => {});
    }

    /**
     * @param {{ items: import('../core/types.js').TrackItem[], currentIndex: number, positionMs: number,
     *   revision: number }} stored
     */
    #take(stored) {
        this.#suspended = true;
        this.#revision = stored.revision;
        if (stored.items.length > 0) this.player.restore(stored.items, stored.currentIndex, stored.positionMs);
        this.#written = this.#signature();
        this.#suspended = false;
    }

    #signature() {
        return Queue.trackIds(this.player.queue).join(' ');
    }

    #place() {
        const { queue, positionMs } = this.player;
        return { currentIndex: Math.max(0, queue.index), positionMs: Math.max(0, Math.round(positionMs)) };
    }

    #body() {
        const { currentIndex, positionMs } = this.#place();
        const ids = Queue.trackIds(this.player.queue);
        // A range around the current track, if the queue is longer than the server stores.
        const first = Math.max(0, Math.min(currentIndex - 100, ids.length - MOST_TRACKS));
        return {
            trackIds: ids.slice(first, first + MOST_TRACKS),
            currentIndex: currentIndex - first,
            positionMs,
            client: this.client,
            ...(this.#revision > 0 ? { revision: this.#revision } : {}),
        };
    }

    #schedule() {
        if (this.#suspended) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#write(), WRITE_AFTER_MS);
    }

    #write() {
        if (this.#signature() === this.#written) return this.#writePosition();
        this.#positionAt = Date.now();
        this.#line = this.#line
            .then(async () => {
                if (this.#suspended) return;
                const signature = this.#signature();
                const { revision } = await this.api.put('/queue', this.#body());
                this.#revision = revision;
                this.#written = signature;
            })
            .catch((error) => this.#failed(error));
    }

    #writePosition() {
        if (this.#suspended || this.player.queue.index < 0) return;
        this.#positionAt = Date.now();
        this.#line = this.#line
            .then(async () => {
                if (this.#suspended || this.#written !== this.#signature()) return;
                await this.api.patch('/queue', { ...this.#place(), revision: this.#revision });
            })
            .catch((error) => this.#failed(error));
    }

    /** @param {unknown} error */
    #failed(error) {
        // Errors other than a conflict, such as no network, are left to the next change.
        if (error instanceof ApiError && error.status === 409) this.#offer();
    }

    /** @param {string} [client] */
    #offer(client) {
        if (this.#suspended) return;
        this.#suspended = true;
        clearTimeout(this.#timer);
        this.dispatchEvent(new CustomEvent('elsewhere', { detail: { client } }));
    }
}
