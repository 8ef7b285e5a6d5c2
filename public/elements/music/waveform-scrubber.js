// @ts-check
// The waveform of what plays, under its position slider: what was heard in the song's color, what is buffered, the
// time under the pointer, and, where it can be looked at closely, the beats. The slider stays what it is for keyboard,
// finger and screen reader. Without a waveform it looks like any other.

import { onLeave } from '../../core/dom.js';
import { columns, following, isZoomed, part, wholeView, zoomed } from './waveform-model.js';
import { followPointer } from './waveform-pointer.js';

/** @typedef {import('./waveform-model.js').Waveform} Waveform */
/** @typedef {import('./waveform-model.js').View} View */
/** @typedef {{ positionMs: number, durationMs: number, bufferedMs: number }} Place */

const BAR = 2;
const GAP = 1;
/** Beats are shown where they are at least so far from each other, in pixels. */
const BEATS_APART = 9;
/** Below this length the finer waveform is drawn. */
const DETAIL_MS = 60_000;

export class WaveScrubber {
    /** @type {View} */
    view = wholeView(1);
    /** @type {Waveform | undefined} */
    #overview;
    /** @type {Waveform | undefined} */
    #detail;
    /** @type {readonly number[]} */
    #beats = [];
    /** @type {Place} */
    #place = { positionMs: 0, durationMs: 0, bufferedMs: 0 };
    #isHeld = false;

    /**
     * @param {HTMLElement} line holds the slider, the canvas and the time under the pointer
     * @param {object} parts
     * @param {boolean} [parts.zooms] whether a part of the song can be looked at
     * @param {() => void} [parts.onNear] a part is looked at for the first time
     * @param {(view: View) => void} [parts.onView] with each update
     * @param {AbortSignal} signal
     */
    constructor(line, { zooms = false, onNear = () => {}, onView = () => {} }, signal) {
        this.line = line;
        this.input = /** @type {HTMLInputElement} */ (line.querySelector('input'));
        this.canvas = /** @type {HTMLCanvasElement} */ (line.querySelector('canvas'));
        this.onNear = onNear;
        this.onView = onView;
        const draw = () => this.draw();
        const resizes = new ResizeObserver(draw);
        resizes.observe(line);
        // The colors are others with the next frame.
        const redraw = () => requestAnimationFrame(draw);
        const themes = new MutationObserver(redraw);
        themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
        matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw, { signal });
        onLeave(signal, () => {
            resizes.disconnect();
            themes.disconnect();
        });
        this.#listenToPointer(signal);
        if (zooms) this.#listenToZoom(signal);
    }

    get isShown() {
        return this.#overview !== undefined;
    }

    get isZoomed() {
        return this.isShown && isZoomed(this.view, this.#place.durationMs);
    }

    /**
     * Of another song: none is shown until it is there.
     * @param {Waveform | undefined} waveform
     */
    show(waveform) {
        this.#overview = waveform;
        this.#detail = undefined;
        this.#beats = [];
        this.view = wholeView(this.#place.durationMs);
        this.line.classList.toggle('has-wave', waveform !== undefined);
        this.update(this.#place);
    }

    /** @param {{ waveform?: Waveform, beats?: readonly number[] }} finer */
    refine({ waveform, beats }) {
        this.#detail = waveform ?? this.#detail;
        this.#beats = beats ?? this.#beats;
        this.draw();
    }

    /** @param {Place} place */
    update(place) {
        const wasWhole = !isZoomed(this.view, this.#place.durationMs);
        this.#place = place;
        if (wasWhole || place.durationMs < this.view.toMs) this.view = wholeView(place.durationMs);
        const { fromMs, toMs } = this.view;
        const isOut = place.positionMs < fromMs || place.positionMs > toMs - (toMs - fromMs) / 8;
        if (this.isZoomed && isOut && !this.#isHeld)
            this.view = following(this.view, place.positionMs, place.durationMs);
        this.input.min = String(this.isZoomed ? Math.floor(this.view.fromMs) : 0);
        this.input.max = String(this.isZoomed ? Math.ceil(this.view.toMs) : Math.max(1, place.durationMs));
        this.onView(this.view);
        this.draw();
    }

    draw() {
        const context = this.canvas.getContext('2d');
        const { clientWidth: width, clientHeight: height } = this.canvas;
        if (!this.#overview || !context || width === 0 || height === 0) return;
        const scale = globalThis.devicePixelRatio || 1;
        const [pixels, lines] = [Math.round(width * scale), Math.round(height * scale)];
        if (this.canvas.width !== pixels) this.canvas.width = pixels;
        if (this.canvas.height !== lines) this.canvas.height = lines;
        context.setTransform(scale, 0, 0, scale, 0, 0);
        context.clearRect(0, 0, width, height);
        // A canvas resolves no custom properties: the style sheet names its colors by properties that it does.
        const { color: heard, outlineColor: rest } = getComputedStyle(this.canvas);
        const { fromMs, toMs } = this.view;
        const at = (/** @type {number} */ ms) => ((ms - fromMs) / (toMs - fromMs)) * width;
        const isNear = toMs - fromMs < DETAIL_MS && this.#detail;
        const seen = part(isNear ? /** @type {Waveform} */ (this.#detail) : this.#overview, this.view);
        const count = Math.max(1, Math.floor((width + GAP) / (BAR + GAP)));
        const [peaks, bodies] = [columns(seen.peaks, count), columns(seen.bodies, count)];
        const step = width / count;
        const middle = height / 2;
        const [played, buffered] = [at(this.#place.positionMs), at(this.#place.bufferedMs)];
        for (let column = 0; column < count; column += 1) {
            const left = column * step;
            context.fillStyle = left < played ? heard : rest;
            const half = Math.max(1, peaks[column] * (middle - 1));
            const isThere = left < Math.max(played, buffered);
            context.globalAlpha = isThere ? 0.55 : 0.3;
            context.fillRect(left, middle - half, BAR, half * 2);
            // What is not there yet has its outline only.
            context.globalAlpha = isThere ? 1 : 0.5;
            const body = Math.max(1, Math.min(half, bodies[column] * (middle - 1)));
            context.fillRect(left, middle - body, BAR, body * 2);
        }
        context.globalAlpha = 1;
        this.#drawBeats(context, at, { width, height, color: rest });
        context.fillStyle = getComputedStyle(this.line).color;
        context.fillRect(Math.min(width - 2, Math.max(0, played - 1)), 0, 2, height);
    }

    /**
     * @param {CanvasRenderingContext2D} context @param {(ms: number) => number} at
     * @param {{ width: number, height: number, color: string }} look
     */
    #drawBeats(context, at, { width, height, color }) {
        const beats = this.#beats.filter((ms) => ms >= this.view.fromMs && ms <= this.view.toMs);
        this.canvas.dataset.beats = '0';
        if (!this.isZoomed || beats.length === 0 || width / beats.length < BEATS_APART) return;
        this.canvas.dataset.beats = String(beats.length);
        context.fillStyle = color;
        for (const beat of beats) {
            context.fillRect(at(beat) - 0.5, 0, 1.5, 5);
            context.fillRect(at(beat) - 0.5, height - 5, 1.5, 5);
        }
    }

    /** @param {number} factor below 1 comes nearer @param {number} [aroundMs] */
    zoom(factor, aroundMs = this.#place.positionMs) {
        if (!this.isShown) return;
        const wasNear = this.isZoomed;
        this.view = zoomed(this.view, factor, aroundMs, this.#place.durationMs);
        if (!wasNear && this.isZoomed) this.onNear();
        this.line.classList.toggle('is-near', this.isZoomed);
        this.update(this.#place);
    }

    /** @param {number} share of the width */
    #timeOf(share) {
        return this.view.fromMs + share * (this.view.toMs - this.view.fromMs);
    }

    /** @param {number} clientX */
    #timeAt(clientX) {
        const { left, width } = this.line.getBoundingClientRect();
        return this.#timeOf(Math.min(1, Math.max(0, (clientX - left) / width)));
    }

    /** @param {AbortSignal} signal */
    #listenToPointer(signal) {
        const hold = (/** @type {boolean} */ isHeld) => () => {
            this.#isHeld = isHeld;
        };
        this.input.addEventListener('pointerdown', hold(true), { signal });
        for (const type of ['pointerup', 'pointercancel', 'change'])
            this.input.addEventListener(type, hold(false), { signal });
        followPointer(this.line, (share) => this.#timeOf(share), signal);
    }

    /** @param {AbortSignal} signal */
    #listenToZoom(signal) {
        this.line.addEventListener(
            'wheel',
            (event) => {
                if (!this.isShown || event.deltaY === 0) return;
                event.preventDefault();
                this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.#timeAt(event.clientX));
            },
            { signal, passive: false },
        );
        this.line.addEventListener(
            'keydown',
            (event) => {
                const factor = { '+': 0.5, '=': 0.5, '-': 2, 0: Infinity }[event.key];
                if (!factor || !this.isShown || event.ctrlKey || event.metaKey || event.altKey) return;
                event.preventDefault();
                this.zoom(factor === Infinity ? 1e6 : factor);
            },
            { signal },
        );
        let apart = 0;
        const distance = (/** @type {TouchList} */ { 0: one, 1: other }) =>
            Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        this.line.addEventListener(
            'touchstart',
            ({ touches }) => {
                if (touches.length === 2) apart = distance(touches);
            },
            { signal, passive: true },
        );
        this.line.addEventListener(
            'touchmove',
            (event) => {
                if (event.touches.length !== 2 || apart === 0) return;
                event.preventDefault();
                const now = Math.max(1, distance(event.touches));
                this.zoom(apart / now, this.#timeAt((event.touches[0].clientX + event.touches[1].clientX) / 2));
                apart = now;
            },
            { signal, passive: false },
        );
    }
}
