// @ts-check
// Autoplay: when the queue ends, similar songs are appended behind the songs that the listener chose.

import { needsMore, restoredCount, seedsOf, upcomingAuto } from './autoplay-model.js';
import * as Queue from './queue.js';
import { droppedSongs, heardSongs } from './song-radio-model.js';

/** @typedef {import('./song-radio-model.js').Suggestion} Suggestion */

const KEY = 'rondo.autoplay';
/** A failed or empty request is repeated after this long. */
const AGAIN_MS = 15_000;

/** Dispatches `change` when it is switched on or off. */
export class Autoplay extends EventTarget {
    /** @type {AbortController | undefined} */
    #asking;
    /** The earliest time of the next request, after a failure. */
    #nextAt = 0;
    /** @type {string[]} */
    #queue = [];
    /**
     * Autoplay songs that the listener removed.
     * @type {string[]}
     */
    #dropped = [];
    /**
     * The stored autoplay songs from before the last queue change. Restoring a queue is a change, too.
     * @type {unknown}
     */
    #before;
    /** The key of the last song if it ended before more songs arrived, else -1. */
    #ranOutAt = -1;

    /**
     * @param {import('./player.js').Player} player
     * @param {object} means
     * @param {(seeds: string[], heard: string[], signal: AbortSignal) => Promise<Suggestion[]>} means.ask
     * @param {import('./reasons.js').QueueReasons} means.reasons
     * @param {{ get isOn(): boolean, set isOn(isOn: boolean) }} means.setting
     * @param {() => boolean} means.hasRadio a radio fills the queue
     * @param {() => boolean} means.endsWithQueue the sleep timer ends the music with the queue
     * @param {() => number} [means.now]
     * @param {Storage} [means.storage]
     */
    constructor(player, { ask, reasons, setting, hasRadio, endsWithQueue, now = Date.now, storage }) {
        super();
        this.player = player;
        this.means = { ask, reasons, setting, hasRadio, endsWithQueue, now, storage };
        for (const type of ['change', 'time']) player.addEventListener(type, () => this.#follow());
        player.addEventListener('queue', () => {
            this.#note();
            this.#follow();
        });
        player.addEventListener('replaced', () => {
            this.#dropped = [];
            this.#nextAt = 0;
        });
        player.addEventListener('restored', () => this.#resume());
        player.addEventListener('ended', () => {
            const { queue } = player;
            if (Queue.following(queue, { automatic: true }) || !this.#needsMore) return;
            this.#ranOutAt = Queue.current(queue)?.key ?? -1;
            this.#nextAt = 0;
            void this.#extend();
        });
    }

    get isOn() {
        return this.means.setting.isOn;
    }

    /** Switching it off removes the appended songs that have not played yet. */
    set isOn(isOn) {
        if (isOn === this.isOn) return;
        this.means.setting.isOn = isOn;
        if (!isOn) this.#withdraw();
        this.dispatchEvent(new Event('change'));
        this.#follow();
    }

    get #needsMore() {
        const { hasRadio, endsWithQueue } = this.means;
        return needsMore({
            queue: this.player.queue,
            isOn: this.isOn,
            hasRadio: hasRadio(),
            endsWithQueue: endsWithQueue(),
        });
    }

    #withdraw() {
        this.#asking?.abort();
        this.#asking = undefined;
        const keys = upcomingAuto(this.player.queue);
        if (keys.length > 0) this.player.remove(...keys);
    }

    #follow() {
        // Repeat applies only to songs that the listener chose.
        if (this.player.queue.repeat !== 'off' && upcomingAuto(this.player.queue).length > 0) return this.#withdraw();
        // A page that only restored the queue does not extend it; the page that plays does.
        if (this.player.isPlaying) void this.#extend();
    }

    /** Stores the autoplay songs and notes which of them were removed. */
    #note() {
        const { queue } = this.player;
        const now = Queue.trackIds(queue);
        this.#before = this.#saved();
        if (now.join() === this.#queue.join()) return;
        const given = new Map();
        for (const id of this.#queue) {
            const reason = this.means.reasons.of({ id });
            if (reason?.by === 'autoplay') given.set(id, reason);
        }
        this.#dropped = droppedSongs(this.#dropped, { before: this.#queue, now }, given);
        this.#queue = now;
        this.#store();
    }

    #store() {
        const { queue } = this.player;
        try {
            const ids = Queue.trackIds(queue).slice(Queue.autoFrom(queue));
            this.means.storage?.setItem(KEY, JSON.stringify(ids));
        } catch {
            // Storage is blocked or full: the mark lasts as long as the page.
        }
    }

    #saved() {
        try {
            return JSON.parse(this.means.storage?.getItem(KEY) ?? '[]');
        } catch {
            return [];
        }
    }

    #resume() {
        const { player } = this;
        const saved = this.#before;
        this.#dropped = [];
        this.#queue = Queue.trackIds(player.queue);
        const count = Array.isArray(saved) ? restoredCount(saved, this.#queue) : 0;
        if (count > 0) player.markAuto(count);
        this.#store();
    }

    async #extend() {
        const { player } = this;
        const { ask, reasons, now } = this.means;
        if (this.#asking || now() < this.#nextAt || !this.#needsMore) return;
        const asking = new AbortController();
        this.#asking = asking;
        const before = player.queue.entries;
        /** @type {Suggestion[]} */
        let songs = [];
        try {
            const heard = heardSongs(Queue.trackIds(player.queue), this.#dropped);
            songs = await ask(seedsOf(player.queue), heard, asking.signal);
        } catch {
            // Retried after AGAIN_MS.
        }
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        // The listener may have added enough songs meanwhile.
        const isEnough = player.queue.entries !== before && !this.#needsMore;
        const present = new Set(Queue.trackIds(player.queue));
        const fresh = isEnough ? [] : songs.filter(({ track }) => !present.has(track.id));
        this.#nextAt = fresh.length > 0 ? 0 : now() + AGAIN_MS;
        const hasStopped = this.#ranOutAt === Queue.current(player.queue)?.key && !player.isPlaying;
        this.#ranOutAt = -1;
        if (fresh.length === 0) return;
        reasons.note('autoplay', fresh);
        player.append(fresh.map(({ track }) => track));
        if (hasStopped) player.next();
    }
}
