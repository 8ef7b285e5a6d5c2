// @ts-check
// How a recognition can end, and what leads on from each end. Pure.

import { ApiError } from '../../core/api.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/**
 * A song that a recording may be of, with the position in it at the end of what was heard of the recording.
 * @typedef {{ track: TrackItem, positionMs: number, score: number, confidence: number }} Match
 */
/** @typedef {{ analyzed: number, total: number }} Coverage of the library by the analysis, in tracks */
/**
 * @typedef {object} Reply
 * @property {'matched'|'unmatched'} outcome
 * @property {string | null} [id] of the entry in the history
 * @property {Match | null} [match]
 * @property {Match[]} [candidates]
 * @property {number} [heardMs]
 * @property {boolean} [isQuiet] whether there is hardly any sound in the recording
 * @property {Coverage} [coverage]
 */
/** @typedef {import('./room-clock.js').Instant} Instant */
/** @typedef {{ bytes: Blob, durationMs: number, endedAt: Instant }} Sample the recording so far */

/**
 * `matched`: a song. The recording was heard and is none (`unmatched`) or holds hardly any sound (`quiet`). There is no
 * microphone to hear by: `refused`, `absent`, `taken` by another program, `insecure` (no TLS), `unsupported` by the
 * browser. The server could not be asked: `offline`, `busy`, `unreadable` recording, `failed` otherwise.
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
 * `again`: another recording; `resend`: the same one once more; `wish`: the form of wishes; `search`: by name.
 * @typedef {'again'|'resend'|'wish'|'search'} Way
 */

/** @type {Record<Exclude<Kind, 'matched'>, Way[]>} the first is the one that most probably helps */
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
 * Why there is no recording: the errors of getUserMedia (Media Capture and Streams, section 10.2.1).
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
 * Whether a longer recording can change the outcome.
 * @param {Kind} kind
 */
export function isPassing(kind) {
    return ['unmatched', 'quiet', 'offline', 'busy', 'unreadable'].includes(kind);
}

/**
 * How much of the library could be compared with, where that is not all of it.
 * @param {Coverage | undefined} coverage
 * @returns {(Coverage & { share: number }) | undefined} `share` never says 1 before everything is done
 */
export function missingCoverage(coverage) {
    if (!coverage || coverage.total <= 0 || coverage.analyzed >= coverage.total) return undefined;
    return { ...coverage, share: Math.min(0.99, Math.max(0, coverage.analyzed / coverage.total)) };
}

/** How sure a match must be to be told without a "probably". */
const SURE = 0.7;

/** @param {Match} match */
export const isSure = (match) => match.confidence >= SURE;
