// @ts-check
// Outcomes of a recognition and the next steps after each. Pure.

import { ApiError } from '../../core/api.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/**
 * A possible match of a recording. `positionMs` in the song is at the end of the analyzed part.
 * @typedef {{ track: TrackItem, positionMs: number, score: number, confidence: number }} Match
 */
/** @typedef {{ analyzed: number, total: number }} Coverage analyzed tracks of the library */
/**
 * @typedef {object} Reply
 * @property {'matched'|'unmatched'} outcome
 * @property {string | null} [id] of the history entry
 * @property {Match | null} [match]
 * @property {Match[]} [candidates]
 * @property {number} [heardMs]
 * @property {boolean} [isQuiet] the recording holds hardly any sound
 * @property {Coverage} [coverage]
 */
/** @typedef {import('./room-clock.js').Instant} Instant */
/** @typedef {{ bytes: Blob, durationMs: number, endedAt: Instant }} Sample the recording so far */

/**
 * `matched`: a song was found. `unmatched`: none was. `quiet`: the recording holds hardly any sound. Without a
 * microphone: `refused`, `absent`, `taken` by another program, `insecure` (no TLS), `unsupported` by the browser.
 * Without an answer: `offline`, `busy`, `unreadable` recording, `failed` otherwise.
 */
export const KINDS = /** @type {const} */ ([
    'matched',
    'unmatched',
    'quiet',
    'refused',
    'absent',
    'taken',
    'insecure',
    'unsupported',
    'offline',
    'busy',
    'unreadable',
    'failed',
]);
/** @typedef {(typeof KINDS)[number]} Kind */
/** @typedef {{ kind: Kind, reply?: Reply, sample?: Sample, error?: unknown }} Outcome */

/**
 * `again`: record again; `resend`: send the same recording; `wish`: open the wish form; `search`: search by name.
 * @typedef {'again'|'resend'|'wish'|'search'} Way
 */

/** @type {Record<Exclude<Kind, 'matched'>, Way[]>} the most promising first */
const WAYS = {
    unmatched: ['again', 'wish', 'search'],
    quiet: ['again', 'wish', 'search'],
    refused: ['again', 'search'],
    absent: ['again', 'search'],
    taken: ['again', 'search'],
    insecure: ['search'],
    unsupported: ['search'],
    offline: ['resend', 'again'],
    busy: ['resend', 'again'],
    unreadable: ['again', 'search'],
    failed: ['again', 'search'],
};

/**
 * @param {Outcome} outcome
 * @param {{ mayWish: boolean }} person
 * @returns {Way[]}
 */
export function waysOn({ kind, sample }, { mayWish }) {
    if (kind === 'matched') return ['again'];
    return WAYS[kind].filter((way) => (way !== 'wish' || mayWish) && (way !== 'resend' || sample !== undefined));
}

/** @param {Reply} reply @param {Sample} [sample] @returns {Outcome} */
export function outcomeOf(reply, sample) {
    if (reply.outcome === 'matched' && reply.match) return { kind: 'matched', reply, sample };
    return { kind: reply.isQuiet ? 'quiet' : 'unmatched', reply, sample };
}

/** @param {unknown} error of a request @param {Sample} [sample] @returns {Outcome} */
export function requestFailure(error, sample) {
    const { status } = error instanceof ApiError ? error : { status: -1 };
    if (status === 0) return { kind: 'offline', sample, error };
    if (status === 503) return { kind: 'busy', sample, error };
    return { kind: status === 400 || status === 413 || status === 415 ? 'unreadable' : 'failed', error };
}

/**
 * Maps an error of getUserMedia (Media Capture and Streams, section 10.2.1) to an outcome.
 * @param {unknown} error
 * @returns {Outcome}
 */
export function microphoneFailure(error) {
    const name = error instanceof Error || error instanceof DOMException ? error.name : '';
    if (name === 'NotAllowedError' || name === 'SecurityError') return { kind: 'refused', error };
    if (name === 'NotFoundError' || name === 'OverconstrainedError') return { kind: 'absent', error };
    if (name === 'NotReadableError' || name === 'AbortError') return { kind: 'taken', error };
    return { kind: name === 'NotSupportedError' || name === 'TypeError' ? 'unsupported' : 'failed', error };
}

/**
 * Whether a longer recording may change the outcome.
 * @param {Kind} kind
 */
export function isPassing(kind) {
    return ['unmatched', 'quiet', 'offline', 'busy', 'unreadable'].includes(kind);
}

/**
 * The searchable share of the library, unless it is complete.
 * @param {Coverage | undefined} coverage
 * @returns {(Coverage & { share: number }) | undefined} `share` stays below 1 until everything is analyzed
 */
export function missingCoverage(coverage) {
    if (!coverage || coverage.total <= 0 || coverage.analyzed >= coverage.total) return undefined;
    return { ...coverage, share: Math.min(0.99, Math.max(0, coverage.analyzed / coverage.total)) };
}

/** Least confidence of a match that is shown without "probably". */
const SURE = 0.7;

/** @param {Match} match */
export const isSure = (match) => match.confidence >= SURE;
