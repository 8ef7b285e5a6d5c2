import assert from 'node:assert/strict';
import test from 'node:test';
import { ApiError } from '../../../../public/core/api.js';
import { Annotations } from '../../../../public/elements/annotations/model.js';

/** A server with given replies, which records its requests. */
function client(answers) {
    const calls = [];
    const answer = async (method, path, body) => {
        calls.push([method, path, body].filter((part) => part !== undefined));
        const next = answers.shift();
        if (next instanceof Error) throw next;
        return next;
    };
    return {
        calls,
        request: (method, path) => answer(method, path),
        put: (path, body) => answer('PUT', path, body),
        delete: (path) => answer('DELETE', path),
        get: (path) => answer('GET', path),
    };
}

const item = { id: 't 1', liked: false, rating: 2, averageRating: 2, ratingCount: 1 };

test('what a list said stands until something is known', () => {
    const annotations = new Annotations(client([]));
    assert.equal(annotations.of('track', item).rating, 2);
    annotations.note('track', 't 1', { rating: undefined, ratingCount: 0 });
    assert.equal(annotations.of('track', item).rating, undefined);
    assert.equal(annotations.of('album', item).rating, 2);
});

test('a like shows at once and is taken back when it is refused', async () => {
    const server = client([{ liked: true, likedAt: '2026-01-01T00:00:00.000Z', ratingCount: 1 }, new Error('no')]);
    const annotations = new Annotations(server);
    const seen = [];
    annotations.addEventListener('change', ({ detail }) => seen.push(detail.annotation.liked));
    await annotations.like('track', 't 1', true);
    assert.deepEqual(server.calls[0], ['PUT', '/tracks/t%201/like']);
    assert.equal(annotations.of('track', item).likedAt, '2026-01-01T00:00:00.000Z');
    await assert.rejects(annotations.like('track', 't 1', false));
    assert.deepEqual(seen, [true, true, false, true]);
});

test('a refused rating is asked for anew', async () => {
    const server = client([new Error('no'), { liked: false, rating: 3.5, ratingCount: 2, averageRating: 3 }]);
    const annotations = new Annotations(server);
    await assert.rejects(annotations.rate('album', 'a', { rating: 5 }));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(server.calls, [['PUT', '/albums/a/rating', { rating: 5 }], ['GET', '/albums/a/rating']]);
    assert.equal(annotations.of('album', { id: 'a' }).rating, 3.5);
});

test('a like that finds no server stays, with its time, where it will be handed in later', async () => {
    const cut = new ApiError({ status: 0, code: 'network' });
    const annotations = new Annotations(client([cut, cut, cut]));
    await assert.rejects(annotations.like('track', 't 1', true));
    assert.equal(annotations.of('track', item).liked, false);
    const owed = [];
    annotations.onUnreachable = async (like) => { owed.push(like); return true; };
    await annotations.like('track', 't 1', true);
    assert.equal(annotations.of('track', item).liked, true);
    assert.deepEqual([owed.length, owed[0].kind, owed[0].id, owed[0].liked], [1, 'track', 't 1', true]);
    assert.equal(owed[0].at, annotations.of('track', item).likedAt);
});
