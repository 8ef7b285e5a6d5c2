// @ts-check
// A track's analysis: tempo, key, loudness, energy and waveform.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { percent, spokenTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { pausing } from '../../core/throttle.js';
import { tonicName } from '../../elements/music/key-name.js';
import { drawWaveform, waveformCanvas } from '../../elements/music/waveform.js';
import { mountTrackMarks } from '../moments/track.js';

/**
 * @typedef {object} Analysis
 * @property {{ bpm: number, confidence: number } | null} [tempo]
 * @property {{ tonic: string, mode: string, confidence: number } | null} [key]
 * @property {{ integratedLUFS?: number | null, rangeLU?: number | null, truePeakDBTP?: number | null } | null}
 *   [loudness]
 * @property {number | null} [energy]
 */
/** @typedef {import('../../elements/music/waveform.js').Waveform} Waveform */

/** Below this confidence a tempo is "about" and a key "probably". */
const SURE = 0.5;

/** Interval between requests for a pending analysis. */
const LOOK_MS = 10_000;

/**
 * Fills and shows `host` after the track is analyzed.
 * @param {HTMLElement} host
 * @param {import('../../core/types.js').Track} track
 * @param {AbortSignal} signal
 */
export function mountSound(host, track, signal) {
    // The page works without it.
    const look = () => showSound(host, track, signal).catch(() => {});
    const again = pausing(async () => host.hidden && look(), signal, { pauseMs: LOOK_MS });
    live.on('changes', ({ sources }) => host.hidden && sources.includes('analysis') && again.soon(), signal);
    void look();
}

/** @param {HTMLElement} host @param {import('../../core/types.js').Track} track @param {AbortSignal} signal */
async function showSound(host, track, signal) {
    const path = trackPath(track.id);
    /** @type {Analysis} */
    const analysis = await api.get(`${path}/analysis`, { signal });
    /** @type {Waveform | undefined} */
    const waveform = await api.get(`${path}/waveform`, { query: { zoom: 'overview' }, signal }).catch(() => undefined);
    if (signal.aborted) return;
    const locale = currentLocale();
    const label = t('sound.waveform', { duration: spokenTime(track.durationMs, locale) });
    render(
        host,
        html`<h2 id="track-sound">${t('sound.title')}</h2>
        ${waveform && html`<div data-marks></div>${waveformCanvas(label)}`}
        <dl class="sound-facts" data-testid="track-sound">${soundFacts(analysis, locale).map(
            ([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`,
        )}</dl>`,
    );
    host.hidden = false;
    if (!waveform) return;
    drawWaveform(find(host, '[data-waveform]'), { waveform, signal });
    mountTrackMarks(find(host, '[data-marks]'), track, signal);
}

/** @param {Analysis} analysis @param {string} locale @returns {[string, string][]} the known facts */
function soundFacts({ tempo, key, loudness, energy }, locale) {
    const number = (/** @type {number} */ value, /** @type {Intl.NumberFormatOptions} */ options = {}) =>
        new Intl.NumberFormat(locale, { maximumFractionDigits: 1, ...options }).format(value);
    const bpm = tempo && t('sound.bpm', { value: number(tempo.bpm) });
    const name = key && t('sound.keyOf', { tonic: tonicName(key, locale), mode: t(`sound.modes.${key.mode}`) });
    const { integratedLUFS, rangeLU, truePeakDBTP } = loudness ?? {};
    const facts = /** @type {[string, string | null | undefined | false][]} */ ([
        [t('sound.tempo'), bpm && (tempo.confidence < SURE ? t('sound.about', { value: bpm }) : bpm)],
        [t('sound.key'), name && (key.confidence < SURE ? t('sound.probably', { value: name }) : name)],
        [t('sound.loudness'), isNumber(integratedLUFS) && `${number(integratedLUFS)} LUFS`],
        [t('sound.range'), isNumber(rangeLU) && `${number(rangeLU)} LU`],
        [t('sound.peak'), isNumber(truePeakDBTP) && `${number(truePeakDBTP, { signDisplay: 'exceptZero' })} dBTP`],
        [t('sound.energy'), isNumber(energy) && percent(energy, locale)],
    ]);
    return /** @type {[string, string][]} */ (facts.filter(([, value]) => value));
}

/** @param {unknown} value @returns {value is number} */
const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);
