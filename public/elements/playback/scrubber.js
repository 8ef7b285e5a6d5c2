// @ts-check
// A position slider on the current track's waveform. It follows the player except while dragged, and gives screen
// readers the time in words.

import { find, style } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { everyFrame } from '../../core/frames.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { analysisOf, waveformOf, whenAnalyzed } from '../../core/track-sound.js';
import { waveColors } from '../music/waveform-color.js';
import { timeUnderPointer } from '../music/waveform-pointer.js';
import { WaveScrubber } from '../music/waveform-scrubber.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../music/waveform-model.js').Waveform} Waveform */

/**
 * @param {string} testid
 * @param {{ zooms?: boolean }} how `zooms`: the waveform can be zoomed
 */
export function scrubber(testid, { zooms = false } = {}) {
    return html`<div class="scrubber">
        <span class="scrubber-time" data-elapsed aria-hidden="true">0:00</span>
        <div class="scrubber-line" data-line><canvas class="scrubber-wave" aria-hidden="true"></canvas>
            <input type="range" class="slider is-scrubber" min="0" max="1" value="0" step="any" data-scrub
            data-testid="${testid}" aria-label="${t('player.seek')}"
            ${zooms && html`aria-describedby="seek-keys"`}>${timeUnderPointer}${
                zooms && html`<span id="seek-keys" hidden>${t('player.zoomKeys')}</span>`
            }</div>
        <span class="scrubber-time" data-total aria-hidden="true">0:00</span>
    </div>`;
}

/**
 * @param {HTMLElement} root @param {AbortSignal} signal @param {import('../../player/player.js').Player} player
 * @param {object} how
 * @param {boolean} [how.zooms] as given to `scrubber`
 * @param {'bar'|'stage'} [how.place] the scrubber's background
 * @param {(track: TrackItem) => Promise<Waveform>} [how.waveform] loads the waveform
 * @param {(view: import('../music/waveform-model.js').View) => void} [how.onView] gets the visible part
 */
export function bindScrubber(root, signal, player, { zooms = false, place = 'bar', waveform, onView } = {}) {
    const line = find(root, '[data-line]');
    const input = /** @type {HTMLInputElement} */ (find(line, '[data-scrub]'));
    const elapsed = find(root, '[data-elapsed]');
    const total = find(root, '[data-total]');
    const ask = waveform ?? ((/** @type {TrackItem} */ { id }) => waveformOf(id));
    let dragging = false;
    /** @type {AbortController | undefined} */
    let asking;
    let shown = '';

    const wave = new WaveScrubber(line, { zooms, onNear: () => void refine(player.current), onView }, signal);

    /** @param {TrackItem | undefined} track */
    async function refine(track) {
        if (!track) return;
        const isShown = () => player.current?.id === track.id;
        const [detail, analysis] = await Promise.allSettled([waveformOf(track.id, 'detail'), analysisOf(track.id)]);
        // Without these the coarse waveform stays.
        if (detail.status === 'fulfilled' && isShown()) wave.refine({ waveform: detail.value });
        if (analysis.status === 'fulfilled' && isShown()) wave.refine({ beats: analysis.value.beats });
    }

    const showSong = () => {
        const track = player.current;
        if ((track?.id ?? '') === shown) return;
        shown = track?.id ?? '';
        asking?.abort();
        wave.show(undefined);
        if (!track) return;
        const { light, dark } = waveColors(track.colors, track.album || track.title, place);
        style(line, { 'wave-light': light, 'wave-dark': dark });
        asking = new AbortController();
        // @ts-expect-error TypeScript 4.8 does not know it.
        const until = AbortSignal.any([signal, asking.signal]);
        void whenAnalyzed(() => ask(track), (found) => wave.show(found), until);
    };
    const show = (/** @type {number} */ position) => {
        const duration = player.durationMs;
        elapsed.textContent = clock(position);
        total.textContent = clock(duration);
        input.setAttribute(
            'aria-valuetext',
            t('player.positionOf', {
                position: spokenTime(position, currentLocale()),
                duration: spokenTime(duration, currentLocale()),
            }),
        );
        style(input, {
            fill: `${duration > 0 ? (position / duration) * 100 : 0}%`,
            buffer: `${duration > 0 ? Math.min(1, player.bufferedMs / duration) * 100 : 0}%`,
        });
        wave.update({ positionMs: position, durationMs: duration, bufferedMs: player.bufferedMs });
    };
    const update = () => {
        showSong();
        if (dragging) return;
        show(player.positionMs);
        input.value = String(player.positionMs);
        input.disabled = !player.current;
    };

    input.addEventListener(
        'input',
        () => {
            dragging = true;
            show(Number(input.value));
        },
        { signal },
    );
    input.addEventListener(
        'change',
        () => {
            dragging = false;
            player.seek(Number(input.value));
        },
        { signal },
    );
    // Arrow keys seek by five seconds, since the slider has no step of its own.
    input.addEventListener(
        'keydown',
        (event) => {
            const by = {
                ArrowLeft: -5000,
                ArrowDown: -5000,
                ArrowRight: 5000,
                ArrowUp: 5000,
                PageDown: -30_000,
                PageUp: 30_000,
                Home: -Infinity,
                End: Infinity,
            }[event.key];
            if (by === undefined || event.shiftKey) return;
            event.preventDefault();
            player.seek(Math.min(player.durationMs, Math.max(0, player.positionMs + by)));
        },
        { signal },
    );
    player.addEventListener('time', update, { signal });
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    // Zoomed in, the song moves fast and needs an update each frame.
    if (zooms) everyFrame(() => wave.isZoomed && player.isPlaying, () => wave.isZoomed && update(), signal);
    update();
}
