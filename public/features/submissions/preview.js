// @ts-check
// A small player for files that are in no library yet. It is no part of the queue, and what is heard here is no play.

import { address } from '../../core/api.js';
import { find, style } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { player } from '../../player/index.js';
import { playableFormat, streamQuery } from '../../player/quality.js';
import { submissionPath } from './model.js';

/** @typedef {import('./model.js').Submission} Submission */

/** A place for it, at the bottom of the page while something is heard. */
export const hearingBar = html`<div class="hearing" data-hearing hidden></div>`;

/**
 * @param {HTMLElement} root
 * @param {AbortSignal} signal
 * @param {() => void} changed
 */
export function bindHearing(root, signal, changed) {
    const bar = find(root, '[data-hearing]');
    /** @type {string | undefined} */
    let heard;
    const stop = () => {
        bar.querySelector('audio')?.pause();
        bar.hidden = true;
        render(bar, html``);
        heard = undefined;
        changed();
    };
    signal.addEventListener('abort', () => bar.querySelector('audio')?.pause(), { once: true });
    player.addEventListener(
        'started',
        () => {
            if (heard) stop();
        },
        { signal },
    );
    return {
        get id() {
            return heard;
        },
        stop,
        /** @param {Submission} one */
        toggle(one) {
            if (heard === one.id) return stop();
            player.pause();
            heard = one.id;
            render(
                bar,
                html`<p class="hearing-title" id="hearing-title">${t('giving.hearing', { name: one.title })}</p>
                <audio controls autoplay preload="auto" aria-labelledby="hearing-title" data-testid="hearing"></audio>
                <div class="hearing-place" data-place
                    hidden><button type="button" class="icon-button" data-play></button><span class="scrubber-time"
                    data-elapsed aria-hidden="true"></span>
                    <input type="range" class="slider" min="0"
                        max="${String(Math.max(1, Math.floor(one.durationMs / 1000) - 1))}" value="0" step="1" data-from
                        aria-label="${t('player.seek')}" data-testid="hearing-place">
                    <span class="scrubber-time" aria-hidden="true">${clock(one.durationMs)}</span></div>`,
            );
            bar.hidden = false;
            changed();
            play(find(bar, 'audio'), one);
            return undefined;
        },
    };

    /**
     * The file itself where this browser plays it, else what it does play, made while it is heard.
     * @param {HTMLAudioElement} audio
     * @param {Submission} one
     */
    function play(audio, one) {
        const place = find(bar, '[data-place]');
        const input = /** @type {HTMLInputElement} */ (find(place, '[data-from]'));
        const path = `${submissionPath(one.id)}/audio`;
        let [isConverted, isHeld, from] = [false, false, 0];
        const show = (/** @type {number} */ seconds) => {
            find(place, '[data-elapsed]').textContent = clock(seconds * 1000);
            input.setAttribute(
                'aria-valuetext',
                t('player.positionOf', {
                    position: spokenTime(seconds * 1000, currentLocale()),
                    duration: spokenTime(one.durationMs, currentLocale()),
                }),
            );
            style(input, { fill: `${(seconds / Number(input.max)) * 100}%` });
        };
        const button = find(place, '[data-play]');
        const showState = () => {
            render(button, audio.paused ? icons.play : icons.pause);
            button.setAttribute('aria-label', t(audio.paused ? 'player.play' : 'player.pause'));
        };
        for (const name of ['play', 'pause', 'ended']) audio.addEventListener(name, showState);
        button.addEventListener('click', () => {
            if (audio.ended) return convert(0);
            return audio.paused ? void audio.play().catch(() => {}) : audio.pause();
        });
        const convert = (/** @type {number} */ seconds) => {
            // The element's own line of time knows neither where this begins nor where it will end.
            [isConverted, from, place.hidden, audio.controls] = [true, seconds, false, false];
            showState();
            show(seconds);
            audio.src =
                address(path) +
                streamQuery({
                    quality: 'original',
                    fromMs: seconds * 1000,
                    converted: true,
                    format: playableFormat((type) => audio.canPlayType(type)),
                });
            void audio.play().catch(() => {});
        };
        audio.addEventListener('error', () => {
            if (!isConverted) return convert(0);
            find(bar, '#hearing-title').textContent = t('giving.cannotHear', { name: one.title });
        });
        // A stream that is converted while it is sent has no seeking: it starts anew at the wanted place.
        audio.addEventListener('timeupdate', () => {
            if (!isConverted || isHeld) return;
            input.value = String(from + audio.currentTime);
            show(from + audio.currentTime);
        });
        input.addEventListener('input', () => {
            isHeld = true;
            show(Number(input.value));
        });
        input.addEventListener('change', () => {
            isHeld = false;
            convert(Number(input.value));
        });
        if (audio.canPlayType(one.mediaType) === '') convert(0);
        else audio.src = address(path);
    }
}
