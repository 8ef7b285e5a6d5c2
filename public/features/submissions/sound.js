// @ts-check
// Analysis of a submission before the decision: the waveform, clipped places and silence.

import { api } from '../../core/api.js';
import { clock, length } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { joined, totalMs } from '../../elements/music/waveform-model.js';
import { submissionPath } from './model.js';

/** @typedef {import('../../elements/music/waveform-model.js').Waveform} Waveform */
/** @typedef {import('../../elements/music/waveform-model.js').Range} Range */
/** @typedef {{ waveform: Waveform, clipped: Range[], silent: Range[] }} Sound */

/** Most places listed one by one. */
const MOST = 4;
/** Clipped places closer than this are counted as one. */
const NEAR_MS = 1000;
/** Number of cached analyses. */
const CACHED = 200;

/** @type {Map<string, Promise<Sound>>} */
const known = new Map();

/**
 * Rejects for a file that is not analyzed yet.
 * @param {string} id of a submission @returns {Promise<Sound>}
 */
export function soundOf(id) {
    const found = known.get(id) ?? load(id);
    known.delete(id);
    known.set(id, found);
    if (known.size > CACHED) known.delete(/** @type {string} */ (known.keys().next().value));
    // A pending analysis is requested again with the next drawing.
    found.catch(() => known.delete(id));
    return found;
}

/** @param {string} id @returns {Promise<Sound>} */
async function load(id) {
    const path = submissionPath(id);
    /** @type {Partial<Sound>} */
    const { clipped = [], silent = [] } = await api.get(`${path}/analysis`);
    const waveform = await api.get(`${path}/waveform`, { query: { zoom: 'overview' } });
    return { waveform, clipped, silent };
}

/**
 * Lists places: `0:42, 1:10 and 2 more`.
 * @param {readonly Range[]} ranges
 * @param {(range: Range) => string} name
 */
function places(ranges, name) {
    const named = ranges.slice(0, MOST).map(name).join(', ');
    return ranges.length > MOST ? `${named} ${t('sound.more', { count: ranges.length - MOST })}` : named;
}

/**
 * Audible clipping and silence, in words.
 * @param {Sound} sound
 */
export function soundWords({ clipped, silent }) {
    const loud = joined(clipped, NEAR_MS);
    if (loud.length + silent.length === 0) return html`<p class="wish-line">${t('sound.clean')}</p>`;
    return html`${
        loud.length > 0 &&
        html`<p class="wish-line sound-line"><i class="sound-mark is-clipped"></i>${t('sound.clipped', {
            count: loud.length,
            places: places(loud, ([from]) => clock(from)),
        })}</p>`
    }${
        silent.length > 0 &&
        html`<p class="wish-line sound-line"><i class="sound-mark is-silent"></i>${t('sound.silent', {
            count: silent.length,
            length: length(totalMs(silent), currentLocale()),
            places: places(silent, ([from, to]) => `${clock(from)}–${clock(to)}`),
        })}</p>`
    }`;
}
