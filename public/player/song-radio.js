// @ts-check
// An endless radio seeded by a song, an album, an artist or a genre of the library. Fills the queue and fetches more
// songs before it ends. Internet stations are in radio.js.

import { ApiError } from '../core/api.js';
import * as Queue from './queue.js';
import {
    droppedSongs,
    FEWEST_AHEAD,
    heardSongs,
    isSameQueue,
    readRadio,
    savedRadio,
    songsAhead,
    sourceOfRadio,
} from './song-radio-model.js';

/** @typedef {import('./song-radio-model.js').Seed} Seed */
/** @typedef {import('./song-radio-model.js').Reason} Reason */
/** @typedef {import('./song-radio-model.js').Suggestion} Suggestion */
/** @typedef {import('../core/types.js').TrackItem} TrackItem */

const KEY = 'rondo.song-radio';

/** Dispatches `change` when a radio begins or ends. */
export class SongRadio extends EventTarget {
    /**
     * Undefined while no radio plays.
     * @type {Seed | undefined}
     */
    seed;
    /** @type {Map<string, Reason>} */
    #reasons = new Map();
    /** @type {string[]} */
    #queue = [];
    /** @type {string[]} */
    #dropped = [];
    /** @type {AbortController | undefined} */
    #starting;
    /** @type {AbortController | undefined} */
    #asking;
    /**
     * The current entry at the last request for songs, and how many were ahead of it after the response.
     * @type {{ key: number, ahead: number } | undefined}
     */
    #asked;
    /** The key of the last song if it ended before more songs arrived, else -1. */
    #ranOutAt = -1;
    /** This page plays the queue. A page that only restored the queue does not extend it. */
    #plays = false;

    /**
     * @param {import('./player.js').Player} player
     * @param {object} means
     * @param {(seed: Seed, heard: string[], signal: AbortSignal) => Promise<Suggestion[]>} means.ask the next songs
     * @param {Storage} [means.storage]
     */
    constructor(player, { ask, storage }) {
        super();
        this.player = player;
        this.ask = ask;
        this.storage = storage;
        player.addEventListener('queue', () => this.#follow());
        player.addEventListener('change', () => {
            this.#plays ||= player.isPlaying;
            void this.#extend();
        });
        player.addEventListener('replaced', () => {
            if (!this.#hasQueue) this.end();
        });
        player.addEventListener('restored', () => this.#resume());
        player.addEventListener('ended', () => {
            const { queue } = player;
            if (!this.seed || Queue.following(queue, { automatic: true })) return;
            this.#ranOutAt = Queue.current(queue)?.key ?? -1;
            this.retry();
        });
    }

    /**
     * Replaces the queue and plays. Returns false if there is nothing to play.
     * @param {Seed} seed
     * @param {TrackItem} [first] the song to start with
     */
    async start(seed, first) {
        this.#starting?.abort();
        const starting = new AbortController();
        this.#starting = starting;
        const songs = await this.ask(seed, [], starting.signal);
        if (starting.signal.aborted) return true;
        if (songs.length === 0 && !first) return false;
        this.#begin(seed, new Map(songs.map(({ track, reason }) => [track.id, reason])), []);
        const { player } = this;
        const source = sourceOfRadio(seed);
        const tracks = songs.map(({ track }) => track);
        // Otherwise the radio would never leave its first song.
        if (player.queue.repeat === 'one') player.setRepeat('off');
        if (first && player.current?.id === first.id) player.continueWith(tracks, { source });
        else player.playTracks(first ? [first, ...tracks] : tracks, 0, { source });
        this.#changed();
        return true;
    }

    /** The queue stays, and no more songs are added. */
    end() {
        this.#asking?.abort();
        this.#asking = undefined;
        this.#store(undefined);
        if (!this.seed) return;
        if (this.#hasQueue) this.player.source = '';
        this.seed = undefined;
        this.#reasons = new Map();
        this.#changed();
    }

    /**
     * The reason for a song; undefined if the listener added it.
     * @param {TrackItem} track
     * @returns {Reason | undefined}
     */
    reasonOf(track) {
        if (this.seed?.kind === 'track' && this.seed.id === track.id) return { kind: 'seed' };
        return this.#reasons.get(track.id);
    }

    /** Repeats a failed request. */
    retry() {
        this.#asked = undefined;
        void this.#extend();
    }

    /** @param {Seed} seed @param {Map<string, Reason>} reasons @param {string[]} dropped */
    #begin(seed, reasons, dropped) {
        this.#asking?.abort();
        this.#asking = undefined;
        this.#asked = undefined;
        this.seed = seed;
        this.#reasons = reasons;
        this.#dropped = dropped;
        this.#queue = [];
        this.#plays = true;
    }

    /** Resumes the radio of a restored queue, if it had one. */
    #resume() {
        const saved = this.#load();
        const queue = Queue.trackIds(this.player.queue);
        if (!saved || !isSameQueue(saved, queue)) return this.end();
        this.#begin(saved.seed, new Map(saved.reasons), saved.dropped);
        this.#plays = this.player.isPlaying;
        this.#queue = queue;
        this.player.source = sourceOfRadio(saved.seed);
        this.#changed();
    }

    /** Whether the queue is the radio's, not one that has just replaced it. */
    get #hasQueue() {
        return this.seed !== undefined && this.player.source === sourceOfRadio(this.seed);
    }

    #follow() {
        if (!this.seed || !this.#hasQueue) return;
        const now = Queue.trackIds(this.player.queue);
        if (now.join() !== this.#queue.join()) {
            this.#dropped = droppedSongs(this.#dropped, { before: this.#queue, now }, this.#reasons);
            this.#queue = now;
            this.#store(savedRadio(this.seed, now, this.#reasons, this.#dropped));
        }
        void this.#extend();
    }

    /** Fetches more songs when few are left. A failed request is repeated at the next track. */
    async #extend() {
        const { seed, player } = this;
        const current = Queue.current(player.queue);
        const ahead = songsAhead(player.queue);
        if (!seed || !current || !this.#hasQueue || !this.#plays || this.#asking || ahead >= FEWEST_AHEAD) return;
        if (this.#asked?.key === current.key && ahead >= this.#asked.ahead) return;
        const asking = new AbortController();
        this.#asking = asking;
        /** @type {Suggestion[]} */
        let songs = [];
        let isGone = false;
        try {
            songs = await this.ask(seed, heardSongs(this.#queue, this.#dropped), asking.signal);
        } catch (error) {
            isGone = error instanceof ApiError && error.status === 404;
        }
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        if (isGone) return this.end();
        this.#asked = { key: current.key, ahead: songsAhead(player.queue) + songs.length };
        for (const { track, reason } of songs) this.#reasons.set(track.id, reason);
        const hasStopped = this.#ranOutAt === Queue.current(player.queue)?.key && !player.isPlaying;
        this.#ranOutAt = -1;
        if (songs.length > 0) player.enqueue(songs.map(({ track }) => track));
        if (songs.length > 0 && hasStopped) player.next();
    }

    #changed() {
        this.dispatchEvent(new Event('change'));
    }

    #load() {
        if (this.seed) return savedRadio(this.seed, this.#queue, this.#reasons, this.#dropped);
        try {
            return readRadio(this.storage?.getItem(KEY));
        } catch {
            return undefined;
        }
    }

    /** @param {import('./song-radio-model.js').Saved | undefined} saved */
    #store(saved) {
        try {
            if (saved) this.storage?.setItem(KEY, JSON.stringify(saved));
            else this.storage?.removeItem(KEY);
        } catch {
            // Storage is blocked or full: the radio lasts as long as the page.
        }
    }
}
