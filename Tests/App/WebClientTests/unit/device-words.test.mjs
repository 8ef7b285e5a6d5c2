import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../../../public/core/api.js';

// An open channel to other tabs would keep the test running.
delete globalThis.BroadcastChannel;
const { fetchWords, WordsRenewal } = await import('../../../../public/features/device/words.js');

const answered = (status, body, headers = {}) => { globalThis.fetch = async (url, options) => { answered.last = { url, ...options }; return new Response(body === undefined ? null : JSON.stringify(body), { status, headers }); }; };

test('words are asked for by their tag: the same ones are not sent again', async () => {
    answered(200, { items: [{ lines: [] }, { lines: [], rights: { provider: 'a', expiresAt: '2026-01-01T00:00:00Z' } }] }, { ETag: 'W/"2"' });
    assert.deepEqual(await fetchWords('a/b'), { answer: { items: [{ lines: [] }] }, tag: 'W/"2"' });
    assert.equal(answered.last.url, '/api/v1/tracks/a%2Fb/lyrics');
    assert.equal(answered.last.headers['If-None-Match'], undefined);
    answered(304);
    assert.equal(await fetchWords('1', { tag: 'W/"2"' }), undefined);
    assert.equal(answered.last.headers['If-None-Match'], 'W/"2"');
});

test('words that were withdrawn are none, and what is no answer is an error', async () => {
    answered(200, { items: [] }, { ETag: '"0"' });
    assert.deepEqual(await fetchWords('1', { tag: '"2"' }), { answer: { items: [] }, tag: '"0"' });
    answered(404, { code: 'notFound' });
    await assert.rejects(fetchWords('1'), (error) => error instanceof ApiError && error.status === 404);
    answered(503, undefined, { 'Retry-After': '5' });
    await assert.rejects(fetchWords('1'), (error) => error.status === 503 && error.retryAfter === 5);
    globalThis.fetch = async () => new Response('a portal', { status: 200 });
    await assert.rejects(fetchWords('1'), ApiError);
    globalThis.fetch = () => Promise.reject(new TypeError('no connection'));
    await assert.rejects(fetchWords('1'), (error) => error.code === 'network');
});

/** A device that stores tracks. The server has a second version of the lyrics of the tracks in `changed`. */
function renewal(ids, { changed = [], after, failing = {} } = {}) {
    const log = [];
    let [atOnce, most] = [0, 0];
    const tags = new Map(ids.map((id) => [id, '1']));
    const device = {
        tracks: new Map(ids.map((id) => [id, { id }])),
        lastRenewed: async () => after,
        wordsTag: async (id) => tags.get(id),
        renewWords: async (id, words) => { if (words) tags.set(id, words.tag); log.push(words ? `${id} is another` : `${id} is the same`); },
    };
    const ask = async (id, { tag, signal }) => {
        most = Math.max(most, (atOnce += 1));
        await null;
        atOnce -= 1;
        signal.throwIfAborted();
        if (failing[id]) throw new ApiError({ status: failing[id], code: 'failed' });
        return changed.includes(id) && tag === '1' ? { answer: { items: [] }, tag: '2' } : undefined;
    };
    const pauses = [];
    const pause = () => new Promise((resolve) => { pauses.push(resolve); queueMicrotask(() => renewed.goesOn && resolve()); });
    const renewed = { goesOn: true, log, pauses, device, most: () => most, all: new WordsRenewal({ device, ask, pause }) };
    return renewed;
}

test('each track is asked for, one after the other with a pause between, from where the last walk ended', async () => {
    const { all, log, pauses, most } = renewal(['a', 'b', 'c'], { changed: ['a'], after: 'b' });
    await all.all();
    assert.deepEqual(log, ['c is the same', 'a is another', 'b is the same']);
    assert.deepEqual([most(), pauses.length], [1, 2]);
    await all.all();
    assert.equal(log.filter((line) => line === 'a is another').length, 1);
});

test('a track that somebody has edited comes next, and one that is not stored not at all', async () => {
    const one = renewal(['a', 'b', 'c'], { changed: ['c'] });
    one.goesOn = false;
    const walk = one.all.all();
    while (one.pauses.length === 0) await null;
    void one.all.one('c');
    void one.all.one('elsewhere');
    one.goesOn = true;
    one.pauses[0]();
    await walk;
    assert.deepEqual(one.log, ['a is the same', 'c is another', 'b is the same']);
});

test('a song that may not be heard is passed over; a server that fails ends the walk until the next contact', async () => {
    const failing = { a: 404, c: 503 };
    const { all, log } = renewal(['a', 'b', 'c', 'd'], { failing });
    await all.all();
    assert.deepEqual(log, ['b is the same']);
    delete failing.c;
    await all.all();
    assert.deepEqual(log.slice(1), ['b is the same', 'c is the same', 'd is the same']);
});

test('signing out ends it, and the next user’s tracks are asked for as ever', async () => {
    const one = renewal(['a', 'b', 'c']);
    one.goesOn = false;
    const walk = one.all.all();
    while (one.pauses.length === 0) await null;
    const stopped = one.all.stop();
    one.pauses[0]();
    await Promise.all([walk, stopped]);
    assert.deepEqual(one.log, ['a is the same']);
    one.goesOn = true;
    await one.all.all();
    assert.equal(one.log.length, 4);
});
