import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../../../public/core/api.js';
import { createTranslator, LOCALES } from '../../../../public/core/i18n.js';
import { LONGEST_MS, MARKS_MS, nextMark } from '../../../../public/features/recognition/send-times.js';
import { isPassing, KINDS, microphoneFailure, missingCoverage, outcomeOf, requestFailure, waysOn } from '../../../../public/features/recognition/outcomes.js';
import { ask, recognize } from '../../../../public/features/recognition/recognize.js';
import { sender, waitFor } from '../../../../public/features/recognition/request.js';
import { barsOf, meterOf } from '../../../../public/features/recognition/ring.js';
import { between, RoomClock, unheard } from '../../../../public/features/recognition/room-clock.js';
import { messagesIn } from './messages.mjs';

const failure = (status) => new ApiError({ status, code: 'x' });
const unmatched = { outcome: 'unmatched', isQuiet: false };
const matched = { outcome: 'matched', match: { track: { id: 'a' }, positionMs: 1, score: 9, confidence: 1 } };

/**
 * Runs a recognition on a simulated clock, with the given reply times.
 * @param {(number: number) => any} answer the reply to a request, or an error to be thrown
 * @param {(number: number) => number} [takes]
 */
async function simulate(answer, takes = () => 100) {
    let now = 0;
    const told = { sentAt: [], sizes: [], passed: [], ended: 0, stoppedAt: undefined };
    const outcome = await recognize({
        recording: {
            get elapsedMs() {
                return now;
            },
            take: async () => ({ bytes: now, durationMs: now, endedAt: { steady: now, wall: now } }),
            stop: () => { told.stoppedAt = now; },
        },
        send: async (bytes) => {
            told.sentAt.push(now);
            told.sizes.push(bytes);
            const number = told.sentAt.length;
            now += takes(number);
            const reply = answer(number);
            if (reply instanceof Error) throw reply;
            return reply;
        },
        wait: async (ms) => { now += ms; },
        passed: (kind) => told.passed.push(kind),
        ended: () => { told.ended += 1; },
    });
    return { outcome, ...told };
}

test('the recording is sent at its marks, not before and not later, and never after the last', () => {
    assert.deepEqual(MARKS_MS, [3000, 5000, 8000, 12_000, 20_000]);
    assert.equal(LONGEST_MS, 20_000);
    assert.deepEqual(nextMark(0, 0), { done: 1, waitMs: 3000, isLast: false });
    assert.deepEqual(nextMark(3400, 1), { done: 2, waitMs: 1600, isLast: false });
    assert.deepEqual(nextMark(12_500, 4), { done: 5, waitMs: 7500, isLast: true });
    assert.equal(nextMark(20_100, 5), undefined);
});

test('of the marks that pass while an answer is awaited only the last is sent, at once', () => {
    assert.deepEqual(nextMark(8700, 1), { done: 3, waitMs: 0, isLast: false });
    assert.deepEqual(nextMark(21_000, 2), { done: 5, waitMs: 0, isLast: true });
});

test('without a match all marks are tried, each with the whole recording so far, and the microphone is given back', async () => {
    const told = await simulate(() => unmatched);
    assert.deepEqual(told.sentAt, MARKS_MS);
    assert.deepEqual(told.sizes, MARKS_MS);
    assert.equal(told.outcome.kind, 'unmatched');
    assert.deepEqual(told.passed, ['unmatched', 'unmatched', 'unmatched', 'unmatched']);
    assert.equal(told.ended, 1);
    assert.equal(told.stoppedAt, 20_000);
});

test('the first match ends it, with the moment at which its recording ended', async () => {
    const told = await simulate((number) => (number === 2 ? matched : unmatched));
    assert.deepEqual(told.sentAt, [3000, 5000]);
    assert.equal(told.outcome.kind, 'matched');
    assert.equal(told.outcome.sample.endedAt.steady, 5000);
    assert.equal(told.ended, 0);
});

test('a slow answer holds the later marks back', async () => {
    const told = await simulate(() => unmatched, (number) => (number === 1 ? 6000 : 50));
    assert.deepEqual(told.sentAt, [3000, 9000, 12_000, 20_000]);
});

test('a server that is busy is asked again at the next mark, and a recording that it cannot read yet is sent again', async () => {
    const busy = await simulate((number) => (number < 3 ? failure(503) : matched));
    assert.deepEqual(busy.sentAt, [3000, 5000, 8000]);
    assert.deepEqual(busy.passed, ['busy', 'busy']);
    assert.equal(busy.outcome.kind, 'matched');
    const always = await simulate(() => failure(503));
    assert.equal(always.outcome.kind, 'busy');
    assert.equal(always.outcome.sample.bytes, 20_000);
    assert.equal((await simulate((number) => (number === 1 ? failure(400) : matched))).outcome.kind, 'matched');
});

test('two requests in a row that reach nobody end it, with the recording for later', async () => {
    const told = await simulate(() => failure(0));
    assert.deepEqual(told.sentAt, [3000, 5000]);
    assert.equal(told.outcome.kind, 'offline');
    assert.equal(told.outcome.sample.bytes, 5000);
    const back = await simulate((number) => (number % 2 ? failure(0) : unmatched));
    assert.deepEqual(back.sentAt, MARKS_MS);
});

test('what cannot pass ends it at once', async () => {
    const told = await simulate(() => failure(500));
    assert.deepEqual(told.sentAt, [3000]);
    assert.equal(told.outcome.kind, 'failed');
});

test('who gives up hears of no outcome', async () => {
    const abort = new DOMException('gone', 'AbortError');
    await assert.rejects(ask(() => Promise.reject(abort), {}), { name: 'AbortError' });
    const controller = new AbortController();
    const waiting = waitFor(60_000, controller.signal);
    controller.abort();
    await assert.rejects(waiting, { name: 'AbortError' });
});

test('a request that hangs is no connection; one that the listener gives up stays an abort', async () => {
    const hang = { post: (path, body, { signal }) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')))) };
    await assert.rejects(sender(hang, new AbortController().signal, 5)(new Blob()), { code: 'network', status: 0 });
    const controller = new AbortController();
    const asked = sender(hang, controller.signal, 60_000)(new Blob());
    controller.abort();
    await assert.rejects(asked, { name: 'AbortError' });
});

test('each answer and each failure is its own outcome', () => {
    assert.equal(outcomeOf(matched).kind, 'matched');
    assert.equal(outcomeOf({ outcome: 'matched', match: null }).kind, 'unmatched');
    assert.equal(outcomeOf(unmatched).kind, 'unmatched');
    assert.equal(outcomeOf({ outcome: 'unmatched', isQuiet: true }).kind, 'quiet');
    const requests = [[0, 'offline'], [503, 'busy'], [400, 'unreadable'], [413, 'unreadable'], [415, 'unreadable'], [500, 'failed'], [429, 'failed']];
    for (const [status, kind] of requests) assert.equal(requestFailure(failure(status)).kind, kind, String(status));
    assert.equal(requestFailure(new Error('x')).kind, 'failed');
    const microphones = [['NotAllowedError', 'refused'], ['SecurityError', 'refused'], ['NotFoundError', 'absent'], ['NotReadableError', 'taken'], ['NotSupportedError', 'unsupported']];
    for (const [name, kind] of microphones) assert.equal(microphoneFailure(new DOMException('x', name)).kind, kind, name);
    assert.equal(microphoneFailure('x').kind, 'failed');
    assert.deepEqual(KINDS.filter(isPassing), ['unmatched', 'quiet', 'offline', 'busy', 'unreadable']);
});

test('each outcome has a way on; a recording is sent again only where there is one, and wishes are for those who may', () => {
    const sample = { bytes: new Blob(), endedAt: { steady: 0, wall: 0 } };
    for (const kind of KINDS) {
        assert.ok(waysOn({ kind, sample }, { mayWish: true }).length > 0, kind);
        assert.ok(waysOn({ kind }, { mayWish: false }).length > 0, kind);
    }
    assert.deepEqual(waysOn({ kind: 'unmatched' }, { mayWish: true }), ['again', 'wish', 'search']);
    assert.deepEqual(waysOn({ kind: 'quiet' }, { mayWish: false }), ['again', 'search']);
    assert.deepEqual(waysOn({ kind: 'offline', sample }, { mayWish: true }), ['resend', 'again']);
    assert.deepEqual(waysOn({ kind: 'offline' }, { mayWish: true }), ['again']);
});

test('each outcome and each way on has its words in each language', () => {
    for (const locale of LOCALES) {
        const { has } = createTranslator(locale, messagesIn(locale));
        for (const kind of KINDS.filter((one) => one !== 'matched')) {
            assert.ok(has(`recognition.ends.${kind}.title`), `${locale} ${kind}`);
            // A failure shows the server's own reason instead.
            if (kind !== 'failed') assert.ok(has(`recognition.ends.${kind}.text`), `${locale} ${kind}`);
        }
        for (const way of ['again', 'resend', 'wish', 'search']) assert.ok(has(`recognition.ways.${way}`), `${locale} ${way}`);
        for (const kind of ['offline', 'busy']) assert.ok(has(`recognition.passed.${kind}`), `${locale} ${kind}`);
    }
});

test('a library that is not analyzed yet says how much of it is, and never all before it is', () => {
    assert.equal(missingCoverage(undefined), undefined);
    assert.equal(missingCoverage({ analyzed: 0, total: 0 }), undefined);
    assert.equal(missingCoverage({ analyzed: 9, total: 9 }), undefined);
    assert.deepEqual(missingCoverage({ analyzed: 1, total: 4 }), { analyzed: 1, total: 4, share: 0.25 });
    assert.equal(missingCoverage({ analyzed: 9999, total: 10_000 }).share, 0.99);
});

test('the song in the room goes on while nothing plays here, also while the device sleeps', () => {
    let now = { steady: 1000, wall: 50_000 };
    const room = new RoomClock({ positionMs: 60_000, since: { steady: 400, wall: 49_400 }, now: () => now });
    assert.equal(room.positionMs, 60_600);
    now = { steady: 3000, wall: 52_000 };
    assert.equal(room.positionMs, 62_600);
    // The device slept for a minute, so the monotonic clock stood still.
    now = { steady: 3500, wall: 112_500 };
    assert.equal(room.positionMs, 123_100);
    room.align(10_000);
    now = { steady: 4500, wall: 113_500 };
    assert.equal(room.positionMs, 11_000);
});

test('a server that was sure before the end of the recording has heard less of it, and the rest is counted', () => {
    assert.equal(unheard(20_010, 8000), 12_010);
    assert.equal(unheard(5000, 5000), 0);
    assert.equal(unheard(5000, 4900), 0);
    assert.equal(unheard(5000, 5060), 0);
    assert.equal(unheard(5000, undefined), 0);
});

test('a wall clock that is set changes nothing', () => {
    assert.equal(between({ steady: 0, wall: 10_000 }, { steady: 5000, wall: 9000 }), 5000);
    assert.equal(between({ steady: 0, wall: 10_000 }, { steady: 5000, wall: 16_000 }), 5000);
});

test('the ring shows the room: the same on both sides, higher where it is louder; a meter where less motion is wanted', () => {
    const quiet = barsOf([0.2, 0.4], 0);
    const loud = barsOf([0.8, 0.9], 0.7);
    assert.deepEqual(quiet, [...quiet].reverse());
    assert.ok(loud.every((bar, index) => bar > quiet[index] && bar <= 1));
    assert.equal(meterOf(10, 0.3).filter((bar) => bar > 0).length, 3);
    assert.equal(meterOf(10, 0).filter((bar) => bar > 0).length, 0);
    assert.equal(meterOf(10, 1).filter((bar) => bar > 0).length, 10);
});
