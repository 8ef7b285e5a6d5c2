// @ts-check
// A bubble over the waveform shows the moment just reached, for as long as reading it takes.

import { announce } from '../../core/announce.js';
import { find, onLeave, setText, style } from '../../core/dom.js';
import { fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { avatar } from '../../elements/music/avatar.js';
import { soundSettings } from '../../player/sound-settings.js';
import { PassedMoments } from './model.js';
import { followPlayed } from './store.js';

/** @typedef {import('./model.js').Shown} Shown */

/** Update interval while paused, when the player sends no ticks. The bubble must still disappear. */
const PAUSED_MS = 500;
/** Shortest time between two announcements to a screen reader. */
const TOLD_MS = 10_000;

/** Whether moments show during playback: a setting of this browser. */
export const showsMoments = () => preferences.get('moments', true);

/**
 * @param {HTMLElement} host around the waveform; positions the bubble above itself
 * @param {HTMLElement} line the waveform
 * @param {object} parts
 * @param {import('../../player/player.js').Player} parts.player
 * @param {boolean} [parts.tells] also announces moments to screen readers
 * @param {AbortSignal} signal
 * @returns {{ place: (view: import('./model.js').View) => void }} `place` sets the visible part of the song
 */
export function bindBubble(host, line, { player, tells = false }, signal) {
    host.append(
        fragment(html`<div class="moment-bubble" aria-hidden="true" data-testid="moment-bubble" hidden>
            <span data-face></span><p><strong data-name></strong> <span data-text dir="auto"></span>
            <span class="moment-others" data-others></span></p></div>`),
    );
    const bubble = /** @type {HTMLElement} */ (host.lastElementChild);
    const passed = new PassedMoments();
    let shown = '';
    let toldAt = -Infinity;
    let view = { fromMs: 0, toMs: 0 };
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let later;
    onLeave(signal, () => {
        clearTimeout(later);
        bubble.remove();
    });

    /** @param {Shown | undefined} now */
    const show = (now) => {
        const state = now ? JSON.stringify([now.moment, now.others]) : '';
        if (state === shown) return;
        shown = state;
        bubble.hidden = !now;
        if (!now) return;
        const { author, text, positionMs } = now.moment;
        render(find(bubble, '[data-face]'), html`${avatar(author, 'is-tiny')}`);
        setText(find(bubble, '[data-name]'), author.name);
        setText(find(bubble, '[data-text]'), text);
        setText(find(bubble, '[data-others]'), now.others > 0 ? t('moments.others', { count: now.others }) : '');
        const [outer, inner] = [host.getBoundingClientRect(), line.getBoundingClientRect()];
        const share = Math.min(1, Math.max(0, (positionMs - view.fromMs) / Math.max(1, view.toMs - view.fromMs)));
        // A narrow bar has no waveform.
        style(bubble, { at: inner.width > 0 ? `${inner.left - outer.left + share * inner.width}px` : '50%' });
        if (!tells || performance.now() - toldAt < TOLD_MS) return;
        toldAt = performance.now();
        announce(t('moments.passed', { name: author.name, text }));
    };
    const update = () => {
        const { positionMs, isPlaying } = player;
        const now = passed.tick({ positionMs, atMs: performance.now(), isPlaying, rate: soundSettings.value.rate });
        show(showsMoments() ? now : undefined);
        clearTimeout(later);
        if (now && !isPlaying && !signal.aborted) later = setTimeout(update, PAUSED_MS);
    };
    followPlayed(player, { show: (moments) => passed.load(moments), leave: () => passed.reset() }, signal);
    for (const type of ['time', 'change']) player.addEventListener(type, update, { signal });
    return {
        place: (now) => {
            view = now;
        },
    };
}
