// @ts-check
// The player's buttons, for the bar, the Now Playing screen and the page of shared music.

import { delegate, style } from '../../core/dom.js';
import { percent } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { nextRepeat } from '../../player/queue.js';
import { icons, spinner } from '../icons.js';

/** @param {string} prefix of the test ids */
export function transport(prefix) {
    return html`<div class="transport" role="group" aria-label="${t('player.controls')}">
        <button type="button" class="icon-button is-mode" data-shuffle data-testid="${prefix}-shuffle"
            aria-pressed="false" aria-label="${t('player.shuffle')}"
            title="${t('player.shuffle')}">${icons.shuffle}</button>
        <button type="button" class="icon-button" data-previous data-testid="${prefix}-previous"
            aria-label="${t('player.previous')}" title="${t('player.previous')}">${icons.previous}</button>
        <button type="button" class="play-button" data-toggle data-testid="${prefix}-play"
            aria-label="${t('player.play')}">${icons.play}</button>
        <button type="button" class="icon-button" data-next data-testid="${prefix}-next"
            aria-label="${t('player.next')}" title="${t('player.next')}">${icons.next}</button>
        <button type="button" class="icon-button is-mode" data-repeat data-testid="${prefix}-repeat"
            aria-pressed="false" aria-label="${t('player.repeat.off')}">${icons.repeat}</button>
    </div>`;
}

/** @param {string} testid */
export function volumeControl(testid) {
    return html`<div class="volume">
        <button type="button" class="icon-button" data-mute data-testid="${testid}-mute" aria-pressed="false"
            aria-label="${t('player.mute')}">${icons.volume}</button>
        <input type="range" class="slider" min="0" max="100" step="1" data-volume data-testid="${testid}"
            aria-label="${t('player.volume')}">
    </div>`;
}

/** @param {HTMLElement} root @param {AbortSignal} signal @param {import('../../player/player.js').Player} player */
export function bindTransport(root, signal, player) {
    const on = (/** @type {string} */ selector, /** @type {() => void} */ run) =>
        delegate(root, 'click', selector, run, signal);
    on('[data-toggle]', () => player.toggle());
    on('[data-next]', () => player.next());
    on('[data-previous]', () => player.previous());
    on('[data-shuffle]', () => player.setShuffle(!player.queue.shuffled));
    on('[data-repeat]', () => player.setRepeat(nextRepeat(player.queue.repeat)));
    on('[data-mute]', () => player.setMuted(!player.muted));
    delegate(
        root,
        'input',
        '[data-volume]',
        (input) => player.setVolume(Number(/** @type {HTMLInputElement} */ (input).value) / 100),
        signal,
    );

    const update = () => updateTransport(root, player);
    player.addEventListener('change', update, { signal });
    player.addEventListener('queue', update, { signal });
    update();
}

/** @param {HTMLElement} root @param {import('../../player/player.js').Player} player */
function updateTransport(root, player) {
    const busy = player.status === 'waiting' || (player.status === 'loading' && player.isPlaying);
    const face = busy ? 'busy' : player.isPlaying ? 'pause' : 'play';
    for (const button of /** @type {NodeListOf<HTMLButtonElement>} */ (root.querySelectorAll('[data-toggle]'))) {
        const label = t(player.isPlaying ? 'player.pause' : 'player.play');
        if (button.getAttribute('aria-label') !== label) button.setAttribute('aria-label', label);
        if (button.dataset.face !== face)
            render(button, face === 'busy' ? spinner : face === 'pause' ? icons.pause : icons.play);
        button.dataset.face = face;
        button.disabled = !player.current;
    }
    const { repeat, shuffled } = player.queue;
    set(root, '[data-shuffle]', (button) => button.setAttribute('aria-pressed', String(shuffled)));
    set(root, '[data-repeat]', (button) => {
        button.setAttribute('aria-pressed', String(repeat !== 'off'));
        button.setAttribute('aria-label', t(`player.repeat.${repeat}`));
        button.title = t(`player.repeat.${repeat}`);
        if (button.dataset.face !== repeat) render(button, repeat === 'one' ? icons.repeatOne : icons.repeat);
        button.dataset.face = repeat;
    });
    set(root, '[data-next], [data-previous]', (button) => {
        /** @type {HTMLButtonElement} */ (button).disabled = !player.current;
    });
    const level = player.muted ? 0 : player.volume;
    set(root, '[data-mute]', (button) => {
        const look = level === 0 ? 'muted' : level < 0.5 ? 'quiet' : 'volume';
        button.setAttribute('aria-pressed', String(player.muted));
        button.title = t(player.muted ? 'player.unmute' : 'player.mute');
        if (button.dataset.face !== look) render(button, icons[look]);
        button.dataset.face = look;
    });
    set(root, '[data-volume]', (input) => {
        if (document.activeElement !== input || player.muted)
            /** @type {HTMLInputElement} */ (input).value = String(Math.round(level * 100));
        input.setAttribute('aria-valuetext', percent(level, currentLocale()));
        style(input, { fill: `${level * 100}%` });
    });
}

/** @param {HTMLElement} root @param {string} selector @param {(element: HTMLElement) => void} change */
function set(root, selector, change) {
    for (const element of root.querySelectorAll(selector)) change(/** @type {HTMLElement} */ (element));
}
