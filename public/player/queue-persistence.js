// @ts-check
// Keeps the queue on the server, so that another device, or this one after a reload, can go on where it stopped.

import { ApiError } from '../core/api.js';
import * as Queue from './queue.js';

const WRITE_AFTER_MS = 800;
const POSITION_EVERY_MS = 10_000;
const MOST_TRACKS = 10_000;

/** Dispatches `elsewhere` when another device has replaced the queue. */
export class QueuePersistence extends EventTarget {
    #revision = 0;
    /** The tracks and place as the server has them. */
    #written = '';
    /** Changes of the queue wait while a restore is under way or another device owns it. */
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

    /** Reads the stored queue into the player, paused. What somebody has begun to play meanwhile goes before it. */
    async restore() {
        const { queue } = this.player;
        const stored = await this.api.get('/queue');
        if (this.player.queue === queue) return this.#take(stored);
        this.keepMine();
        this.#revision = stored.revision;
    }

    /** Goes on with what another device left, and notifies it by writing the queue as one's own. */
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
     * The server says that the queue was replaced.
     * @param {{ revision: number, client?: string }} event
     */
    noticed({ revision, client }) {
        // The answer to our own write may still be on its way: compare after it.
        this.#line = this.#line.then(() => {
            if (revision > this.#revision) this.#offer(client);
        });
    }

    /** Nobody is signed in any more. */
    forget() {
        clearTimeout(this.#timer);
        this.#suspended = true;
        this.#revision = 0;
        this.#written = '';
    }

    /** The page goes away. */
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
        // Around the current track, should somebody queue more than the server keeps.
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
        // Anything but a conflict (no network, say) is left to the next change.
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
