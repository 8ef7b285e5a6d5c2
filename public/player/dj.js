// @ts-check
// DJ mode: orders the upcoming songs for mixing and mixes them on their beats. Stays on until the queue is replaced.

import { fitOf, orderForMixing } from './dj-order.js';
import * as Queue from './queue.js';
import { isSameQueue } from './song-radio-model.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./dj-order.js').Figures} Figures */
/**
 * @typedef {object} Mixing two consecutive songs
 * @property {TrackItem} before @property {Figures} own @property {Figures} other those of `before`
 * @property {import('./dj-order.js').Fit} fit
 */

const KEY = 'rondo.dj';
/** Only this many songs of a longer queue are ordered. */
export const MOST_SONGS = 2000;
/** How many of the queue's last songs are stored, to recognize the queue after a restore. */
const STORED = 200;

/** Dispatches `change`. */
export class DjMode extends EventTarget {
    isOn = false;
    /** @type {Map<string, Figures>} */
    #figures = new Map();
    #isStarting = false;

    /**
     * @param {import('./player.js').Player} player
     * @param {object} means
     * @param {(ids: string[]) => Promise<Figures[]>} means.ask the figures of the analyzed tracks
     * @param {Storage} [means.storage]
     */
    constructor(player, { ask, storage }) {
        super();
        this.player = player;
        this.means = { ask, storage };
        player.addEventListener('replaced', () => {
            if (!this.#isStarting) this.#set(false);
        });
        player.addEventListener('restored', () => this.#set(this.#isStored()));
        player.addEventListener('queue', () => {
            if (this.isOn) this.#store(true);
        });
    }

    /** Orders the upcoming songs. Returns false if none of them is analyzed. */
    async arrange() {
        const { player } = this;
        const upcoming = player.queue.entries.slice(player.queue.index + 1).slice(0, MOST_SONGS);
        const current = Queue.current(player.queue)?.track;
        await this.#learn([...(current ? [current] : []), ...upcoming.map(({ track }) => track)]);
        // The queue may have changed during the request.
        const entries = player.queue.entries.slice(player.queue.index + 1);
        const ordered = this.#ordered(entries, Queue.current(player.queue)?.track);
        player.arrange(ordered.map(({ key }) => key));
        this.#set(true);
        return entries.some(({ track }) => this.#figures.has(track.id));
    }

    /**
     * Plays tracks in an order for mixing, starting with the first.
     * @param {readonly TrackItem[]} tracks @param {{ source?: string }} options
     */
    async play(tracks, { source = '' } = {}) {
        await this.#learn(tracks.slice(0, MOST_SONGS));
        const ordered = this.#ordered(tracks.map((track) => ({ track })));
        this.#isStarting = true;
        this.player.playTracks(
            ordered.map(({ track }) => track),
            0,
            { source, shuffle: false },
        );
        this.#isStarting = false;
        this.#set(true);
    }

    /**
     * Ends the mode and restores the previous order of the upcoming songs, unless the queue was shuffled meanwhile.
     * @returns {boolean} whether the order was restored
     */
    end() {
        this.#set(false);
        if (this.player.queue.shuffled) return false;
        this.player.disarrange();
        return true;
    }

    /**
     * What an entry's song and the song before it have in common; undefined if nothing.
     * @param {number} key
     * @returns {Mixing | undefined}
     */
    mixingOf(key) {
        if (!this.isOn) return undefined;
        const { entries } = this.player.queue;
        const at = entries.findIndex((entry) => entry.key === key);
        const [own, other] = [at, at - 1].map((place) => this.#figures.get(entries[place]?.track.id));
        if (!own || !other) return undefined;
        const fit = fitOf(other, own);
        return fit.tempo || fit.key ? { before: entries[at - 1].track, own, other, fit } : undefined;
    }

    /**
     * @template {{ track: TrackItem }} T
     * @param {readonly T[]} entries @param {TrackItem} [before]
     * @returns {T[]}
     */
    #ordered(entries, before) {
        const songs = entries.map((entry) => ({ ...this.#of(entry.track), entry }));
        return orderForMixing(songs, before && this.#of(before)).map(({ entry }) => entry);
    }

    /** @param {TrackItem} track @returns {Figures} */
    #of({ id }) {
        return this.#figures.get(id) ?? { id };
    }

    /** @param {readonly TrackItem[]} tracks */
    async #learn(tracks) {
        const unknown = [...new Set(tracks.map(({ id }) => id))].filter((id) => !this.#figures.has(id));
        for (const figures of await this.means.ask(unknown)) this.#figures.set(figures.id, figures);
    }

    /** @param {boolean} isOn */
    #store(isOn) {
        try {
            const ids = Queue.trackIds(this.player.queue).slice(-STORED);
            if (isOn) this.means.storage?.setItem(KEY, JSON.stringify(ids));
            else this.means.storage?.removeItem(KEY);
        } catch {
            // Storage is blocked or full: the mode lasts as long as the page.
        }
    }

    /** @param {boolean} isOn */
    #set(isOn) {
        this.#store(isOn);
        if (isOn === this.isOn) return;
        this.isOn = isOn;
        this.dispatchEvent(new Event('change'));
        const songs = this.player.queue.entries.slice(0, MOST_SONGS).map(({ track }) => track);
        if (isOn) void this.#learn(songs).catch(() => {});
    }

    /** Whether the restored queue is the one that was mixed. */
    #isStored() {
        try {
            const queue = JSON.parse(this.means.storage?.getItem(KEY) ?? 'null');
            return Array.isArray(queue) && isSameQueue({ queue }, Queue.trackIds(this.player.queue));
        } catch {
            return false;
        }
    }
}
