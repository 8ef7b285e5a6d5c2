// @ts-check
// The stage's sound sheet: the sleep timer, a repeated passage, and the sound settings.

import { delegate, find, setText } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { passageRepeat, player, sleepTimer } from '../../player/index.js';
import { soundSettings } from '../../player/sound-settings.js';
import { bindSoundControls, soundControls } from './controls.js';
import { bindPassages, passageList } from './passage-list.js';

const MINUTES = [5, 10, 15, 30, 45, 60, 90];

export const soundButton = () =>
    html`<button type="button" class="icon-button stage-sound" data-sound-sheet aria-haspopup="dialog"
        aria-label="${t('audio.title')}" title="${t('audio.title')}"
        data-testid="stage-sound">${icons.settings}<span class="stage-sound-state" data-sound-state></span></button>`;

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindSoundButton(root, signal) {
    delegate(root, 'click', '[data-sound-sheet]', openSoundSheet, signal);
    const update = () => {
        const { rate } = soundSettings.value;
        const left = sleepTimer.sleep && sleepText();
        setText(find(root, '[data-sound-state]'), left || (rate === 1 ? '' : `${rate}×`));
    };
    for (const source of [sleepTimer, soundSettings]) source.addEventListener('change', update, { signal });
    player.addEventListener('time', update, { signal });
    update();
}

/** The time until playback stops. */
function sleepText() {
    const { leftMs, sleep } = sleepTimer;
    if (leftMs !== undefined) return clock(Math.ceil(leftMs / 1000) * 1000);
    return sleep?.kind === 'queue' ? t('audio.sleepQueueShort') : '';
}

export function openSoundSheet() {
    const { dialog, closed } = openDialog({
        title: t('audio.title'),
        testid: 'sound-sheet',
        wide: true,
        body: html`<div class="dialog-body sound-sheet">
            <section class="sound-part" aria-labelledby="sound-sleep"><h3 id="sound-sleep">${t('audio.sleep')}</h3>
                <div class="sound-choices" data-sleep></div></section>
            <section class="sound-part" aria-labelledby="sound-passage"><h3 id="sound-passage">${t(
                'audio.passage',
            )}</h3><div data-passage></div></section>
            <section class="sound-part" aria-labelledby="sound-device"><h3 id="sound-device">${t(
                'audio.device',
            )}</h3>${soundControls()}</section>
        </div>`,
    });
    const ended = new AbortController();
    const { signal } = ended;
    void closed.then(() => ended.abort());
    bindSoundControls(dialog, signal);
    bindSleep(find(dialog, '[data-sleep]'), signal);
    const host = find(dialog, '[data-passage]');
    const show = () => render(host, passageList(player.current, true));
    bindPassages(host, () => player.current, show, signal);
    let shown = '';
    const follow = () => {
        const now = `${player.current?.id} ${passageRepeat.fromMs} ${passageRepeat.passage?.toMs}`;
        if (now === shown) return;
        shown = now;
        show();
    };
    passageRepeat.addEventListener('change', follow, { signal });
    player.addEventListener('queue', follow, { signal });
    follow();
    /** @type {HTMLElement | null} */ (dialog.querySelector('[data-sleep] [aria-pressed=true]'))?.focus();
}

/** @param {HTMLElement} host @param {AbortSignal} signal */
function bindSleep(host, signal) {
    const choices = /** @type {[string, string][]} */ ([
        ['', t('audio.off')],
        ...MINUTES.map((count) => [String(count), t('audio.minutes', { count })]),
        ['track', t('audio.sleepTrack')],
        ['queue', t('audio.sleepQueue')],
    ]);
    const show = () => {
        const { sleep } = sleepTimer;
        const now = sleep?.kind === 'minutes' ? String(sleep.minutes) : (sleep?.kind ?? '');
        if (!host.firstChild)
            render(
                host,
                html`${choices.map(
                    ([value, text]) =>
                        html`<button type="button" class="sound-choice" data-minutes="${value}" data-testid="sleep-${
                            value || 'off'
                        }">${text}</button>`,
                )}<p class="field-hint" data-sleep-left></p>`,
            );
        for (const button of host.querySelectorAll('[data-minutes]'))
            button.setAttribute('aria-pressed', String(/** @type {HTMLElement} */ (button).dataset.minutes === now));
        const { leftMs } = sleepTimer;
        const time = leftMs === undefined ? '' : clock(Math.ceil(leftMs / 1000) * 1000);
        setText(find(host, '[data-sleep-left]'), sleep && time ? t('audio.sleepLeft', { time }) : t('audio.sleepHint'));
    };
    delegate(
        host,
        'click',
        '[data-minutes]',
        (button) => {
            const chosen = button.dataset.minutes ?? '';
            if (chosen === '') sleepTimer.set(undefined);
            else if (chosen === 'track' || chosen === 'queue') sleepTimer.set({ kind: chosen });
            else sleepTimer.setMinutes(Number(chosen));
        },
        signal,
    );
    sleepTimer.addEventListener('change', show, { signal });
    player.addEventListener('time', show, { signal });
    show();
}
