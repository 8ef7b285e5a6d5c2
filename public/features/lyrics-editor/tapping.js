// @ts-check
// Timing by taps: playback buttons, and a large tap button that names the word or line to time next.

import { delegate, find, setText } from '../../core/dom.js';
import { everyFrame } from '../../core/frames.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { wordsOf } from './model.js';
import { timeText } from './time.js';

const BACK_MS = 3000;

/** @param {HTMLElement} host @param {import('./editor.js').Editor} editor @param {AbortSignal} signal */
export function mountTapping(host, editor, signal) {
    const choice = (/** @type {string} */ value, /** @type {boolean} */ on) =>
        html`<button type="button" class="segment" data-precision="${value}" aria-pressed="${String(on)}"
            data-testid="tap-${value}">${t(`lyricsEditor.tap.${value}`)}</button>`;
    render(
        host,
        html`<div class="edit-transport">
        <button type="button" class="button" data-toggle data-testid="edit-play"></button>
        <button type="button" class="icon-button" data-rewind aria-label="${t('lyricsEditor.rewind')}"
            title="${t('lyricsEditor.rewind')}">${icons.back}</button>
        <span class="edit-clock" data-clock>0:00.00</span>
        <div class="segments" role="group" aria-label="${t('lyricsEditor.tap.what')}">${choice('lines', true)}${choice(
            'words',
            false,
        )}</div></div>
        <button type="button" class="edit-tap" data-tap data-testid="edit-tap" aria-describedby="edit-tap-keys">
            <span class="edit-tap-name">${t('lyricsEditor.tap.now')}</span>
            <span class="edit-tap-text" data-next dir="auto"></span></button>
        <p class="field-hint" id="edit-tap-keys">${t('lyricsEditor.tap.keys')}</p>`,
    );
    const encoder = new TextEncoder();
    const decoder = new TextDecoder();
    const next = () => {
        const one = editor.doc.lines[editor.aim.line];
        if (!one) return t('lyricsEditor.tap.end');
        if (!editor.words) return one.text;
        const word = wordsOf(one.text)[editor.aim.word];
        return word ? decoder.decode(encoder.encode(one.text).subarray(word.byteStart, word.byteEnd)) : one.text;
    };
    const update = () => {
        setText(find(host, '[data-next]'), next());
        for (const button of host.querySelectorAll('[data-precision]')) {
            const { precision } = /** @type {HTMLElement} */ (button).dataset;
            button.setAttribute('aria-pressed', String((precision === 'words') === editor.words));
        }
    };
    let played = '';
    const follow = () => {
        setText(find(host, '[data-clock]'), timeText(editor.positionMs));
        const state = editor.isPlaying ? 'pause' : 'play';
        if (state === played) return;
        played = state;
        render(
            find(host, '[data-toggle]'),
            html`${icons[state]}<span>${t(state === 'pause' ? 'player.pause' : 'player.play')}</span>`,
        );
    };
    delegate(host, 'click', '[data-toggle]', () => editor.togglePlay(), signal);
    delegate(host, 'click', '[data-rewind]', () => editor.seekBy(-BACK_MS), signal);
    const choose = (/** @type {HTMLElement} */ button) => editor.setWords(button.dataset.precision === 'words');
    delegate(host, 'click', '[data-precision]', choose, signal);
    // The time is taken when the finger or the key goes down.
    delegate(host, 'pointerdown', '[data-tap]', (button, event) => {
        event.preventDefault();
        button.focus();
        editor.tap();
    }, signal);
    delegate(host, 'keydown', '[data-tap]', (_, raw) => {
        const event = /** @type {KeyboardEvent} */ (raw);
        const run = {
            ' ': () => editor.tap(),
            Enter: () => editor.tap(),
            Backspace: () => editor.aimBack(),
            ArrowLeft: () => editor.seekBy(-BACK_MS),
            ArrowRight: () => editor.seekBy(BACK_MS),
            p: () => editor.togglePlay(),
        }[event.key];
        if (!run || event.ctrlKey || event.metaKey || event.altKey) return;
        event.preventDefault();
        event.stopPropagation();
        if (!event.repeat) run();
    }, signal);
    // Prevents the click that the browser would send when the space bar goes up.
    delegate(host, 'keyup', '[data-tap]', (_, event) => {
        if (/** @type {KeyboardEvent} */ (event).key === ' ') event.preventDefault();
    }, signal);
    everyFrame(() => editor.isPlaying, follow, signal);
    update();
    return { update };
}
