// @ts-check
// A position slider: follows the player, yields to the hand that drags it, and says the time in words.

import { style } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';

/** @param {string} testid */
export function scrubber(testid) {
    return html`<div class="scrubber">
        <span class="scrubber-time" data-elapsed aria-hidden="true">0:00</span>
        <input type="range" class="slider is-scrubber" min="0" max="1" value="0" step="1000" data-scrub
            data-testid="${testid}" aria-label="${t('player.seek')}">
        <span class="scrubber-time" data-total aria-hidden="true">0:00</span>
    </div>`;
}

/** @param {HTMLElement} root @param {AbortSignal} signal @param {import('../../player/player.js').Player} player */
export function bindScrubber(root, signal, player) {
    const input = /** @type {HTMLInputElement} */ (root.querySelector('[data-scrub]'));
    const elapsed = /** @type {HTMLElement} */ (root.querySelector('[data-elapsed]'));
    const total = /** @type {HTMLElement} */ (root.querySelector('[data-total]'));
    let dragging = false;

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
    };
    const update = () => {
        if (dragging) return;
        input.max = String(Math.max(1, player.durationMs));
        input.value = String(player.positionMs);
        input.disabled = !player.current;
        show(player.positionMs);
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
    // The keyboard moves by five seconds; the slider's own step would be one.
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
            }[event.key];
            if (by === undefined || event.shiftKey) return;
            event.preventDefault();
            player.seekBy(by);
        },
        { signal },
    );
    player.addEventListener('time', update, { signal });
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}
