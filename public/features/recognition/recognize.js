// @ts-check
// One recognition from start to outcome. Sends the recording so far at each mark until one matches.

import { isAbort } from '../../core/api.js';
import { nextMark } from './send-times.js';
import { isPassing, outcomeOf, requestFailure } from './outcomes.js';

/** @typedef {import('./outcomes.js').Outcome} Outcome */
/** @typedef {import('./outcomes.js').Sample} Sample */
/** @typedef {(bytes: Blob) => Promise<import('./outcomes.js').Reply>} Send */

/** Consecutive requests that may fail to reach the server. */
const MOST_OFFLINE = 2;

/**
 * @typedef {object} Recording
 * @property {number} elapsedMs its length so far
 * @property {() => Promise<Sample>} take returns the recording so far
 * @property {() => void} stop releases the microphone
 */

/**
 * @param {object} parts
 * @param {Recording} parts.recording
 * @param {Send} parts.send
 * @param {(ms: number) => Promise<void>} parts.wait rejects when the listener cancels
 * @param {(kind: import('./outcomes.js').Kind) => void} [parts.passed] called for an inconclusive response
 * @param {() => void} [parts.ended] called when the recording has its full length
 * @returns {Promise<Outcome>}
 */
export async function recognize({ recording, send, wait, passed, ended }) {
    let offline = 0;
    /** @type {Outcome} */
    let outcome = { kind: 'unmatched' };
    let mark = nextMark(recording.elapsedMs, 0);
    while (mark) {
        await wait(mark.waitMs);
        const sample = await recording.take();
        if (mark.isLast) {
            recording.stop();
            ended?.();
        }
        outcome = await ask(send, sample);
        offline = outcome.kind === 'offline' ? offline + 1 : 0;
        if (!isPassing(outcome.kind) || offline >= MOST_OFFLINE) return outcome;
        if (!mark.isLast) passed?.(outcome.kind);
        mark = nextMark(recording.elapsedMs, mark.done);
    }
    return outcome;
}

/**
 * Sends one request.
 * @param {Send} send
 * @param {Sample} sample
 * @returns {Promise<Outcome>}
 */
export async function ask(send, sample) {
    try {
        return outcomeOf(await send(sample.bytes), sample);
    } catch (error) {
        if (isAbort(error)) throw error;
        return requestFailure(error, sample);
    }
}
