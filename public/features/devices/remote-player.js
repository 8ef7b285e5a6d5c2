// @ts-check
// Another device behind the player's interface: shows what plays there and sends it commands. A command's effect shows
// at once; the device's reports correct it.

import * as Queue from '../../player/queue.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./model.js').Devices} Devices */
/** @typedef {import('./model.js').Device} Device */
/** @typedef {Record<string, unknown> & { action: string }} Command */

/** While a slider moves, its volume or position is sent at most this often. */
const PACE_MS = 150;
const TIME_MS = 250;

export class RemotePlayer extends EventTarget {
    source = '';
    bufferedMs = 0;
    /** @type {Map<string, { timer: ReturnType<typeof setTimeout> | undefined, next?: Command }>} */
    #paced = new Map();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    #timer;

    /**
     * @param {Devices} devices
     * @param {(device: Device, command: Command) => void} ask sends a command and shows its outcome
     */
    constructor(devices, ask) {
        super();
        this.devices = devices;
        this.ask = ask;
        devices.addEventListener('change', () => this.#emit('queue', 'change', 'time'));
        devices.addEventListener('queue', () => this.#emit('queue'));
    }

    /** Advances the time while the device plays. */
    #tick() {
        if (!this.isPlaying) return;
        clearTimeout(this.#timer);
        this.#timer = setTimeout(() => this.#emit('time'), TIME_MS);
    }

    get #device() {
        return this.devices.steered;
    }

    get current() {
        return this.#device?.track;
    }

    get status() {
        if (!this.#device?.track) return 'idle';
        return this.#device.playing ? 'playing' : 'paused';
    }

    get isPlaying() {
        return this.#device?.playing ?? false;
    }

    get positionMs() {
        return this.#device ? Math.round(this.devices.positionOf(this.#device)) : 0;
    }

    get durationMs() {
        return this.current?.durationMs ?? 0;
    }

    get volume() {
        return (this.#device?.volume ?? 0) / 100;
    }

    get muted() {
        return this.#device?.muted ?? false;
    }

    /** @returns {Queue.Queue} */
    get queue() {
        const { entries } = this.devices;
        const device = this.#device;
        return {
            entries,
            index: entries.findIndex(({ key }) => key === device?.entry),
            shuffled: device?.shuffled ?? false,
            original: entries.map(({ key }) => key),
            repeat: device?.repeat ?? 'off',
        };
    }

    play() {
        this.#do({ action: 'play' }, { playing: true });
    }

    pause() {
        this.#do({ action: 'pause' }, { playing: false });
    }

    toggle() {
        if (this.isPlaying) this.pause();
        else this.play();
    }

    /** @param {number} ms */
    seek(ms) {
        const positionMs = Math.round(Math.max(0, Math.min(ms, Math.max(0, this.durationMs - 250))));
        this.#pace('seek', { action: 'seek', entry: this.#device?.entry, positionMs }, { positionMs });
    }

    /** @param {number} ms */
    seekBy(ms) {
        this.seek(this.positionMs + ms);
    }

    next() {
        this.#leave('next', Queue.following(this.queue));
    }

    previous() {
        const before = Queue.preceding(this.queue);
        this.#leave('previous', this.positionMs > 3000 ? undefined : before);
    }

    /** @param {number} key */
    jump(key) {
        const entry = this.queue.entries.find((one) => one.key === key);
        this.#do({ action: 'jump', entry: key }, entry && { ...at(entry), playing: true });
    }

    /** @param {number} volume 0...1 */
    setVolume(volume) {
        const level = Math.round(Math.min(1, Math.max(0, volume)) * 100);
        this.#pace('volume', { action: 'volume', volume: level }, { volume: level, muted: false });
    }

    /** @param {boolean} muted */
    setMuted(muted) {
        this.#do({ action: 'mute', on: muted }, { muted });
    }

    /** @param {boolean} shuffled */
    setShuffle(shuffled) {
        this.#do({ action: 'shuffle', on: shuffled }, { shuffled });
    }

    /** @param {Queue.Repeat} repeat */
    setRepeat(repeat) {
        this.#do({ action: 'repeat', repeat }, { repeat });
    }

    /** @param {readonly TrackItem[]} tracks */
    enqueue(tracks) {
        this.insert(tracks, this.queue.entries.length);
    }

    /** @param {readonly TrackItem[]} tracks */
    playNext(tracks) {
        this.insert(tracks, this.queue.index + 1);
    }

    /** @param {readonly TrackItem[]} tracks @param {number} place */
    insert(tracks, place) {
        const before = this.queue.entries[place]?.key;
        this.#do({ action: 'add', trackIds: tracks.map(({ id }) => id), before });
    }

    /** @param {number} from @param {number} to */
    move(from, to) {
        const moved = Queue.move(this.queue, from, to).entries;
        const entry = moved[to]?.key;
        if (entry === undefined) return;
        this.devices.entries = moved;
        this.#do({ action: 'move', entry, before: moved[to + 1]?.key }, {});
    }

    /** @param {...number} keys */
    remove(...keys) {
        if (keys.length === 0) return;
        this.devices.entries = Queue.remove(this.queue, ...keys).entries;
        this.#do({ action: 'remove', keys }, {});
    }

    clearUpcoming() {
        this.devices.entries = Queue.clearUpcoming(this.queue).entries;
        this.#do({ action: 'clear' }, {});
    }

    /** @param {'next'|'previous'} action @param {Queue.Entry | undefined} entry the entry that plays next */
    #leave(action, entry) {
        this.#do({ action, entry: this.#device?.entry }, entry ? at(entry) : { positionMs: 0 });
    }

    /**
     * @param {Command} command
     * @param {Partial<Device>} [shown] the expected state until the device reports
     */
    #do(command, shown) {
        const device = this.#device;
        if (!device) return;
        this.#show(device, shown);
        this.ask(device, command);
    }

    /** @param {string} name @param {Command} command @param {Partial<Device>} shown */
    #pace(name, command, shown) {
        const device = this.#device;
        if (!device) return;
        const slot = this.#paced.get(name);
        if (slot) {
            slot.next = command;
            return this.#show(device, shown);
        }
        /** @type {{ timer: ReturnType<typeof setTimeout> | undefined, next?: Command }} */
        const open = { timer: undefined };
        const later = () => {
            const { next } = open;
            open.next = undefined;
            if (!next || this.#device?.id !== device.id) return void this.#paced.delete(name);
            this.ask(device, next);
            open.timer = setTimeout(later, PACE_MS);
        };
        open.timer = setTimeout(later, PACE_MS);
        this.#paced.set(name, open);
        this.#do(command, shown);
    }

    /** @param {Device} device @param {Partial<Device>} [shown] */
    #show(device, shown) {
        if (!shown) return;
        const positionMs = this.devices.positionOf(device);
        Object.assign(device, { positionMs, at: new Date(this.devices.clock.now()).toISOString() }, shown);
        this.devices.expect(device);
        this.#emit('queue', 'change', 'time');
    }

    /** @param {...string} types */
    #emit(...types) {
        for (const type of types) this.dispatchEvent(new CustomEvent(type));
        this.#tick();
    }
}

/** @param {Queue.Entry} entry @returns {Partial<Device>} */
const at = ({ key, track }) => ({ entry: key, track, positionMs: 0 });
