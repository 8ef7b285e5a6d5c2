// @ts-check
// Draws visuals on a canvas: the current one, the fading previous one, and the limiter over both.

import { contextOf, drop, Program, target, texture } from './gl.js';
import { SHADERS } from './shaders/index.js';
import { LIMITER } from './shaders/limiter.js';
import { PRELUDE } from './shaders/prelude.js';
import { BINS } from './signals.js';

/** @typedef {import('./model.js').VisualName} VisualName */
/** @typedef {import('./gl.js').Target} Target */
/** @typedef {import('../../elements/music/color-contrast.js').Rgb} Rgb */
/**
 * @typedef {object} Frame
 * @property {number} time the visual's clock, in seconds
 * @property {number} elapsed the time since the last frame, in seconds
 * @property {number} pulse
 * @property {number} low
 * @property {number} mid
 * @property {number} high
 * @property {number} level
 * @property {Float32Array} points
 * @property {Uint8Array} history rows of the spectrum, newest first
 * @property {number} drift the share of a row's time that has passed since the newest row
 * @property {number} presence 0 shows the calm picture, 1 the visual
 * @property {number} most the largest change of a pixel's luminance
 */
/**
 * @typedef {{ name: VisualName, palette: Float32Array, cover: WebGLTexture | null, hasCover: boolean,
 *   targets: Target[] }} Layer
 */

const FADE_SECONDS = 1.6;

export class Renderer {
    /** @type {Map<VisualName, Program>} */
    #programs = new Map();
    /** @type {Layer[]} the previous visual while it fades, and the current one */
    #layers = [];
    #part = 1;
    /** @type {Target[]} */
    #limited = [];
    #calm = new Float32Array(9);

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        const gl = contextOf(canvas);
        if (!gl) throw new Error('There is no WebGL2');
        this.canvas = canvas;
        this.gl = gl;
        gl.bindVertexArray(gl.createVertexArray());
        this.limiter = new Program(gl, LIMITER);
        this.history = texture(gl);
        gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
    }

    /** @param {VisualName} name */
    #program(name) {
        let program = this.#programs.get(name);
        if (!program) {
            program = new Program(this.gl, PRELUDE + SHADERS[name]);
            this.#programs.set(name, program);
        }
        return program;
    }

    get #layer() {
        return this.#layers[this.#layers.length - 1];
    }

    /**
     * Sets the size of the drawing, which the browser stretches over the canvas's area.
     * @param {number} width @param {number} height in pixels
     */
    resize(width, height) {
        if (this.canvas.width === width && this.canvas.height === height && this.#limited.length > 0) return;
        const { gl } = this;
        const { width: lastWidth, height: lastHeight } = this.canvas;
        [this.canvas.width, this.canvas.height] = [width, height];
        const replaced = this.#limited;
        this.#limited = [target(gl, width, height), target(gl, width, height)];
        // Copies the visible picture to the new size.
        if (replaced.length > 0) {
            gl.bindFramebuffer(gl.READ_FRAMEBUFFER, replaced[0].frame);
            gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, this.#limited[0].frame);
            gl.blitFramebuffer(0, 0, lastWidth, lastHeight, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.LINEAR);
        } else {
            this.#fill(this.#limited[0]);
        }
        drop(gl, replaced);
        for (const layer of this.#layers) this.#measure(layer);
        // Resizing has cleared the canvas.
        this.#present();
    }

    #present() {
        const { gl } = this;
        const { width, height } = this.canvas;
        gl.bindFramebuffer(gl.READ_FRAMEBUFFER, this.#limited[0].frame);
        gl.bindFramebuffer(gl.DRAW_FRAMEBUFFER, null);
        gl.blitFramebuffer(0, 0, width, height, 0, 0, width, height, gl.COLOR_BUFFER_BIT, gl.NEAREST);
    }

    /** @param {Target} one */
    #fill({ frame }) {
        const [red, green, blue] = this.#calm;
        this.gl.bindFramebuffer(this.gl.FRAMEBUFFER, frame);
        this.gl.clearColor(red, green, blue, 1);
        this.gl.clear(this.gl.COLOR_BUFFER_BIT);
    }

    /** @param {Layer} layer */
    #measure(layer) {
        const { width, height } = this.canvas;
        drop(this.gl, layer.targets);
        layer.targets = [target(this.gl, width, height), target(this.gl, width, height)];
        this.#fill(layer.targets[0]);
    }

    /** @param {readonly Rgb[]} colors the three colors of the calm picture */
    setCalm(colors) {
        this.#calm.set(colors.flat().slice(0, 9));
    }

    /**
     * Shows a visual and fades it in over the previous one.
     * @param {VisualName} name @param {readonly Rgb[]} palette five colors
     */
    show(name, palette) {
        const layer = { name, palette: new Float32Array(palette.flat()), cover: null, hasCover: false, targets: [] };
        this.#program(name);
        this.#drop(this.#layers.slice(0, -1));
        this.#layers = [...this.#layers.slice(-1), layer];
        this.#part = this.#layers.length > 1 ? 0 : 1;
        this.#paintCover(layer);
        if (this.#limited.length > 0) this.#measure(layer);
    }

    /**
     * Paints a placeholder for tracks without a cover, and until the cover has loaded.
     * @param {Layer} layer
     */
    #paintCover(layer) {
        const { gl } = this;
        layer.cover = texture(gl, { mirrored: true });
        const color = (/** @type {number} */ index) => [...layer.palette.slice(index * 3, index * 3 + 3), 1];
        const colors = [2, 1, 3, 2, 3, 4, 1, 3, 2].flatMap(color);
        const bytes = Uint8Array.from(colors, (value) => Math.round(value * 255));
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, 3, 3, 0, gl.RGBA, gl.UNSIGNED_BYTE, bytes);
    }

    /**
     * Sets the cover of the track whose visual is shown.
     * @param {TexImageSource} image
     */
    setCover(image) {
        const { gl } = this;
        if (!this.#layer) return;
        gl.bindTexture(gl.TEXTURE_2D, this.#layer.cover);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, gl.RGBA, gl.UNSIGNED_BYTE, image);
        gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
        this.#layer.hasCover = true;
    }

    /** @param {Frame} frame */
    draw(frame) {
        const { gl, canvas } = this;
        if (gl.isContextLost() || !this.#layer || this.#limited.length === 0) return;
        gl.viewport(0, 0, canvas.width, canvas.height);
        gl.bindTexture(gl.TEXTURE_2D, this.history);
        const rows = frame.history.length / BINS;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, BINS, rows, 0, gl.RED, gl.UNSIGNED_BYTE, frame.history);
        this.#part = Math.min(1, this.#part + frame.elapsed / FADE_SECONDS);
        if (this.#part === 1 && this.#layers.length > 1) this.#drop(this.#layers.splice(0, 1));
        for (const layer of this.#layers) this.#paint(layer, frame);
        this.#limit(frame);
    }

    /** @param {Layer} layer @param {Frame} frame */
    #paint(layer, { time, elapsed, pulse, low, mid, high, level, points, drift }) {
        const { width, height } = this.canvas;
        const [before, now] = layer.targets;
        const program = this.#program(layer.name);
        program.use();
        program.numbers({ time, elapsed, pulse, low, mid, high, level, drift });
        program.pair('size', width, height);
        program.colors('palette', layer.palette);
        program.fours('points', points);
        program.textures({ cover: layer.cover, history: this.history, before: before.texture });
        program.draw(now.frame);
        layer.targets = [now, before];
    }

    /** @param {Frame} frame */
    #limit({ presence, most }) {
        const { limiter } = this;
        const { width, height } = this.canvas;
        const [last, next] = this.#limited;
        limiter.use();
        const ease = this.#part * this.#part * (3 - 2 * this.#part);
        limiter.numbers({ part: ease, presence, most, ratio: width / height, covered: Number(this.#layer.hasCover) });
        limiter.pair('size', width, height);
        limiter.colors('calm', this.#calm);
        limiter.textures({
            one: this.#layer.targets[0].texture,
            other: this.#layers[0].targets[0].texture,
            last: last.texture,
            cover: this.#layer.cover,
        });
        limiter.draw(next.frame);
        this.#limited = [next, last];
        this.#present();
    }

    /** @param {readonly Layer[]} layers */
    #drop(layers) {
        for (const { targets, cover } of layers) {
            drop(this.gl, targets);
            this.gl.deleteTexture(cover);
        }
    }

    /** Releases the WebGL context. */
    end() {
        this.gl.getExtension('WEBGL_lose_context')?.loseContext();
    }
}
