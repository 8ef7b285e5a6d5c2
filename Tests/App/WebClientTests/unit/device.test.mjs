import assert from 'node:assert/strict';
import test from 'node:test';
import { expectedBytes, extent, hasRoom, inHalves, inOrder, isFinal, pending, picturesOf, playlistAnswer, rotated, storedWords, totalBytes, unwanted, wanted } from '../../../../public/features/device/model.js';

const track = (id, more = {}) => ({ id, title: id, durationMs: 180_000, mediaType: 'audio/flac', ...more });
const collection = (key, tracks) => ({ key, kind: 'album', id: key, name: key, line: '', covers: [], tracks, addedAt: '' });
const stored = (...ids) => new Map(ids.map((id) => [id, { id, bytes: 1000, quality: '128', pictures: [] }]));

test('a track that two collections have is fetched once, in the order of choice, and one that is missing not at all', () => {
    const all = [collection('a', [track('1'), track('2')]), collection('b', [track('2'), track('3', { missing: true }), track('4')])];
    assert.deepEqual([...wanted(all).keys()], ['1', '2', '4']);
    assert.deepEqual(pending(all, stored('1')).map(({ id }) => id), ['2', '4']);
});

test('a track goes with the last collection that has it, or when it is missing', () => {
    const rest = [collection('b', [track('2'), track('3', { missing: true })])];
    assert.deepEqual(unwanted(rest, stored('1', '2', '3')), ['1', '3']);
    assert.deepEqual(unwanted([], stored('1')), ['1']);
});

test('a collection tells how much of it is here, each track once', () => {
    const one = collection('a', [track('1'), track('1'), track('2'), track('3', { missing: true })]);
    assert.deepEqual(extent(one, stored('1', '3')), { total: 2, stored: 1, bytes: 1000, qualities: ['128'] });
    assert.equal(totalBytes(stored('1', '2')), 2000);
});

test('room is needed for the file and for the browser', () => {
    assert.equal(expectedBytes(track('1'), '128'), 2_880_000);
    assert.ok(expectedBytes(track('1'), 'original') > expectedBytes(track('1', { mediaType: 'audio/mpeg' }), 'original'));
    assert.ok(hasRoom({}, 1e12), 'A browser that does not say has room until it fails.');
    assert.ok(hasRoom({ quota: 100e6, usage: 50e6 }, 20e6));
    assert.ok(!hasRoom({ quota: 100e6, usage: 70e6 }, 20e6));
});

test('pictures are asked for once', () => {
    assert.deepEqual(picturesOf({ cover: '/a', covers: ['/a', '/b', '/c', '/d', '/e'] }), ['/a', '/b', '/c', '/d']);
    assert.deepEqual(picturesOf({}), []);
});

test('words whose license ends stay with the server', () => {
    const [own, free, ending] = [{}, { rights: { provider: 'a' } }, { rights: { provider: 'b', expiresAt: '2026-01-01T00:00:00Z' } }];
    assert.deepEqual(storedWords({ items: [own, ending, free] }), { items: [own, free] });
});

test('a walk goes on where the last one ended, around the end of the list, and begins anew where that is gone', () => {
    const ids = ['a', 'b', 'c', 'd'];
    assert.deepEqual(rotated(ids, 'b'), ['c', 'd', 'a', 'b']);
    for (const after of [undefined, 'd', 'zz']) assert.deepEqual(rotated(ids, after), ids);
    assert.deepEqual(rotated(['a', 'c', 'd'], 'b'), ['c', 'd', 'a']);
});

test('a stored playlist is read page by page, as from the server', () => {
    const entries = Array.from({ length: 250 }, (_, index) => ({ id: String(index) }));
    const outline = playlistAnswer('outline', entries, { step: 100 });
    assert.deepEqual([outline.total, outline.step, outline.cursors.length], [250, 100, 2]);
    const second = playlistAnswer('entries', entries, { cursor: outline.cursors[0], limit: 100 });
    assert.deepEqual([second.items[0].id, second.items.length], ['100', 100]);
    const last = playlistAnswer('entries', entries, { cursor: second.nextCursor, limit: 100 });
    assert.deepEqual([last.items.length, last.nextCursor], [50, undefined]);
    assert.deepEqual(playlistAnswer('outline', [], { step: 100 }), { total: 0, step: 100, cursors: [] });
});

test('what is handed in goes by its time, and what is refused for good is not offered again', () => {
    const { plays, likes } = inOrder([{ kind: 'play', at: '2' }, { kind: 'track', at: '3' }, { kind: 'play', at: '1' }]);
    assert.deepEqual([plays.map(({ at }) => at), likes.map(({ at }) => at)], [['1', '2'], ['3']]);
    for (const status of [400, 403, 404, 409]) assert.ok(isFinal(status), String(status));
    for (const status of [0, 200, 401, 408, 429, 500, 503]) assert.ok(!isFinal(status), String(status));
});

test('one thing that the server never takes keeps none of the others from being handed in', async () => {
    const taken = [];
    let requests = 0;
    await inHalves(Array.from({ length: 500 }, (_, index) => index), async (some) => {
        requests += 1;
        if (some.includes(137) && some.length > 1) return false;
        taken.push(...some.filter((one) => one !== 137));
        return true;
    });
    assert.deepEqual(taken, Array.from({ length: 500 }, (_, index) => index).filter((one) => one !== 137));
    assert.ok(requests < 25, `${requests} requests`);
    await inHalves([], async () => false);
});
