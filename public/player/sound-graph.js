// @ts-check
// The browser's audio graph behind the two decks: the seam between them, the equalizer, the volume and the limiter.
// Built at the first play; if that fails, the decks play without it.

import { BANDS, bandGains, isFlat, WIDTH } from './equalizer.js';
import { OnsetTraces } from './onset-traces.js';

/** @typedef {import('./sound-settings.js').SoundSettings} SoundSettings */
/**
 * @typedef {object} Hold see `Join` of the worklet; times in seconds
 * @property {number} deck @property {number} at context time @property {boolean} isPlace @property {number} tail
 * @property {number} leading @property {number} fade
 */

/** The longest wait for a graph to be ready. */
const LONGEST_WAIT_MS = 400;
const SMOOTH_S = 0.02;
const SPECTRUM_FRAMES = 2048;

/** iOS and iPadOS freeze the graph in the background and control the volume: elements play without it there. */
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
    /** Traces of the changes in the decks' sound. */
    traces = new OnsetTraces();
    /** @type {BiquadFilterNode[]} */
    #bands = [];
    /**
     * Measures before the volume; passes the sound on unchanged.
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
    /** Seconds by which each deck is ahead of its audible sound. */
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
     * The last node before the speakers; undefined without a graph.
     * @returns {AudioNode | undefined}
     */
    get output() {
        return this.isOn ? this.#limiter : undefined;
    }

    /**
     * Fills in the spectrum of the sound before the volume: 0...255 each, from 0 Hz on. Returns their distance in
     * hertz; 0 if nothing is measured.
     * @param {Uint8Array} into
     */
    spectrum(into) {
        if (!this.isRunning || !this.#analyser) return 0;
        this.#analyser.getByteFrequencyData(into);
        return this.#rate / SPECTRUM_FRAMES;
    }

    /** Builds or wakes the graph, in a gesture. Returns whether sound can pass; true without a graph. */
    async wake() {
        if (this.state === 'impossible') return true;
        // After an error the decks play without the graph.
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

    /** Suspends the graph during a pause, so that the audio device may sleep. */
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
        // Relative to a sibling of this folder: the bundled file lies in such a folder, too.
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
        // From here on the elements are audible only through the graph.
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

    /** @param {number} seconds by which the held deck starts later */
    shift(seconds) {
        this.#post({ type: 'shift', frames: Math.round(seconds * this.#rate) });
    }

    /**
     * The seconds by which a deck is ahead of its audible sound.
     * @param {number} deck
     */
    delay(deck) {
        return this.isOn ? this.#delays[deck] : 0;
    }

    /** @param {number} deck becomes audible; the other one stops */
    lead(deck) {
        this.#delays = [0, 0];
        this.#post({ type: 'lead', deck });
    }

    /**
     * Buffers a deck until it follows.
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

    /** Drops the sound that is not audible yet. */
    flush() {
        this.#delays = [0, 0];
        this.#post({ type: 'flush' });
    }

    /** @param {number} deck whose element has ended */
    ended(deck) {
        this.#post({ type: 'ended', deck });
    }

    /**
     * Runs a callback by the clock of the audio thread: timers of background pages are late.
     * @param {string} id replaces a call with the same id @param {number} seconds from now @param {() => void} run
     */
    call(id, seconds, run) {
        this.#calls.set(id, run);
        this.#post({ type: 'alarm', id, frame: Math.round((this.now + seconds) * this.#rate) });
    }

    /** @param {string} id */
    forget(id) {
        if (this.#calls.delete(id)) this.#post({ type: 'quiet', id });
    }

    /** @param {number} deck @param {number} gain linear @param {boolean} isNew none of the track has been audible */
    level(deck, gain, isNew) {
        this.#post({ type: 'level', deck, gain, isNew });
    }

    /** @param {number} level linear @param {number} [seconds] duration of the change */
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
        // A flat equalizer is bypassed, so that every sample passes unchanged.
        const next = isFlat(bands) ? this.#analyser : this.#bands[0];
        if (next === this.#behindSeam) return;
        this.#behindSeam = next;
        this.#seam.disconnect();
        this.#seam.connect(next);
    }
}

const later = (/** @type {number} */ ms) => new Promise((resolve) => setTimeout(resolve, ms));
