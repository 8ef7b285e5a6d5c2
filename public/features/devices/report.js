// @ts-check
// Reports to the server what this tab plays: after every change, and at intervals without one.

import { trackIds } from '../../player/queue.js';

/** @typedef {import('../../player/player.js').Player} Player */
/** @typedef {{ command: string, outcome: 'done'|'outdated'|'blocked'|'failed' }} Answer */

/** Changes within this time share one report. */
const GATHER_MS = 60;
const PLAYING_MS = 5000;
const IDLE_MS = 60_000;
/** A position that is off by more than `OFF_MS` is reported at once, but at most every `OFF_EVERY_MS`. */
const OFF_MS = 100;
const OFF_EVERY_MS = 500;
/** The most entries in a report, and how many of them come before the current one. */
const MOST_ENTRIES = 2000;
const ENTRIES_BEFORE = 200;

/**
 * The part of a queue that other devices can see.
 * @param {import('../../player/queue.js').Queue} queue
 */
export function reportedEntries({ entries, index }) {
    const first = Math.max(0, Math.min(index - ENTRIES_BEFORE, entries.length - MOST_ENTRIES));
    return entries.slice(first, first + MOST_ENTRIES).map(({ key, track }) => ({ key, trackId: track.id }));
}

export class DeviceReporter {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;
    #dueAt = Infinity;
    #isBusy = false;
    #isRunning = false;
    /** Holds reports back while a device hands its playback over, because this tab has not started yet. */
    #isHeld = false;
    /**
     * A signature of the entries that the server has; undefined if it has none.
     * @type {string | undefined}
     */
    #reported;
    /** The last reported position and its time. */
    #told = { positionMs: 0, at: -Infinity };
    /** @type {Answer[]} */
    #answers = [];

    /**
     * @param {object} means
     * @param {Player} means.player
     * @param {import('../../core/api.js').Api} means.api
     * @param {import('./server-clock.js').ServerClock} means.clock
     * @param {string} means.id
     * @param {() => string} means.name
     * @param {string} means.kind
     * @param {() => string | undefined} means.playId returns the ID of the current play
     */
    constructor({ player, api, clock, id, name, kind, playId }) {
        this.player = player;
        this.api = api;
        this.clock = clock;
        this.id = id;
        this.name = name;
        this.kind = kind;
        this.playId = playId;
        for (const type of ['change', 'queue', 'started', 'resumed', 'seeked', 'paused'])
            player.addEventListener(type, () => this.report());
        player.addEventListener('time', () => this.#compare());
    }

    /** Starts with a full report, because the server does not know this tab or has forgotten it. */
    start() {
        this.#isRunning = true;
        this.#reported = undefined;
        this.report();
    }

    stop() {
        this.#isRunning = false;
        this.#plan(Infinity);
    }

    /** @param {boolean} isHeld */
    hold(isHeld) {
        this.#isHeld = isHeld;
        if (!isHeld) this.report();
    }

    report() {
        if (this.#isRunning) this.#plan(performance.now() + GATHER_MS);
    }

    /** Reports a start or a stall, because other devices extrapolate the position from the last report. */
    #compare() {
        const since = performance.now() - this.#told.at;
        if (!this.player.isPlaying || since < OFF_EVERY_MS) return;
        const off = this.player.positionMs - (this.#told.positionMs + since * this.player.rate);
        if (Math.abs(off) > OFF_MS) this.report();
    }

    /** @param {string} command @param {Answer['outcome']} outcome */
    answer(command, outcome) {
        this.#answers.push({ command, outcome });
        this.report();
    }

    /** Reports that the page closes. */
    leave() {
        if (!this.#isRunning) return;
        const body = { ...this.#state(), playing: false, leaving: true };
        void this.api.post('/devices', body, { keepalive: true, quiet: true }).catch(() => {});
    }

    #state() {
        const { player, clock } = this;
        const { queue, current } = player;
        return {
            id: this.id,
            name: this.name(),
            kind: this.kind,
            trackId: current?.id,
            playId: this.playId(),
            positionMs: Math.max(0, Math.round(player.positionMs)),
            at: clock.isSet ? new Date(clock.now()).toISOString() : undefined,
            playing: player.isPlaying,
            rate: player.rate,
            volume: Math.round(player.volume * 100),
            muted: player.muted,
            shuffled: queue.shuffled,
            repeat: queue.repeat,
            entry: queue.entries[queue.index]?.key,
        };
    }

    /** @param {number} at a time on the monotonic clock; an earlier plan stays */
    #plan(at) {
        if (at !== Infinity && at >= this.#dueAt) return;
        clearTimeout(this.#timer);
        this.#dueAt = at;
        if (at !== Infinity) this.#timer = setTimeout(() => void this.#send(), Math.max(0, at - performance.now()));
    }

    async #send() {
        this.#dueAt = Infinity;
        if (this.#isBusy) return this.#plan(performance.now() + GATHER_MS);
        if (!this.#isRunning || this.#isHeld) return;
        this.#isBusy = true;
        const entries = reportedEntries(this.player.queue);
        const signature = `${trackIds(this.player.queue).join()} ${entries.map(({ key }) => key).join()}`;
        const answers = this.#answers.splice(0);
        const sent = this.clock.monotonic();
        let rest = this.player.isPlaying ? PLAYING_MS : IDLE_MS;
        try {
            const state = this.#state();
            this.#told = { positionMs: state.positionMs, at: performance.now() };
            const body = { ...state, answers: answers.length > 0 ? answers : undefined };
            const stamp = await this.api.post(
                '/devices',
                signature === this.#reported ? body : { ...body, entries },
                { quiet: true },
            );
            this.clock.note(stamp.now, sent);
            // The server did not know this tab before, so it needs a full report.
            if (stamp.revision === 1 && signature === this.#reported) rest = 0;
            this.#reported = rest === 0 ? undefined : signature;
        } catch (error) {
            const { retryAfter } = /** @type {{ retryAfter?: number }} */ (error);
            if (retryAfter) rest = retryAfter * 1000;
            this.#reported = undefined;
            this.#answers.unshift(...answers);
        } finally {
            this.#isBusy = false;
        }
        if (this.#isRunning) this.#plan(performance.now() + rest);
    }
}
