// @ts-check
// The user's devices as the server knows them, and which of them this tab controls.

import { positionOf, ServerClock } from './server-clock.js';

/** @typedef {import('../../core/types.js').Device} Device */
/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/queue.js').Entry} Entry */
/** @typedef {'done'|'outdated'|'blocked'|'failed'|'silent'} Outcome `silent`: the response timed out */
/**
 * A player of another protocol, which cannot be controlled.
 * @typedef {{ playId: string, client: string, track: TrackItem, positionMs: number, paused: boolean,
 *   updatedAt: string }} Remote
 */

/** The timeout for the response to a command. */
const ANSWER_MS = 5500;
const EXPECTED_MS = 1500;

/**
 * The device that this tab shows and controls; none while this tab plays. The user's choice comes first, then the
 * active device. A paused device is shown only if it was shown before, so that it does not replace the track loaded
 * here. Tabs of the same browser do not show each other unless chosen.
 * @param {readonly Device[]} devices
 * @param {{ self: string, isPlaying: boolean, shown: string | undefined, chosen?: string | undefined }} here
 */
export function steeredDevice(devices, { self, isPlaying, shown, chosen }) {
    if (isPlaying) return undefined;
    const wanted = devices.find((one) => one.id === chosen && one.id !== self && !one.lost);
    if (wanted?.track) return wanted;
    const active = devices.find((one) => one.active && one.id !== self && !one.sameBrowser && !one.lost);
    return active?.track && (active.playing || active.id === shown) ? active : undefined;
}

/**
 * Events: `change` (the list), `switch` (another or no device is controlled), `queue` (the controlled device's), and
 * `vanished` ({ device }: the controlled device is no longer reachable).
 */
export class Devices extends EventTarget {
    /** @type {Device[]} */
    items = [];
    /** @type {Remote[]} */
    players = [];
    /** Whether the event stream is open. Without it, the list may be outdated. */
    isLive = true;
    clock;
    /** @type {Device | undefined} */
    steered;
    /**
     * The device that the user has chosen to control; undefined for the active one.
     * @type {string | undefined}
     */
    chosen;
    /** @type {readonly Entry[]} */
    entries = [];
    #queueRevision = '';
    /** @type {Promise<void> | undefined} */
    #refreshing;
    #isStale = false;
    /** @type {Map<string, (outcome: Outcome) => void>} */
    #waiting = new Map();
    /** @type {Map<string, { device: Device, until: number }>} */
    #expected = new Map();

    /**
     * @param {object} means
     * @param {import('../../core/api.js').Api} means.api
     * @param {string} means.self this tab's id
     * @param {() => boolean} means.isPlaying whether this tab plays or is about to
     * @param {ServerClock} [means.clock]
     */
    constructor({ api, self, isPlaying, clock = new ServerClock() }) {
        super();
        this.api = api;
        this.self = self;
        this.isPlaying = isPlaying;
        this.clock = clock;
    }

    get others() {
        return this.items.filter(({ id }) => id !== this.self);
    }

    /** @param {string} id */
    device(id) {
        return this.items.find((one) => one.id === id);
    }

    /** @param {Device} device */
    positionOf(device) {
        return positionOf(device, this.clock.now());
    }

    /** Loads the list. If a request is already running, another one follows it. */
    refresh() {
        this.#isStale = true;
        this.#refreshing ??= this.#load().finally(() => (this.#refreshing = undefined));
        return this.#refreshing;
    }

    async #load() {
        while (this.#isStale) {
            this.#isStale = false;
            const sent = this.clock.monotonic();
            const { now, items, players } = await this.api.get('/devices', { fresh: true });
            this.clock.note(now, sent);
            this.items = items.map((/** @type {Device} */ one) => this.#asExpected(one));
            this.players = players;
            this.#hearAnswers();
            await this.decide();
            this.dispatchEvent(new Event('change'));
        }
    }

    /**
     * Shows a device's expected state after a command, until it reports or a timeout ends. A response that was already
     * under way would show the earlier state.
     * @param {Device} device
     */
    expect(device) {
        this.#expected.set(device.id, { device, until: this.clock.monotonic() + EXPECTED_MS });
    }

    /** @param {string} id a device that did not run its command */
    expectNothing(id) {
        this.#expected.delete(id);
    }

    /** @param {Device} told @returns {Device} */
    #asExpected(told) {
        const expected = this.#expected.get(told.id);
        if (!expected) return told;
        const { device, until } = expected;
        const { answers, active, lost, reachable, queueRevision } = told;
        if (told.revision <= device.revision && !lost && this.clock.monotonic() < until)
            return { ...device, answers, active, reachable, queueRevision };
        this.#expected.delete(told.id);
        return told;
    }

    /** Determines the device to control, and loads its queue if that has changed. */
    async decide() {
        const before = this.steered;
        this.steered = steeredDevice(this.items, {
            self: this.self,
            isPlaying: this.isPlaying(),
            shown: before?.id,
            chosen: this.chosen,
        });
        const { steered } = this;
        const revision = steered ? `${steered.id} ${steered.queueRevision}` : '';
        if (steered && revision !== this.#queueRevision) {
            const queue = await this.queueOf(steered.id).catch(() => undefined);
            if (queue && this.steered === steered) {
                this.entries = queue.items;
                this.#queueRevision = revision;
                this.dispatchEvent(new Event('queue'));
            }
        }
        if (!steered) {
            this.entries = [];
            this.#queueRevision = '';
        }
        if (before?.id === steered?.id) return;
        this.dispatchEvent(new Event('switch'));
        const now = before && this.device(before.id);
        if (!steered && !this.isPlaying() && now?.lost)
            this.dispatchEvent(new CustomEvent('vanished', { detail: { device: now } }));
    }

    /** @param {string} id @returns {Promise<{ items: Entry[], entry?: number, positionMs: number, at: string }>} */
    async queueOf(id) {
        const sent = this.clock.monotonic();
        const queue = await this.api.get(`/devices/${id}/queue`, { fresh: true });
        this.clock.note(queue.now, sent);
        return queue;
    }

    #hearAnswers() {
        for (const { answers } of this.items)
            for (const { command, outcome } of answers) this.#waiting.get(command)?.(outcome);
    }

    /**
     * Sends a command to a device. Throws an `ApiError` if the server refuses it at once.
     * @param {string} device
     * @param {Record<string, unknown> & { action: string }} command
     * @returns {Promise<Outcome>} the device's response
     */
    async send(device, command) {
        const id = crypto.randomUUID();
        /** @type {Promise<Outcome>} */
        const answer = new Promise((resolve) => {
            const timer = setTimeout(() => resolve('silent'), ANSWER_MS);
            this.#waiting.set(id, (outcome) => {
                clearTimeout(timer);
                resolve(outcome);
            });
        });
        try {
            await this.api.post(`/devices/${device}/commands`, { id, ...command });
            return await answer;
        } finally {
            this.#waiting.delete(id);
        }
    }

    /** @param {string | undefined} id the device to control from now on, whichever user started it */
    choose(id) {
        this.chosen = id;
        return this.decide();
    }

    /** Clears the state after sign-out. */
    forget() {
        [this.items, this.players, this.steered, this.entries, this.chosen] = [[], [], undefined, [], undefined];
        this.#queueRevision = '';
        this.dispatchEvent(new Event('switch'));
        this.dispatchEvent(new Event('change'));
    }

    /** @param {boolean} isLive */
    setLive(isLive) {
        if (isLive === this.isLive) return;
        this.isLive = isLive;
        this.dispatchEvent(new Event('change'));
    }
}
