// @ts-check
// The waveform of a song on a canvas: its peaks, within them its body, and the ranges that are to be seen.

import { onLeave } from '../../core/dom.js';
import { html } from '../../core/html.js';
import { columns, touched } from './waveform-model.js';

/** @typedef {import('./waveform-model.js').Waveform} Waveform */
/** @typedef {import('./waveform-model.js').Range} Range */

const BAR = 2;
const GAP = 1;

/** @param {string} label for those who do not see it */
export const waveformCanvas = (label) =>
    html`<canvas class="waveform" role="img" aria-label="${label}" data-waveform data-testid="waveform"></canvas>`;

/**
 * Draws it, and again when its size or the colors change.
 * @param {HTMLCanvasElement} canvas
 * @param {object} parts
 * @param {Waveform} parts.waveform
 * @param {readonly Range[]} [parts.clipped]
 * @param {readonly Range[]} [parts.silent]
 * @param {AbortSignal} parts.signal ends it
 */
export function drawWaveform(canvas, { waveform, clipped = [], silent = [], signal }) {
    const context = canvas.getContext('2d');
    if (!context) return;
    const durationMs = waveform.pointMs * waveform.peaks.length;

    const draw = () => {
        const { clientWidth: width, clientHeight: height } = canvas;
        if (width === 0 || height === 0) return;
        const scale = globalThis.devicePixelRatio || 1;
        canvas.width = Math.round(width * scale);
        canvas.height = Math.round(height * scale);
        context.setTransform(scale, 0, 0, scale, 0, 0);
        // A canvas resolves no custom properties: the style sheet names its colors by properties that it does.
        const { color, outlineColor: clipColor, columnRuleColor: silenceColor } = getComputedStyle(canvas);
        const count = Math.max(1, Math.floor((width + GAP) / (BAR + GAP)));
        const step = width / count;
        const middle = height / 2;
        const bar = (/** @type {number} */ column, /** @type {number} */ value) => {
            const half = Math.max(0.75, value * (middle - 1));
            context.fillRect(column * step, middle - half, BAR, half * 2);
        };
        context.fillStyle = silenceColor;
        for (const range of silent) {
            const [from, to] = touched(range, durationMs, count);
            context.globalAlpha = 0.2;
            context.fillRect(from * step, 0, (to - from) * step - GAP, height);
            context.globalAlpha = 1;
            context.fillRect(from * step, height - 2, (to - from) * step - GAP, 2);
        }
        const isClipped = new Set(
            clipped.flatMap((range) => {
                const [from, to] = touched(range, durationMs, count);
                return Array.from({ length: to - from }, (_, index) => from + index);
            }),
        );
        const bodies = columns(waveform.bodies, count);
        columns(waveform.peaks, count).forEach((peak, column) => {
            context.fillStyle = isClipped.has(column) ? clipColor : color;
            context.globalAlpha = isClipped.has(column) ? 1 : 0.42;
            bar(column, peak);
            context.globalAlpha = 1;
            bar(column, Math.min(peak, bodies[column]));
            if (isClipped.has(column)) context.fillRect(column * step - GAP, 0, BAR + 2 * GAP, 4);
        });
    };

    const observer = new ResizeObserver(draw);
    observer.observe(canvas);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    dark.addEventListener('change', draw, { signal });
    onLeave(signal, () => observer.disconnect());
}
