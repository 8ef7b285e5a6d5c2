// @ts-check
// The sound settings of this device, stored in the browser.

import { preferences } from '../core/preferences.js';
import { BANDS, MOST } from './equalizer.js';
import { LEVELLINGS } from './levelling.js';

/** @typedef {{ name: string, bands: number[] }} OwnPreset */
/**
 * @typedef {object} SoundSettings
 * @property {import('./levelling.js').Levelling} levelling
 * @property {number} crossfade seconds, up to 12
 * @property {number[]} bands of the equalizer, in dB
 * @property {OwnPreset[]} presets the user's own
 * @property {boolean} mono
 * @property {number} balance from -1, left, to 1
 * @property {number} rate from 0.5 to 3
 * @property {boolean} skipsSilence
 */

export const LONGEST_CROSSFADE = 12;
export const RATES = /** @type {const} */ ({ least: 0.5, most: 3, step: 0.05 });
export const MOST_PRESETS = 20;

/** @type {Readonly<SoundSettings>} */
export const DEFAULTS = Object.freeze({
    levelling: 'auto',
    crossfade: 0,
    bands: BANDS.map(() => 0),
    presets: [],
    mono: false,
    balance: 0,
    rate: 1,
    skipsSilence: false,
});

/**
 * Reads stored settings. Invalid values become defaults.
 * @param {any} stored
 * @returns {SoundSettings}
 */
export function readSettings(stored) {
    const from = stored && typeof stored === 'object' ? stored : {};
    /** @param {unknown} value @param {number} least @param {number} most */
    const number = (value, least, most, fallback = 0) =>
        typeof value === 'number' && value >= least && value <= most ? value : fallback;
    const bands = (/** @type {unknown} */ value) =>
        Array.isArray(value) && value.length === BANDS.length
            ? value.map((gain) => number(gain, -MOST, MOST))
            : [...DEFAULTS.bands];
    return {
        levelling: LEVELLINGS.includes(from.levelling) ? from.levelling : DEFAULTS.levelling,
        crossfade: number(from.crossfade, 0, LONGEST_CROSSFADE),
        bands: bands(from.bands),
        presets: (Array.isArray(from.presets) ? from.presets : [])
            .filter((/** @type {any} */ one) => typeof one?.name === 'string' && one.name.trim() !== '')
            .slice(0, MOST_PRESETS)
            .map((/** @type {any} */ one) => ({ name: one.name.trim().slice(0, 40), bands: bands(one.bands) })),
        mono: from.mono === true,
        balance: number(from.balance, -1, 1),
        rate: number(from.rate, RATES.least, RATES.most, 1),
        skipsSilence: from.skipsSilence === true,
    };
}

/** Dispatches `change`. */
class SoundSettingsStore extends EventTarget {
    value = readSettings(preferences.get('sound', {}));

    /** Resets all settings except the user's presets. */
    reset() {
        this.set({ ...DEFAULTS, presets: this.value.presets });
    }

    /** @param {Partial<SoundSettings>} changes */
    set(changes) {
        this.value = readSettings({ ...this.value, ...changes });
        preferences.set({ sound: this.value });
        this.dispatchEvent(new Event('change'));
    }
}

export const soundSettings = new SoundSettingsStore();
