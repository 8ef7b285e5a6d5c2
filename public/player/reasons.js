// @ts-check
// The reasons for songs that the program added to the queue, by track id. They survive a reload.

import { trackIds } from './queue.js';

/**
 * @typedef {object} Reason as the server gives it
 * @property {string} kind @property {number} [similarity] from 0 to 1
 * @property {{ id: string, title: string }} [like] the song that it sounds like
 * @property {string} [genre] the shared genre
 */
/** @typedef {Reason & { by: 'autoplay' | 'mix' }} QueueReason */

const KEY = 'rondo.reasons';
const MOST = 500;

export class QueueReasons {
    /** @type {Map<string, QueueReason>} */
    #known = new Map();

    /** @param {import('./player.js').Player} player @param {Storage} [storage] */
    constructor(player, storage) {
        this.player = player;
        this.storage = storage;
        try {
            const stored = JSON.parse(storage?.getItem(KEY) ?? '[]');
            if (Array.isArray(stored)) this.#known = new Map(stored.filter(([id, reason]) => id && reason?.kind));
        } catch {
            // The stored text is invalid, or storage is blocked.
        }
        // Not pruned before: the stored queue arrives later, from the server.
        player.addEventListener('replaced', () => queueMicrotask(() => this.#prune()));
    }

    get count() {
        return this.#known.size;
    }

    /** @param {{ id: string }} track */
    of(track) {
        return this.#known.get(track.id);
    }

    /** @param {QueueReason['by']} by @param {readonly { track: { id: string }, reason: Reason }[]} suggestions */
    note(by, suggestions) {
        for (const { track, reason } of suggestions) this.#known.set(track.id, { ...reason, by });
        this.#store();
    }

    /** Drops the reasons of tracks that are no longer in the queue. */
    #prune() {
        const present = new Set(trackIds(this.player.queue));
        for (const id of this.#known.keys()) if (!present.has(id)) this.#known.delete(id);
        this.#store();
    }

    #store() {
        try {
            this.storage?.setItem(KEY, JSON.stringify([...this.#known].slice(-MOST)));
        } catch {
            // Storage is blocked or full: the reasons last as long as the page.
        }
    }
}
