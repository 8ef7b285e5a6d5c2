// @ts-check
// The listening room plays one submission at a time and preloads the next one.

import { announce } from '../../core/announce.js';
import { find, onLeave, setText, style } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { fragment, html, render } from '../../core/html.js';
import { sizedImage } from '../../core/images.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { focused } from '../../elements/lists/live-list.js';
import { drawWaveform, waveformCanvas } from '../../elements/music/waveform.js';
import { followPointer, timeUnderPointer } from '../../elements/music/waveform-pointer.js';
import { player } from '../../player/index.js';
import { soundOf, soundWords } from '../submissions/sound.js';
import { SubmissionAudio } from '../submissions/submission-audio.js';
import { roomFrame } from './room-parts.js';

/** @typedef {import('../submissions/model.js').Submission} Submission */
/** @typedef {{ number: number, count: number, library: string, next?: Submission }} Place */

/**
 * @param {HTMLElement} host
 * @param {AbortSignal} signal
 */
export function mountRoom(host, signal) {
    /** @type {SubmissionAudio | undefined} */
    let audio;
    /** @type {SubmissionAudio | undefined} */
    let prepared;
    let shown = '';
    let state = '';
    let drawing = new AbortController();
    let isHeld = false;

    const end = () => {
        drawing.abort();
        audio?.end();
        prepared?.end();
        [audio, prepared, shown] = [undefined, undefined, ''];
    };
    onLeave(signal, end);
    // One sound at a time: the player's start pauses this one.
    player.addEventListener('started', () => audio?.pause(), { signal });

    /** @param {Submission} one @returns {SubmissionAudio} */
    const take = (one) => {
        audio?.end();
        const isReady = prepared?.id === one.id;
        const taken = isReady && prepared ? prepared : new SubmissionAudio(one);
        if (!isReady) prepared?.end();
        prepared = undefined;
        taken.addEventListener('change', () => taken === audio && update());
        taken.addEventListener('failed', () => {
            const sound = host.querySelector('[data-sound]');
            if (taken === audio && sound)
                render(sound, html`<p class="form-error">${t('giving.cannotHear', { name: one.title })}</p>`);
        });
        return taken;
    };

    const update = () => {
        if (!audio) return;
        const { isPlaying, durationMs } = audio;
        const input = /** @type {HTMLInputElement} */ (find(host, '[data-place]'));
        const button = find(host, '[data-hear]');
        const label = t(isPlaying ? 'player.pause' : 'player.play');
        if (button.getAttribute('aria-label') !== label) {
            render(button, isPlaying ? icons.pause : icons.play);
            button.setAttribute('aria-label', label);
        }
        if (isHeld) return;
        input.value = String(Math.floor(audio.positionMs / 1000));
        showPlace(input, audio.positionMs, durationMs);
    };

    /** @param {HTMLInputElement} input @param {number} ms @param {number} durationMs */
    const showPlace = (input, ms, durationMs) => {
        const heard = `${(durationMs > 0 ? Math.min(1, ms / durationMs) : 0) * 100}%`;
        style(input, { fill: heard });
        const buffered = durationMs > 0 ? Math.min(1, (audio?.bufferedMs ?? 0) / durationMs) : 0;
        style(find(host, '[data-player]'), { heard, buffered: `${buffered * 100}%` });
        setText(find(host, '[data-elapsed]'), clock(ms));
        input.setAttribute(
            'aria-valuetext',
            t('player.positionOf', {
                position: spokenTime(ms, currentLocale()),
                duration: spokenTime(durationMs, currentLocale()),
            }),
        );
    };

    /** @param {Submission} one */
    const draw = async (one) => {
        drawing.abort();
        drawing = new AbortController();
        const mine = drawing.signal;
        try {
            const sound = await soundOf(one.id);
            if (mine.aborted) return;
            const wave = find(host, '[data-wave]');
            const label = t('sound.waveform', { duration: spokenTime(one.durationMs, currentLocale()) });
            wave.prepend(
                fragment(html`<div class="room-waves">${waveformCanvas(label)}<canvas class="waveform is-heard"
                    aria-hidden="true"></canvas><span class="room-buffered"></span><span
                    class="room-head-line"></span></div>${timeUnderPointer}`),
            );
            wave.classList.remove('is-plain');
            followPointer(wave, (share) => share * one.durationMs, mine);
            for (const canvas of wave.querySelectorAll('canvas')) drawWaveform(canvas, { ...sound, signal: mine });
            render(find(host, '[data-sound]'), html`${soundWords(sound)}`);
        } catch {
            // Without an analysis, a plain slider stays in its place.
        }
    };

    /** @param {Submission | undefined} next */
    const prepare = (next) => {
        if (prepared?.id === next?.id) return;
        prepared?.end();
        prepared = next && new SubmissionAudio(next);
        if (!next) return;
        void soundOf(next.id).catch(() => {});
        const picture = sizedImage(next.cover, 600);
        if (picture) new Image().src = picture;
    };

    host.addEventListener('input', (event) => {
        if (!(event.target instanceof HTMLInputElement) || !audio) return;
        isHeld = true;
        showPlace(event.target, Number(event.target.value) * 1000, audio.durationMs);
    });
    host.addEventListener('change', (event) => {
        if (!(event.target instanceof HTMLInputElement) || !audio) return;
        isHeld = false;
        audio.seek(Number(event.target.value) * 1000);
    });

    return {
        get id() {
            return shown;
        },
        /** Whether the moderator is listening. Then the next submission starts by itself. */
        get isHeard() {
            return Boolean(audio?.isPlaying || audio?.element.ended);
        },
        /**
         * Shows a submission. A new state of the same submission does not interrupt its sound.
         * @param {Submission} one @param {Place} place @param {{ plays?: boolean }} options
         */
        show(one, { next, ...place }, { plays = false } = {}) {
            const isOther = shown !== one.id;
            const now = JSON.stringify([one, place]);
            if (isOther) audio = take(one);
            if (isOther || state !== now) {
                const focus = focused(host);
                render(host, roomFrame(one, place));
                if (audio) {
                    audio.element.dataset.testid = 'hearing';
                    find(host, '[data-player]').append(audio.element);
                }
                update();
                void draw(one);
                focus();
            }
            [shown, state] = [one.id, now];
            prepare(next);
            if (isOther) announce(`${t('giving.place', place)}: ${one.title}`);
            if (isOther && plays) this.toggle();
        },
        /** @param {unknown} markup shown in place of a submission */
        showNothing(markup) {
            end();
            render(host, markup);
        },
        toggle() {
            if (!audio?.isPlaying) player.pause();
            audio?.toggle();
        },
        /** @param {number} ms relative to the current position */
        move(ms) {
            audio?.seek(audio.positionMs + ms);
        },
        /** @param {number} share of the duration */
        jump(share) {
            audio?.seek(audio.durationMs * share);
        },
    };
}
