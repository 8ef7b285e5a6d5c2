// @ts-check
// Waveforms and analyses of tracks. Each is requested once, and again if its track was waiting for its analysis.

import { api, ApiError, isAbort } from './api.js';
import { live } from './events.js';
import { trackPath } from './links.js';

/** @typedef {{ pointMs: number, peaks: number[], bodies: number[] }} Waveform each value 0...255 */
/**
 * @typedef {object} Analysis
 * @property {{ bpm: number, confidence: number } | null} [tempo]
 * @property {{ tonic: string, mode: string, confidence: number } | null} [key]
 * @property {number | null} [energy]
 * @property {number[]} beats in milliseconds
 * @property {[ms: number, strength: number, band: number][]} hardPoints
 */

/** Enough for a few songs back and ahead; each is some ten kilobytes. */
const STORED = 24;

/** @type {Map<string, Promise<any>>} */
const known = new Map();

/**
 * @param {string} path @param {Record<string, string>} [query]
 * @returns {Promise<any>}
 */
function once(path, query) {
    const name = path + JSON.stringify(query ?? {});
    const found = known.get(name) ?? api.get(path, { query, quiet: true });
    known.delete(name);
    known.set(name, found);
    if (known.size > STORED) known.delete(/** @type {string} */ (known.keys().next().value));
    found.catch(() => known.get(name) === found && known.delete(name));
    return found;
}

/**
 * @param {string} id of a track @param {'overview'|'detail'} [zoom]
 * @returns {Promise<Waveform>}
 */
export const waveformOf = (id, zoom = 'overview') =>
    once(`${trackPath(id)}/waveform`, zoom === 'overview' ? undefined : { zoom });

/** @param {string} id of a track @returns {Promise<Analysis>} */
export const analysisOf = (id) => once(`${trackPath(id)}/analysis`);

/**
 * Passes a track's data to `use` as soon as it is available.
 * @template T
 * @param {() => Promise<T>} ask @param {(found: T) => void} use
 * @param {AbortSignal} signal ends the waiting
 */
export async function whenAnalyzed(ask, use, signal) {
    try {
        const found = await ask();
        if (!signal.aborted) use(found);
    } catch (error) {
        if (isAbort(error) || signal.aborted) return;
        if (!(error instanceof ApiError) || error.reason !== 'analysis_pending') return;
        const waiting = new AbortController();
        signal.addEventListener('abort', () => waiting.abort(), { once: true });
        live.on(
            'changes',
            ({ sources }) => {
                if (!sources.includes('analysis')) return;
                waiting.abort();
                void whenAnalyzed(ask, use, signal);
            },
            waiting.signal,
        );
    }
}
