import assert from 'node:assert/strict';
import test from 'node:test';
import { Opinions } from '../../../../public/elements/annotations/model.js';

/** A server that answers with what it is told, and remembers what it was asked. */
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
    const opinions = new Opinions(client([]));
    assert.equal(opinions.of('track', item).rating, 2);
    opinions.note('track', 't 1', { rating: undefined, ratingCount: 0 });
    assert.equal(opinions.of('track', item).rating, undefined);
    assert.equal(opinions.of('album', item).rating, 2);
});

test('a like shows at once and is taken back when it is refused', async () => {
    const server = client([{ liked: true, likedAt: '2026-01-01T00:00:00.000Z', ratingCount: 1 }, new Error('no')]);
    const opinions = new Opinions(server);
    const seen = [];
    opinions.addEventListener('change', ({ detail }) => seen.push(detail.opinion.liked));
    await opinions.like('track', 't 1', true);
    assert.deepEqual(server.calls[0], ['PUT', '/tracks/t%201/like']);
    assert.equal(opinions.of('track', item).likedAt, '2026-01-01T00:00:00.000Z');
    await assert.rejects(opinions.like('track', 't 1', false));
    assert.deepEqual(seen, [true, true, false, true]);
});

test('a refused rating is asked for anew', async () => {
    const server = client([new Error('no'), { liked: false, rating: 3.5, ratingCount: 2, averageRating: 3 }]);
    const opinions = new Opinions(server);
    await assert.rejects(opinions.rate('album', 'a', { rating: 5 }));
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(server.calls, [['PUT', '/albums/a/rating', { rating: 5 }], ['GET', '/albums/a/rating']]);
    assert.equal(opinions.of('album', { id: 'a' }).rating, 3.5);
});
