// @ts-check
// Controls of this device's sound: levels, crossfade, speed and balance. In the settings and on the stage's sheet.

import { delegate, find, setText, style } from '../../core/dom.js';
import { number, percent } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { select } from '../../elements/forms/form.js';
import { hasSoundGraph } from '../../player/index.js';
import { LEVELLINGS } from '../../player/levelling.js';
import { LONGEST_CROSSFADE, RATES, soundSettings } from '../../player/sound-settings.js';
import { bindEqualizer, equalizer } from './equalizer-panel.js';

/** @typedef {import('../../player/sound-settings.js').SoundSettings} SoundSettings */

/**
 * The sliders by setting.
 * @type {Record<'rate' | 'crossfade' | 'balance', { min: number, max: number, step: number, needsGraph: boolean,
 *   text: (value: number) => string }>}
 */
const SLIDERS = {
    rate: {
        min: RATES.least,
        max: RATES.most,
        step: RATES.step,
        needsGraph: false,
        text: (value) => `${number(Math.round(value * 100) / 100, currentLocale())}×`,
    },
    crossfade: {
        min: 0,
        max: LONGEST_CROSSFADE,
        step: 1,
        needsGraph: true,
        text: (value) => (value === 0 ? t('audio.off') : t('audio.seconds', { count: value })),
    },
    balance: {
        min: -1,
        max: 1,
        step: 0.05,
        needsGraph: true,
        text: (value) =>
            Math.abs(value) < 0.01
                ? t('audio.balanceCenter')
                : t(value < 0 ? 'audio.balanceLeft' : 'audio.balanceRight', {
                      value: percent(Math.abs(value), currentLocale()),
                  }),
    },
};
/** @typedef {keyof typeof SLIDERS} Slider */

/** @param {Slider} name */
function slider(name) {
    const { min, max, step, needsGraph } = SLIDERS[name];
    const id = `sound-${name}`;
    return html`<div class="sound-slider">
        <span class="sound-line"><label for="${id}">${t(`audio.${name}`)}</label><output for="${id}"
            data-value="${name}"></output></span>
        <input type="range" class="slider" id="${id}" min="${min}" max="${max}" step="${step}" data-slider="${name}"
            data-testid="sound-${name}" ${attribute('disabled', needsGraph && !hasSoundGraph())}>
        ${name === 'crossfade' && html`<p class="field-hint">${t('audio.crossfadeHint')}</p>`}
        ${name === 'rate' && html`<p class="field-hint">${t('audio.rateHint')}</p>`}
    </div>`;
}

/** @param {'mono' | 'skipsSilence'} name @param {string} hint @param {boolean} isPossible */
const toggle = (name, hint, isPossible) =>
    html`<div class="sound-toggle"><label class="switch"><input type="checkbox" role="switch" data-switch="${name}"
        data-testid="sound-${name}" ${attribute('disabled', !isPossible)}><span>${t(`audio.${name}`)}</span></label>
        <p class="field-hint">${hint}</p></div>`;

/** The controls, with a note on what this device does not support. */
export function soundControls() {
    const isPossible = hasSoundGraph();
    return html`${
        !isPossible && html`<p class="sound-note" data-testid="sound-impossible">${t('audio.impossible')}</p>`
    }
    <div class="sound-columns">
        <fieldset class="sound-group" ${attribute('disabled', !isPossible)}>${select({
            name: 'levelling',
            label: t('audio.levelling'),
            value: soundSettings.value.levelling,
            options: LEVELLINGS.map((one) => [one, t(`audio.levellings.${one}`)]),
            hint: t('audio.levellingHint'),
        })}</fieldset>
        ${slider('crossfade')}
        ${slider('rate')}
        ${toggle('skipsSilence', t('audio.skipsSilenceHint'), true)}
        ${slider('balance')}
        ${toggle('mono', t('audio.monoHint'), isPossible)}
    </div>
    ${equalizer(isPossible)}
    <p><button type="button" class="text-button" data-reset-sound data-testid="sound-reset">${t(
        'audio.reset',
    )}</button></p>`;
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindSoundControls(root, signal) {
    delegate(
        root,
        'input',
        '[data-slider]',
        (input) =>
            soundSettings.set({
                [String(input.dataset.slider)]: Number(/** @type {HTMLInputElement} */ (input).value),
            }),
        signal,
    );
    delegate(
        root,
        'change',
        '[data-switch]',
        (input) =>
            soundSettings.set({ [String(input.dataset.switch)]: /** @type {HTMLInputElement} */ (input).checked }),
        signal,
    );
    delegate(
        root,
        'change',
        '[name=levelling]',
        (input) =>
            soundSettings.set({
                levelling: /** @type {SoundSettings['levelling']} */ (/** @type {HTMLSelectElement} */ (input).value),
            }),
        signal,
    );
    delegate(root, 'click', '[data-reset-sound]', () => soundSettings.reset(), signal);
    bindEqualizer(root, signal);
    const update = () => show(root, soundSettings.value);
    soundSettings.addEventListener('change', update, { signal });
    update();
}

/** @param {HTMLElement} root @param {SoundSettings} settings */
function show(root, settings) {
    for (const [name, { min, max, text }] of /** @type {[Slider, typeof SLIDERS[Slider]][]} */ (
        Object.entries(SLIDERS)
    )) {
        const input = /** @type {HTMLInputElement} */ (find(root, `[data-slider=${name}]`));
        const value = settings[name];
        if (Number(input.value) !== value) input.value = String(value);
        input.setAttribute('aria-valuetext', text(value));
        style(input, { fill: `${((value - min) / (max - min)) * 100}%` });
        setText(find(root, `[data-value=${name}]`), text(value));
    }
    for (const name of /** @type {const} */ (['mono', 'skipsSilence']))
        /** @type {HTMLInputElement} */ (find(root, `[data-switch=${name}]`)).checked = settings[name];
    /** @type {HTMLSelectElement} */ (find(root, '[name=levelling]')).value = settings.levelling;
}
