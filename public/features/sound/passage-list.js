// @ts-check
// The repeated passage and the named passages of a track, with buttons to play, share and save them.

import { delegate } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { passageRepeat, player } from '../../player/index.js';
import { passagePath } from '../../player/passage.js';
import { playFrom } from '../../player/play-from.js';
import { forgetPassage, keepPassage, passagesOf } from './passages.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/passage.js').Passage} Passage */

/** @param {Passage} passage */
const times = ({ fromMs, toMs }) =>
    html`<span aria-hidden="true">${clock(fromMs)}–${clock(toMs)}</span><span class="visually-hidden">${t(
        'audio.passageTimes',
        { from: spokenTime(fromMs, currentLocale()), to: spokenTime(toMs, currentLocale()) },
    )}</span>`;

/** @param {Passage} passage @param {boolean} isKept */
function row(passage, isKept) {
    const name = passage.name ?? t('audio.passageUnnamed');
    const button = (/** @type {string} */ does, /** @type {string} */ label, /** @type {unknown} */ icon) =>
        html`<button type="button" class="icon-button" data-does="${does}" aria-label="${label}"
            title="${label}">${icon}</button>`;
    return html`<li class="passage" data-from="${passage.fromMs}" data-to="${passage.toMs}"
        data-name="${passage.name ?? ''}" data-testid="passage">
        ${button('play', t('audio.passagePlay', { name }), icons.play)}
        <span class="passage-text"><span dir="auto">${name}</span><span class="passage-times">${times(
            passage,
        )}</span></span>
        ${button('share', t('audio.passageShare', { name }), icons.link)}
        ${
            isKept
                ? button('forget', t('audio.passageForget', { name }), icons.trash)
                : passage.name && button('keep', t('audio.passageKeep', { name }), icons.bookmark)
        }
    </li>`;
}

/** The button that sets the points A and B, and the passage between them. */
function repeat() {
    const { fromMs, passage } = passageRepeat;
    const label = passage
        ? t('audio.passageEnd')
        : fromMs === undefined
          ? t('audio.passageFrom')
          : t('audio.passageTo', { from: clock(fromMs) });
    return html`<div class="passage-repeat"><button type="button" class="button" data-does="step"
            data-testid="passage-step">${icons.repeat}${label}</button>${
                passage && html`<span class="passage-times" data-testid="passage-times">${times(passage)}</span>`
            }</div>
        ${
            passage &&
            html`<div class="passage-keep"><input type="text" maxlength="80" data-passage-name
                value="${passage.name ?? ''}" aria-label="${t('audio.passageName')}"
                placeholder="${t('audio.passageName')}" autocomplete="off" data-testid="passage-name"><button
                type="button" class="button" data-does="keep-this" data-testid="passage-keep">${t(
                    'audio.keepPreset',
                )}</button><button type="button" class="button" data-does="share-this"
                data-testid="passage-share">${icons.link}${t('audio.copyLink')}</button></div>`
        }`;
}

/**
 * @param {TrackItem | undefined} track @param {boolean} isPlaying shows the button that sets a passage
 * @param {Passage} [linked] the passage in the address
 */
export function passageList(track, isPlaying, linked) {
    if (!track) return html`<p class="field-hint">${t('audio.passageNothing')}</p>`;
    const kept = passagesOf(track.id);
    const isKept = kept.some(({ fromMs, toMs }) => fromMs === linked?.fromMs && toMs === linked.toMs);
    const rows = [...(linked && !isKept ? [row(linked, false)] : []), ...kept.map((passage) => row(passage, true))];
    return html`${isPlaying && repeat()}${rows.length > 0 && html`<ul class="passages">${rows}</ul>`}`;
}

/**
 * @param {HTMLElement} host @param {() => TrackItem | undefined} trackOf @param {() => void} show redraws the list
 * @param {AbortSignal} signal
 */
export function bindPassages(host, trackOf, show, signal) {
    const share = async (/** @type {TrackItem} */ track, /** @type {Passage} */ passage) => {
        try {
            await navigator.clipboard.writeText(location.origin + passagePath(trackPath(track.id), passage));
            toast(t('actions.copied'));
        } catch {
            toast(t('audio.passageNoCopy'), { kind: 'error' });
        }
    };
    const name = () => /** @type {HTMLInputElement | null} */ (host.querySelector('[data-passage-name]'));
    const act = (/** @type {string} */ does, /** @type {TrackItem} */ track, /** @type {Passage} */ passage) => {
        if (does === 'step') return passageRepeat.step();
        if (does === 'share') return void share(track, passage);
        if (does === 'play') {
            playFrom(track, passage.fromMs);
            return passageRepeat.set(passage);
        }
        if (does === 'keep') keepPassage(track.id, passage);
        else if (does === 'forget') forgetPassage(track.id, passage.name ?? '');
        show();
    };
    delegate(
        host,
        'click',
        '[data-does]',
        (button) => {
            const track = trackOf();
            const does = button.dataset.does ?? '';
            if (!track) return;
            if (!does.endsWith('-this')) {
                const { from, to, name: called } = button.closest('li')?.dataset ?? {};
                return act(does, track, { fromMs: Number(from), toMs: Number(to), ...(called && { name: called }) });
            }
            const { passage } = passageRepeat;
            const called = name()?.value.trim();
            if (!passage || track.id !== player.current?.id) return;
            if (does === 'share-this') return void share(track, { ...passage, ...(called && { name: called }) });
            if (!called) return name()?.focus();
            keepPassage(track.id, { ...passage, name: called });
            show();
        },
        signal,
    );
}
