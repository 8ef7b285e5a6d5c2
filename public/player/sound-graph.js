// @ts-check
// What the two decks go through in the browser's audio graph: the seam between them, the equalizer, the volume and the
// limiter. Built at the first play; where it cannot be built, the decks sound by themselves.

import { BANDS, bandGains, isFlat, WIDTH } from './equalizer.js';
import { OnsetTraces } from './onset-traces.js';

/** @typedef {import('./sound-settings.js').SoundSettings} SoundSettings */
/**
 * @typedef {object} Hold see `Join` of the worklet; times in seconds
 * @property {number} deck @property {number} at of the context @property {boolean} isPlace @property {number} tail
 * @property {number} leading @property {number} fade
 */

/** A graph that takes longer than this to be ready is not waited for. */
const LONGEST_WAIT_MS = 400;
const SMOOTH_S = 0.02;
const SPECTRUM_FRAMES = 2048;

/** Frozen in the background, and with a volume of its own: on iOS and iPadOS the elements play by themselves. */
const isMobileApple = () =>
    /iP(hone|ad|od)/.test(navigator.userAgent) ||
    (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

/** Dispatches `joined` ({ deck, delay }), `silenced` ({ deck }), `ready`, and `stopped` by the browser. */
export class SoundGraph extends EventTarget {
    /** @type {'none' | 'building' | 'on' | 'impossible'} */
    state;
    /** @type {AudioContext | undefined} */
    #context;
    /** @type {AudioWorkletNode | undefined} */
    #seam;
    /** How the sound of the decks changes. */
    traces = new OnsetTraces();
    /** @type {BiquadFilterNode[]} */
    #bands = [];
    /**
     * Measures before the volume, and passes the sound on as it is.
     * @type {AnalyserNode | undefined}
     */
    #analyser;
    /** @type {GainNode | undefined} */
    #volume;
    /** @type {AudioNode | undefined} */
    #behindSeam;
    /** @type {AudioNode | undefined} */
    #limiter;
    /** @type {Promise<void> | undefined} */
    #built;
    /** Seconds by which each deck is ahead of what is heard of it. */
    #delays = [0, 0];
    /** @type {Map<string, () => void>} */
    #calls = new Map();
    #isResting = false;
    #settings;
    #level = 1;

    /** @param {[HTMLAudioElement, HTMLAudioElement]} elements @param {SoundSettings} settings */
    constructor(elements, settings) {
        super();
        this.elements = elements;
        this.#settings = settings;
        this.state = typeof AudioWorkletNode === 'undefined' || isMobileApple() ? 'impossible' : 'none';
    }

    get isOn() {
        return this.state === 'on';
    }

    get isRunning() {
        return this.#context?.state === 'running' && !this.#isResting;
    }

    /** Seconds of the context's clock. */
    get now() {
        return this.#context?.currentTime ?? 0;
    }

    /**
     * The last node before the speakers; undefined where there is no graph.
     * @returns {AudioNode | undefined}
     */
    get output() {
        return this.isOn ? this.#limiter : undefined;
    }

    /**
     * Fills in the spectrum of what sounds, before the volume: 0...255 each, from 0 Hz on. Answers by how many hertz
     * they are apart; 0 where nothing is measured.
     * @param {Uint8Array} into
     */
    spectrum(into) {
        if (!this.isRunning || !this.#analyser) return 0;
        this.#analyser.getByteFrequencyData(into);
        return this.#rate / SPECTRUM_FRAMES;
    }

    /** For gestures: builds the graph, or wakes it. Answers whether sound can pass; true without a graph. */
    async wake() {
        if (this.state === 'impossible') return true;
        // An error leaves the decks as they are.
        this.#built ??= this.#build().catch(() => {
            this.state = 'impossible';
            this.dispatchEvent(new Event('ready'));
        });
        await Promise.race([this.#built, later(LONGEST_WAIT_MS)]);
        if (!this.isOn) return true;
        this.#isResting = false;
        if (this.isRunning) return true;
        await Promise.race([this.#context?.resume().catch(() => {}), later(LONGEST_WAIT_MS)]);
        return this.isRunning;
    }

    /** Nothing sounds for a while: the device may sleep. */
    rest() {
        if (!this.isOn) return;
        this.#isResting = true;
        void this.#context?.suspend().catch(() => {});
    }

    async #build() {
        this.state = 'building';
        const context = new AudioContext({ latencyHint: 'playback' });
        this.#context = context;
        context.addEventListener('statechange', () => {
            if (!this.#isResting && !this.isRunning) this.dispatchEvent(new Event('stopped'));
        });
        // Relative to a folder beside this one: the joined file lies in such a folder, too.
        const module = (/** @type {string} */ name) =>
            context.audioWorklet.addModule(new URL(`../player/${name}-worklet.js`, import.meta.url));
        await Promise.all([module('seam'), module('limiter'), module('onsets')]);
        const stereo = /** @type {const} */ ({ channelCount: 2, channelCountMode: 'explicit' });
        const seam = new AudioWorkletNode(context, 'rondo-seam', {
            numberOfInputs: 2,
            outputChannelCount: [2],
            ...stereo,
        });
        const limiter = new AudioWorkletNode(context, 'rondo-limiter', { outputChannelCount: [2], ...stereo });
        const volume = new GainNode(context, { gain: this.#level });
        const analyser = new AnalyserNode(context, { fftSize: SPECTRUM_FRAMES, smoothingTimeConstant: 0.7 });
        analyser.connect(volume).connect(limiter).connect(context.destination);
        this.#bands = BANDS.map(
            (frequency) => new BiquadFilterNode(context, { type: 'peaking', frequency, Q: WIDTH, gain: 0 }),
        );
        for (const [place, band] of this.#bands.entries()) band.connect(this.#bands[place + 1] ?? analyser);
        seam.port.onmessage = ({ data }) => this.#hear(data);
        // From here on the elements sound by the graph alone.
        const sources = this.elements.map((element) => context.createMediaElementSource(element));
        for (const [deck, source] of sources.entries()) source.connect(seam, 0, deck);
        this.traces.attach(context, sources);
        [this.#seam, this.#limiter, this.#volume, this.#analyser] = [seam, limiter, volume, analyser];
        this.state = 'on';
        this.set(this.#settings);
        this.dispatchEvent(new Event('ready'));
    }

    /** @param {{ type: string, id: string, deck: number, delay: number }} data */
    #hear(data) {
        const call = data.type === 'alarm' && this.#calls.get(data.id);
        if (call) {
            this.#calls.delete(data.id);
            return call();
        }
        if (data.type === 'joined') this.#delays[data.deck] = data.delay / this.#rate;
        this.dispatchEvent(new CustomEvent(data.type, { detail: data }));
    }

    get #rate() {
        return this.#context?.sampleRate ?? 48_000;
    }

    #post(/** @type {object} */ message) {
        this.#seam?.port.postMessage(message);
    }

    /** Frames a second. */
    get frameRate() {
        return this.#rate;
    }

    /** @param {number} seconds by which what is held begins later */
    shift(seconds) {
        this.#post({ type: 'shift', frames: Math.round(seconds * this.#rate) });
    }

    /**
     * The seconds by which a deck is ahead.
     * @param {number} deck
     */
    delay(deck) {
        return this.isOn ? this.#delays[deck] : 0;
    }

    /** @param {number} deck is heard from now on, and the other one no more */
    lead(deck) {
        this.#delays = [0, 0];
        this.#post({ type: 'lead', deck });
    }

    /**
     * A deck is kept until it follows.
     * @param {Hold} hold
     */
    hold({ deck, at, isPlace, tail, leading, fade }) {
        const frames = (/** @type {number} */ seconds) => Math.round(seconds * this.#rate);
        const silence = (/** @type {number} */ seconds) => (seconds < 0 ? -1 : frames(seconds));
        this.#post({
            type: 'hold',
            deck,
            frame: frames(at),
            isPlace,
            tail: silence(tail),
            leading: silence(leading),
            fade: frames(fade),
        });
    }

    release() {
        this.#post({ type: 'release' });
    }

    /** What is ahead is dropped. */
    flush() {
        this.#delays = [0, 0];
        this.#post({ type: 'flush' });
    }

    /** @param {number} deck whose element has ended */
    ended(deck) {
        this.#post({ type: 'ended', deck });
    }

    /**
     * By the clock of the audio thread: timers of pages in the background are late.
     * @param {string} id replaces one of the same name @param {number} seconds from now @param {() => void} run
     */
    call(id, seconds, run) {
        this.#calls.set(id, run);
        this.#post({ type: 'alarm', id, frame: Math.round((this.now + seconds) * this.#rate) });
    }

    /** @param {string} id */
    forget(id) {
        if (this.#calls.delete(id)) this.#post({ type: 'quiet', id });
    }

    /** @param {number} deck @param {number} gain linear @param {boolean} isNew nothing of the track has been heard */
    level(deck, gain, isNew) {
        this.#post({ type: 'level', deck, gain, isNew });
    }

    /** @param {number} level linear @param {number} [seconds] in which it gets there */
    setVolume(level, seconds = 0) {
        this.#level = level;
        const gain = this.#volume?.gain;
        if (!gain) return;
        gain.cancelScheduledValues(this.now);
        if (seconds > 0) gain.setValueAtTime(gain.value, this.now).linearRampToValueAtTime(level, this.now + seconds);
        else gain.setTargetAtTime(level, this.now, SMOOTH_S);
    }

    /** @param {SoundSettings} settings */
    set(settings) {
        this.#settings = settings;
        if (!this.isOn || !this.#seam || !this.#analyser) return;
        const { mono, balance, bands } = settings;
        const [left, right] = [Math.min(1, 1 - balance), Math.min(1, 1 + balance)];
        const [own, other] = mono ? [0.5, 0.5] : [1, 0];
        this.#post({ type: 'shape', shape: [left * own, left * other, right * other, right * own] });
        const gains = bandGains(bands, this.#rate);
        for (const [place, band] of this.#bands.entries())
            band.gain.setTargetAtTime(gains[place], this.now, SMOOTH_S);
        // What changes nothing is left out: then every sample comes out as it was.
        const next = isFlat(bands) ? this.#analyser : this.#bands[0];
        if (next === this.#behindSeam) return;
        this.#behindSeam = next;
        this.#seam.disconnect();
        this.#seam.connect(next);
    }
}

const later = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
