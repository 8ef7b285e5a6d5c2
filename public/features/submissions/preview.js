// @ts-check
// A small player for submitted files. It does not use the queue, and listening does not count as a play.

import { find, style } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { player } from '../../player/index.js';
import { SubmissionAudio } from './submission-audio.js';

/** @typedef {import('./model.js').Submission} Submission */

/** The player's container at the bottom of the page. */
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
                <audio controls aria-labelledby="hearing-title" data-testid="hearing"></audio>
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
     * Original files use the browser's controls. Converted audio needs controls of its own, since the element does not
     * know its start and full duration.
     * @param {HTMLAudioElement} element
     * @param {Submission} one
     */
    function play(element, one) {
        const audio = new SubmissionAudio(one, element);
        const place = find(bar, '[data-place]');
        const input = /** @type {HTMLInputElement} */ (find(place, '[data-from]'));
        const button = find(place, '[data-play]');
        let isHeld = false;
        const show = (/** @type {number} */ ms) => {
            find(place, '[data-elapsed]').textContent = clock(ms);
            input.setAttribute(
                'aria-valuetext',
                t('player.positionOf', {
                    position: spokenTime(ms, currentLocale()),
                    duration: spokenTime(one.durationMs, currentLocale()),
                }),
            );
            style(input, { fill: `${(ms / 1000 / Number(input.max)) * 100}%` });
        };
        audio.addEventListener('change', () => {
            [place.hidden, element.controls] = [!audio.isConverted, !audio.isConverted];
            const label = t(audio.isPlaying ? 'player.pause' : 'player.play');
            if (button.getAttribute('aria-label') !== label) {
                render(button, audio.isPlaying ? icons.pause : icons.play);
                button.setAttribute('aria-label', label);
            }
            if (isHeld) return;
            input.value = String(audio.positionMs / 1000);
            show(audio.positionMs);
        });
        audio.addEventListener('failed', () => {
            find(bar, '#hearing-title').textContent = t('giving.cannotHear', { name: one.title });
        });
        button.addEventListener('click', () => audio.toggle());
        input.addEventListener('input', () => {
            isHeld = true;
            show(Number(input.value) * 1000);
        });
        input.addEventListener('change', () => {
            isHeld = false;
            audio.seek(Number(input.value) * 1000);
        });
        audio.play();
    }
}
