// @ts-check
// A few seconds of the track as a waveform. The starts of lines are handles, moved by dragging or arrow keys.

import { api } from '../../core/api.js';
import { delegate, find, style } from '../../core/dom.js';
import { everyFrame } from '../../core/frames.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { drawWaveform, waveformCanvas } from '../../elements/music/waveform.js';
import { setStart } from './model.js';
import { timeText } from './time.js';

/** @typedef {import('./editor.js').Editor} Editor */
/** @typedef {import('../../elements/music/waveform.js').Waveform} Waveform */

const WINDOW_MS = 16_000;
/** How far an arrow key moves a handle, in milliseconds; with the shift key, ten times as far. */
const STEP_MS = 20;

/** @param {HTMLElement} host @param {Editor} editor @param {AbortSignal} signal */
export function mountWave(host, editor, signal) {
    render(
        host,
        html`<div class="edit-wave" data-wave data-testid="edit-wave">${waveformCanvas(t('lyricsEditor.wave'))}
        <div class="edit-handles" data-handles></div><div class="edit-head" data-head></div></div>`,
    );
    const box = find(host, '[data-wave]');
    /** @type {Waveform | undefined} */
    let waveform;
    /** @type {AbortController | undefined} */
    let drawing;
    let from = 0;

    const drawWave = () => {
        drawing?.abort();
        if (!waveform) return;
        const own = new AbortController();
        drawing = own;
        const [first, count] = [Math.floor(from / waveform.pointMs), Math.ceil(WINDOW_MS / waveform.pointMs)];
        const part = (/** @type {number[]} */ values) => {
            const found = values.slice(first, first + count);
            return [...found, ...Array.from({ length: count - found.length }, () => 0)];
        };
        drawWaveform(find(box, 'canvas'), {
            waveform: { pointMs: waveform.pointMs, peaks: part(waveform.peaks), bodies: part(waveform.bodies) },
            signal: own.signal,
        });
    };
    const draw = () => {
        const focused = document.activeElement;
        const held = focused && box.contains(focused) ? /** @type {HTMLElement} */ (focused).dataset.handle : undefined;
        render(
            find(box, '[data-handles]'),
            html`${editor.doc.lines.map((one, index) =>
                one.startMs === undefined || one.startMs < from || one.startMs > from + WINDOW_MS
                    ? ''
                    : html`<button type="button" class="edit-handle" role="slider" data-handle="${String(index)}"
                aria-valuemin="0" aria-valuemax="${String(editor.track.durationMs)}"
                aria-valuenow="${String(one.startMs)}"
                aria-valuetext="${timeText(one.startMs)}"
                aria-label="${t('lyricsEditor.handle', { number: String(index + 1), text: one.text })}"><span
                class="edit-handle-text" dir="auto">${one.text}</span></button>`,
            )}`,
        );
        for (const handle of box.querySelectorAll('[data-handle]')) {
            const { handle: index } = /** @type {HTMLElement} */ (handle).dataset;
            place(/** @type {HTMLElement} */ (handle), editor.doc.lines[Number(index)].startMs ?? 0);
        }
        if (held === undefined) return;
        /** @type {HTMLElement | null} */ (box.querySelector(`[data-handle="${held}"]`))?.focus();
    };
    /** @param {HTMLElement} element @param {number} ms */
    const place = (element, ms) => style(element, { at: String((ms - from) / WINDOW_MS) });
    /** @param {number} ms */
    const show = (ms) => {
        if (ms >= from && ms < from + WINDOW_MS) return;
        from = Math.max(0, ms - WINDOW_MS / 8);
        drawWave();
        draw();
    };

    delegate(box, 'keydown', '[data-handle]', (handle, raw) => {
        const event = /** @type {KeyboardEvent} */ (raw);
        const by = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS }[event.key];
        if (by === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const index = Number(handle.dataset.handle);
        const start = editor.doc.lines[index].startMs ?? 0;
        const { key } = editor.doc.lines[index];
        editor.apply(setStart(editor.doc, index, start + by * (event.shiftKey ? 10 : 1)), { kind: `handle ${key}` });
    }, signal);
    delegate(box, 'pointerdown', '[data-handle]', (handle, raw) => {
        const event = /** @type {PointerEvent} */ (raw);
        const index = Number(handle.dataset.handle);
        const start = editor.doc.lines[index].startMs ?? 0;
        const perPixel = WINDOW_MS / box.clientWidth;
        let now = start;
        handle.setPointerCapture(event.pointerId);
        const ends = new AbortController();
        handle.addEventListener('pointermove', (move) => {
            now = Math.max(0, start + (move.clientX - event.clientX) * perPixel);
            place(handle, now);
        }, { signal: ends.signal });
        for (const type of ['pointerup', 'pointercancel'])
            handle.addEventListener(type, () => {
                ends.abort();
                if (type === 'pointerup' && Math.abs(now - start) > perPixel)
                    editor.apply(setStart(editor.doc, index, now));
                else draw();
            }, { signal: ends.signal });
    }, signal);
    box.addEventListener('click', (event) => {
        if (/** @type {Element} */ (event.target).closest('[data-handle]')) return;
        const { left, width } = box.getBoundingClientRect();
        editor.playFrom(Math.max(0, from + ((event.clientX - left) / width) * WINDOW_MS));
    }, { signal });
    everyFrame(() => editor.isPlaying, () => {
        if (editor.isHeard) show(editor.positionMs);
        place(find(box, '[data-head]'), editor.positionMs);
    }, signal);
    signal.addEventListener('abort', () => drawing?.abort(), { once: true });
    // Handles can be dragged without a waveform too.
    void api
        .get(`${trackPath(editor.track.id)}/waveform`, { query: { zoom: 'detail' }, signal, quiet: true })
        .then((found) => {
            waveform = found;
            drawWave();
        })
        .catch(() => {});
    draw();
    return { draw, show };
}
