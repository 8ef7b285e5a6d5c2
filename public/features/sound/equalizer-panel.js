// @ts-check
// The equalizer: ten sliders, presets, and the user's own presets.

import { delegate, find, setText } from '../../core/dom.js';
import { number } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { BANDS, MOST, PRESETS, presetOf } from '../../player/equalizer.js';
import { MOST_PRESETS, soundSettings } from '../../player/sound-settings.js';

const OWN = 'own:';

/** @param {number} frequency Hz */
const bandName = (frequency) => (frequency < 1000 ? String(frequency) : `${frequency / 1000}k`);

/** @param {number} gain dB */
const gainText = (gain) =>
    `${new Intl.NumberFormat(currentLocale(), { signDisplay: 'exceptZero' }).format(gain)} dB`;

/** @param {boolean} isPossible */
export function equalizer(isPossible) {
    return html`<fieldset class="equalizer" data-testid="equalizer" ${attribute('disabled', !isPossible)}>
        <legend class="visually-hidden">${t('audio.equalizer')}</legend>
        <div class="equalizer-head"><label for="equalizer-preset">${t('audio.equalizer')}</label>
            <select id="equalizer-preset" data-preset data-testid="equalizer-preset"></select>
            <button type="button" class="icon-button" data-forget-preset hidden aria-label="${t('audio.forgetPreset')}"
                title="${t('audio.forgetPreset')}" data-testid="preset-forget">${icons.trash}</button>
        </div>
        <div class="equalizer-bands">${BANDS.map(
            (frequency, place) =>
                html`<label class="equalizer-band"><output data-gain="${place}"></output><input type="range"
                min="${-MOST}" max="${MOST}" step="1" data-band="${place}" data-testid="band-${frequency}"
                aria-label="${t('audio.band', { frequency: number(frequency, currentLocale()) })}"><span
                aria-hidden="true">${bandName(frequency)}</span></label>`,
        )}</div>
        <div class="equalizer-keep" data-keep hidden><input type="text" maxlength="40" data-preset-name
            aria-label="${t('audio.presetName')}" placeholder="${t('audio.presetName')}" autocomplete="off"
            data-testid="preset-name"><button type="button" class="button" data-keep-preset
            data-testid="preset-keep">${t('audio.keepPreset')}</button></div>
    </fieldset>`;
}

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindEqualizer(root, signal) {
    const input = (/** @type {Element} */ element) => /** @type {HTMLInputElement} */ (element);
    const name = input(find(root, '[data-preset-name]'));
    delegate(
        root,
        'input',
        '[data-band]',
        (band) =>
            soundSettings.set({
                bands: soundSettings.value.bands.map((gain, place) =>
                    place === Number(band.dataset.band) ? Number(input(band).value) : gain,
                ),
            }),
        signal,
    );
    delegate(
        root,
        'change',
        '[data-preset]',
        (choice) => {
            const { value } = input(choice);
            const own = soundSettings.value.presets.find((preset) => OWN + preset.name === value);
            const bands = own?.bands ?? PRESETS[value];
            if (bands) soundSettings.set({ bands: [...bands] });
        },
        signal,
    );
    const keep = () => {
        const called = name.value.trim();
        if (!called) return name.focus();
        const { presets, bands } = soundSettings.value;
        const others = presets.filter((preset) => preset.name !== called);
        name.value = '';
        soundSettings.set({ presets: [...others, { name: called, bands: [...bands] }].slice(-MOST_PRESETS) });
        find(root, '[data-preset]').focus();
    };
    delegate(root, 'click', '[data-keep-preset]', keep, signal);
    delegate(
        root,
        'keydown',
        '[data-preset-name]',
        (_, event) => {
            if (/** @type {KeyboardEvent} */ (event).key !== 'Enter') return;
            event.preventDefault();
            keep();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-forget-preset]',
        () => {
            const { presets, bands } = soundSettings.value;
            soundSettings.set({ presets: presets.filter((preset) => !isSame(preset.bands, bands)) });
            find(root, '[data-preset]').focus();
        },
        signal,
    );
    const update = () => show(root);
    soundSettings.addEventListener('change', update, { signal });
    update();
}

/** @param {readonly number[]} one @param {readonly number[]} other */
const isSame = (one, other) => one.every((gain, place) => gain === other[place]);

/** @param {HTMLElement} root */
function show(root) {
    const { bands, presets } = soundSettings.value;
    const own = presets.find((preset) => isSame(preset.bands, bands));
    const preset = own ? OWN + own.name : (presetOf(bands) ?? '');
    for (const [place, gain] of bands.entries()) {
        const band = /** @type {HTMLInputElement} */ (find(root, `[data-band="${place}"]`));
        if (Number(band.value) !== gain) band.value = String(gain);
        band.setAttribute('aria-valuetext', gainText(gain));
        setText(find(root, `[data-gain="${place}"]`), gain > 0 ? `+${gain}` : String(gain).replace('-', '−'));
    }
    const options = [
        ...Object.keys(PRESETS).map((one) => [one, t(`audio.presets.${one}`)]),
        ...presets.map((one) => [OWN + one.name, one.name]),
        ...(preset ? [] : [['', t('audio.unnamed')]]),
    ];
    render(
        find(root, '[data-preset]'),
        html`${options.map(
            ([value, text]) =>
                html`<option value="${value}" ${attribute('selected', value === preset)}>${text}</option>`,
        )}`,
    );
    find(root, '[data-forget-preset]').hidden = !own;
    find(root, '[data-keep]').hidden = preset !== '';
}
