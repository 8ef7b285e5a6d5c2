// @ts-check
// The ring around the round button. It shows the loudness of the room and the length of the recording.

import { LONGEST_MS } from './send-times.js';

const BARS = 96;
/** Time between drawings with reduced motion. The ring is a plain meter then. */
const CALM_MS = 200;
const TAU = 2 * Math.PI;

/**
 * Heights of the bars around the circle, 0...1. Low tones are at the top, high ones at the bottom, on both sides
 * alike.
 * @param {readonly number[]} spectrum of half as many bands
 * @param {number} level
 */
export function barsOf(spectrum, level) {
    const half = spectrum.map((band) => Math.min(1, band * band * 0.85 + level * 0.15));
    return [...half, ...[...half].reverse()];
}

/**
 * Bars of the plain meter, shown with reduced motion: the louder, the more bars.
 * @param {number} count
 * @param {number} level 0...1
 * @returns {number[]}
 */
export function meterOf(count, level) {
    const lit = Math.round(count * level);
    return Array.from({ length: count }, (_, index) => (index < lit ? 0.55 : 0));
}

/**
 * @param {HTMLCanvasElement} canvas square; its text color colors the ring
 * @param {import('./recorder.js').Microphone} microphone
 * @param {number} inner distance from the center to the button's edge
 * @param {AbortSignal} signal
 */
export function drawRing(canvas, microphone, inner, signal) {
    const context = canvas.getContext('2d');
    if (!context) return;
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const size = canvas.clientWidth;
    const scale = globalThis.devicePixelRatio || 1;
    canvas.width = canvas.height = Math.round(size * scale);
    context.setTransform(scale, 0, 0, scale, 0, 0);
    const color = getComputedStyle(canvas).color;
    const center = size / 2;
    const from = inner + 16;
    const room = center - from - 3;
    let shown = meterOf(BARS, 0);

    const draw = () => {
        if (signal.aborted) return context.clearRect(0, 0, size, size);
        const level = microphone.level();
        const wanted = isCalm ? meterOf(BARS, level) : barsOf(microphone.spectrum(BARS / 2), level);
        // Rises at once and falls slowly, like the needle of a meter.
        shown = isCalm ? wanted : shown.map((bar, index) => Math.max(wanted[index], bar * 0.86));
        context.clearRect(0, 0, size, size);
        context.strokeStyle = color;
        context.lineCap = 'round';
        arc(context, center, inner + 7, 1, 0.16);
        arc(context, center, inner + 7, microphone.elapsedMs / LONGEST_MS, 1);
        context.lineWidth = 3;
        shown.forEach((bar, index) => {
            const angle = ((index + 0.5) / BARS) * TAU - TAU / 4;
            const [x, y] = [Math.cos(angle), Math.sin(angle)];
            context.globalAlpha = 0.22 + 0.78 * Math.min(1, bar * 1.6);
            context.beginPath();
            context.moveTo(center + x * from, center + y * from);
            context.lineTo(center + x * (from + 1 + room * bar), center + y * (from + 1 + room * bar));
            context.stroke();
        });
        context.globalAlpha = 1;
        if (isCalm) setTimeout(draw, CALM_MS);
        else requestAnimationFrame(draw);
    };
    draw();
}

/**
 * Draws an arc clockwise from the top.
 * @param {CanvasRenderingContext2D} context
 * @param {number} center
 * @param {number} radius
 * @param {number} share of the circle
 * @param {number} alpha
 */
function arc(context, center, radius, share, alpha) {
    context.globalAlpha = alpha;
    context.lineWidth = 4;
    context.beginPath();
    context.arc(center, center, radius, -TAU / 4, Math.min(1, Math.max(0, share)) * TAU - TAU / 4);
    context.stroke();
}
