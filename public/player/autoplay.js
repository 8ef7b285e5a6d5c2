// @ts-check
// Songs like those that were heard, when the queue ends: appended behind what somebody has chosen.

import { needsMore, restoredCount, seedsOf, upcomingAuto } from './autoplay-model.js';
import * as Queue from './queue.js';
import { droppedSongs, heardSongs } from './song-radio-model.js';

/** @typedef {import('./song-radio-model.js').Suggestion} Suggestion */

const KEY = 'rondo.autoplay';
/** What has failed is asked for again after so long. */
const AGAIN_MS = 15_000;

/** Dispatches `change` when it is switched on or off. */
export class Autoplay extends EventTarget {
    /** @type {AbortController | undefined} */
    #asking;
    /** By the clock; after a failure. */
    #nextAt = 0;
    /** @type {string[]} */
    #queue = [];
    /**
     * The songs that it gave and that somebody has removed.
     * @type {string[]}
     */
    #dropped = [];
    /**
     * The songs that had come by themselves before the last change: a queue that comes back is a change, too.
     * @type {unknown}
     */
    #before;
    /** The key of the last song, which ended before more came. */
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

    /** Switched off, what it has appended and nobody has heard yet goes. */
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
        // What repeats is what somebody has chosen.
        if (this.player.queue.repeat !== 'off' && upcomingAuto(this.player.queue).length > 0) return this.#withdraw();
        // A page that has merely restored the queue leaves it to the one that plays it.
        if (this.player.isPlaying) void this.#extend();
    }

    /** Keeps what has come by itself, and what of it was removed. */
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
            // Tried again below.
        }
        if (asking.signal.aborted) return;
        this.#asking = undefined;
        // What somebody has put in meanwhile may be enough.
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
