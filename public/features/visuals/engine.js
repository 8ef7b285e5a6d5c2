// @ts-check
// Draws the current track's visual on every animation frame, and pauses while it is not visible.

import { onLeave } from '../../core/dom.js';
import { Driver } from './driver.js';
import { spectrum } from './live-sound.js';
import { Renderer } from './renderer.js';
import { RenderScale } from './scale.js';
import { Signals } from './signals.js';

/** @typedef {import('./model.js').VisualName} VisualName */
/** @typedef {import('./model.js').ShadingMode} ShadingMode */
/** @typedef {import('../../elements/music/color-contrast.js').Rgb} Rgb */
/**
 * @typedef {object} Song
 * @property {VisualName} name
 * @property {Rgb[]} palette
 * @property {Rgb[]} calm
 * @property {Signals} signals
 * @property {TexImageSource} [cover]
 */

/** The most pixels per CSS pixel that a visual needs. */
const DENSEST = 1.5;
/** The fewest pixels on the shorter side at which a visual is recognizable. */
const COARSEST = 110;
/** The still picture shows the visual after this many steps of this many milliseconds. */
const STILL = { frames: 48, stepMs: 80, scale: 0.5 };
/** The position in the track for the still picture. */
const STILL_MS = 30_000;

export class Engine {
    /** @type {Renderer | undefined} */
    #renderer;
    #driver = new Driver();
    #scale = new RenderScale();
    /** @type {Song | undefined} */
    #song;
    #frame = 0;
    #lastAt = 0;
    #isSeen = false;
    /** Drawing goes on until then, so that the limiter can bring all pixels to their final colors. */
    #settledAt = 0;

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {import('../../player/player.js').Player} player
     * @param {() => ShadingMode} mode
     * @param {AbortSignal} signal ends the engine
     */
    constructor(canvas, player, mode, signal) {
        this.canvas = canvas;
        this.player = player;
        this.mode = mode;
        this.still = matchMedia('(prefers-reduced-motion: reduce)');
        this.#renderer = new Renderer(canvas);
        const wake = () => this.wake();
        const seen = new IntersectionObserver((entries) => {
            this.#isSeen = entries[entries.length - 1].isIntersecting;
            wake();
        });
        seen.observe(canvas);
        const sizes = new ResizeObserver(() => {
            this.#resize();
            if (this.still.matches) this.#drawStill();
            else wake();
        });
        sizes.observe(canvas);
        player.addEventListener('change', wake, { signal });
        player.addEventListener('time', wake, { signal });
        document.addEventListener('visibilitychange', wake, { signal });
        this.still.addEventListener('change', () => (this.still.matches ? this.#drawStill() : wake()), { signal });
        canvas.addEventListener('webglcontextlost', (event) => this.#lose(event), { signal });
        canvas.addEventListener('webglcontextrestored', () => this.#restore(), { signal });
        onLeave(signal, () => {
            seen.disconnect();
            sizes.disconnect();
            cancelAnimationFrame(this.#frame);
            this.#frame = 0;
            this.#renderer?.end();
            this.#renderer = undefined;
        });
    }

    /**
     * Updates the data of the track whose visual is already shown.
     * @param {Song} song
     */
    take(song) {
        this.#song = song;
    }

    /** @param {Song} song */
    show(song) {
        this.#song = song;
        const renderer = this.#renderer;
        if (!renderer) return;
        renderer.setCalm(song.calm);
        renderer.show(song.name, song.palette);
        if (song.cover) renderer.setCover(song.cover);
        this.canvas.dataset.visual = song.name;
        this.#settledAt = performance.now() + 4000;
        this.#resize();
        if (this.still.matches) this.#drawStill();
        else this.wake();
    }

    #resize() {
        const { clientWidth, clientHeight } = this.canvas;
        if (clientWidth === 0 || clientHeight === 0) return;
        const scale = this.still.matches ? STILL.scale : this.#scale.value;
        const wanted = Math.min(DENSEST, globalThis.devicePixelRatio || 1) * scale;
        const density = Math.max(wanted, Math.min(1, COARSEST / Math.min(clientWidth, clientHeight)));
        const [width, height] = [clientWidth, clientHeight].map((length) => Math.max(16, Math.round(length * density)));
        this.#renderer?.resize(width, height);
        this.canvas.dataset.scale = String(scale);
    }

    get #mayMove() {
        const isMoving = this.player.isPlaying || !this.#driver.isAtRest || performance.now() < this.#settledAt;
        return isMoving && this.#isSeen && !this.still.matches && document.visibilityState === 'visible';
    }

    /** Resumes drawing when there is something to draw. */
    wake() {
        if (this.#frame || !this.#renderer || !this.#song || !this.#mayMove) return;
        this.#lastAt = performance.now();
        this.#frame = requestAnimationFrame((now) => this.#step(now));
    }

    /** @param {number} now */
    #step(now) {
        this.#frame = 0;
        if (!this.#renderer || !this.#song || !this.#mayMove) return;
        const elapsedMs = Math.max(0, now - this.#lastAt);
        this.#lastAt = now;
        if (this.#scale.frame(elapsedMs)) this.#resize();
        this.#renderer.draw(
            this.#driver.frame({
                signals: this.#song.signals,
                ms: this.player.positionMs,
                elapsedMs,
                isPlaying: this.player.isPlaying,
                mode: this.mode(),
                listen: spectrum,
            }),
        );
        this.#frame = requestAnimationFrame((later) => this.#step(later));
    }

    /** Draws a single still picture. */
    #drawStill() {
        if (!this.#renderer || !this.#song || this.canvas.clientWidth === 0) return;
        this.#resize();
        const driver = new Driver();
        for (let frame = 0; frame < STILL.frames; frame += 1) {
            const moment = {
                signals: this.#song.signals,
                ms: STILL_MS + frame * STILL.stepMs,
                elapsedMs: STILL.stepMs,
                isPlaying: true,
                mode: /** @type {const} */ ('on'),
                listen: () => false,
            };
            const numbers = { ...driver.frame(moment), presence: 1, most: 2 };
            // Only `ink` builds on its earlier frames.
            if (this.#song.name === 'ink') this.#renderer.draw(numbers);
            else if (frame === STILL.frames - 1) this.#renderer.draw({ ...numbers, elapsed: 2 });
        }
    }

    /** @param {Event} event */
    #lose(event) {
        // Without this, the browser never restores the context.
        event.preventDefault();
        cancelAnimationFrame(this.#frame);
        this.#frame = 0;
        this.#renderer = undefined;
        this.canvas.dataset.lost = '';
    }

    #restore() {
        delete this.canvas.dataset.lost;
        try {
            this.#renderer = new Renderer(this.canvas);
            if (this.#song) this.show(this.#song);
        } catch {
            // The context is lost again. Another restore event follows.
        }
    }
}
