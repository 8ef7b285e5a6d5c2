// @ts-check
// The round button and its texts, from the first tap to the comparison.

import { announce } from '../../core/announce.js';
import { find, setText } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons, spinner } from '../../elements/icons.js';
import { drawRing } from './ring.js';

/** @typedef {'idle'|'asking'|'listening'|'comparing'} Phase */

/** Silence on the meter's scale, and its duration before a notice. */
const SILENCE = 0.1;
const SILENT_MS = 2500;
/** Time after which the hint asks for patience. */
const LONG_MS = 9000;
const TICK_MS = 200;

export const stage = () =>
    html`<section class="listen-stage" data-stage data-phase="idle" data-testid="listen-stage">
        <div class="listen-ring"><canvas data-ring aria-hidden="true"></canvas><button type="button"
            class="listen-round" data-round data-testid="listen"><span data-face
            aria-hidden="true"></span></button></div>
        <div class="listen-words"><p class="listen-status" data-status></p>
            <p class="listen-hint" data-hint></p></div>
        <div class="listen-foot"><button type="button" class="button is-large" data-cancel hidden
            data-testid="listen-cancel">${t('actions.cancel')}</button></div>
    </section>`;

/** @param {HTMLElement} root */
export function bindStage(root) {
    const host = find(root, '[data-stage]');
    const round = find(root, '[data-round]');
    const face = find(root, '[data-face]');
    const canvas = /** @type {HTMLCanvasElement} */ (find(root, '[data-ring]'));
    /** A note on the last attempt, until the next one. */
    let note = '';

    /** @param {Phase} phase @param {unknown} look @param {{ label: string, status: string, hint: string }} words */
    const turn = (phase, look, { label, status, hint }) => {
        host.hidden = false;
        host.dataset.phase = phase;
        render(face, html`${look}`);
        round.setAttribute('aria-label', label);
        setText(find(root, '[data-status]'), status);
        setText(find(root, '[data-hint]'), hint);
        find(root, '[data-cancel]').hidden = phase === 'idle';
    };

    return {
        hide() {
            host.hidden = true;
        },
        focus() {
            round.focus({ preventScroll: true });
        },
        idle() {
            turn('idle', icons.microphone, {
                label: t('recognition.start'),
                status: t('recognition.start'),
                hint: t('recognition.startHint'),
            });
        },
        asking() {
            turn('asking', icons.microphone, {
                label: t('recognition.stop'),
                status: t('recognition.asking'),
                hint: t('recognition.askingHint'),
            });
        },
        comparing() {
            turn('comparing', spinner, {
                label: t('recognition.stop'),
                status: t('recognition.comparing'),
                hint: '',
            });
            announce(t('recognition.comparing'));
        },
        /** @param {'offline'|'busy'|undefined} kind of a failed attempt, while the next one is pending */
        passed(kind) {
            note = kind ? t(`recognition.passed.${kind}`) : '';
        },
        /** @param {import('./recorder.js').Microphone} microphone @param {AbortSignal} signal */
        listening(microphone, signal) {
            note = '';
            turn('listening', html`<span class="listen-seconds" data-seconds data-testid="listen-seconds"></span>`, {
                label: t('recognition.stop'),
                status: t('recognition.listening'),
                hint: t('recognition.listeningHint'),
            });
            announce(t('recognition.listening'));
            drawRing(canvas, microphone, round.offsetWidth / 2, signal);
            const seconds = find(root, '[data-seconds]');
            const format = new Intl.NumberFormat(currentLocale(), {
                style: 'unit',
                unit: 'second',
                unitDisplay: 'narrow',
            });
            let heardAt = performance.now();
            let isSilent = false;
            const tick = () => {
                const elapsed = microphone.elapsedMs;
                setText(seconds, format.format(Math.floor(elapsed / 1000)));
                const now = performance.now();
                if (microphone.level() > SILENCE || !microphone.isMetered()) heardAt = now;
                const wasSilent = isSilent;
                isSilent = now - heardAt > SILENT_MS;
                if (isSilent && !wasSilent) announce(t('recognition.weak'));
                setText(find(root, '[data-status]'), t(`recognition.${elapsed > LONG_MS ? 'still' : 'listening'}`));
                setText(
                    find(root, '[data-hint]'),
                    isSilent ? t('recognition.weak') : note || t('recognition.listeningHint'),
                );
            };
            const timer = setInterval(tick, TICK_MS);
            signal.addEventListener('abort', () => clearInterval(timer), { once: true });
            tick();
        },
    };
}
