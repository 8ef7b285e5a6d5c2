import assert from 'node:assert/strict';
import test from 'node:test';
import * as Queue from '../../../../public/player/queue.js';

const track = (id) => ({ id, title: id, artists: [], albumId: 'a', album: 'A', albumArtists: [], durationMs: 1000, genres: [], mediaType: 'audio/flac', addedAt: '' });
const tracks = (...ids) => ids.map(track);
const ids = (queue) => Queue.trackIds(queue).join('');
const now = (queue) => Queue.current(queue)?.track.id;
/** A repeatable random generator. */
const chance = (seed) => () => { seed = (seed * 1664525 + 1013904223) % 4294967296; return seed / 4294967296; };

test('a new queue begins where it was asked to', () => {
    assert.equal(now(Queue.create(tracks('a', 'b', 'c'), 1)), 'b');
    assert.equal(now(Queue.create(tracks('a', 'b'), 9)), 'b');
    assert.equal(now(Queue.create(tracks('a', 'b'), -3)), 'a');
    assert.equal(now(Queue.create([])), undefined);
    assert.equal(now(Queue.EMPTY), undefined);
});

test('without repeat the queue ends after its last track', () => {
    const queue = Queue.create(tracks('a', 'b'), 1);
    assert.equal(Queue.following(queue), undefined);
    assert.equal(Queue.following(queue, { automatic: true }), undefined);
    assert.equal(Queue.preceding(queue).track.id, 'a');
    assert.equal(Queue.preceding(Queue.create(tracks('a', 'b'))), undefined);
});

test('repeat all joins the end to the beginning, both ways', () => {
    const queue = Queue.setRepeat(Queue.create(tracks('a', 'b', 'c'), 2), 'all');
    assert.equal(Queue.following(queue).track.id, 'a');
    assert.equal(Queue.preceding(Queue.setRepeat(Queue.create(tracks('a', 'b', 'c'), 0), 'all')).track.id, 'c');
});

test('repeat one holds when a track ends by itself, and lets go when one presses next', () => {
    const queue = Queue.setRepeat(Queue.create(tracks('a', 'b'), 0), 'one');
    assert.equal(Queue.following(queue, { automatic: true }), Queue.current(queue));
    assert.equal(Queue.following(queue).track.id, 'b');
});

test('the repeat button goes round', () => {
    assert.deepEqual(['off', 'all', 'one'].map(Queue.nextRepeat), ['all', 'one', 'off']);
});

test('shuffling keeps every track, puts the current one first, and is undone exactly', () => {
    for (let seed = 0; seed < 50; seed++) {
        const queue = Queue.create(tracks('a', 'b', 'c', 'd', 'e', 'f'), seed % 6);
        const shuffled = Queue.shuffle(queue, chance(seed));
        assert.equal(now(shuffled), now(queue));
        assert.equal(shuffled.index, 0);
        assert.deepEqual([...Queue.trackIds(shuffled)].sort(), ['a', 'b', 'c', 'd', 'e', 'f']);
        const back = Queue.unshuffle(shuffled);
        assert.equal(ids(back), 'abcdef');
        assert.equal(now(back), now(queue));
        assert.equal(back.shuffled, false);
    }
});

test('shuffling reaches every order of a small queue', () => {
    const seen = new Set();
    for (let seed = 0; seed < 200; seed++) seen.add(ids(Queue.shuffle(Queue.create(tracks('a', 'b', 'c', 'd')), chance(seed * 7919))));
    assert.equal(seen.size, 6);
});

test('shuffling twice still finds the way back', () => {
    const queue = Queue.create(tracks('a', 'b', 'c', 'd'), 2);
    const twice = Queue.shuffle(Queue.shuffle(queue, chance(1)), chance(2));
    assert.equal(ids(Queue.unshuffle(twice)), 'abcd');
});

test('what is added while shuffled comes after its neighbor when the order returns', () => {
    let queue = Queue.shuffle(Queue.create(tracks('a', 'b', 'c')), chance(3));
    queue = Queue.playNext(queue, tracks('x'));
    assert.equal(Queue.following(queue).track.id, 'x');
    assert.equal(ids(Queue.unshuffle(queue)), 'axbc');
});

test('the same track may stand in the queue twice', () => {
    const queue = Queue.create(tracks('a', 'a', 'b'));
    assert.equal(new Set(queue.entries.map((entry) => entry.key)).size, 3);
    assert.equal(ids(Queue.remove(queue, queue.entries[1].key)), 'ab');
});

test('moving never changes what is current, nor what is there', () => {
    const size = 5;
    for (let current = 0; current < size; current++) {
        for (let from = 0; from < size; from++) {
            for (let to = 0; to < size; to++) {
                const queue = Queue.create(tracks('a', 'b', 'c', 'd', 'e'), current);
                const moved = Queue.move(queue, from, to);
                assert.equal(now(moved), now(queue));
                assert.equal(moved.entries[to], queue.entries[from]);
                assert.deepEqual([...Queue.trackIds(moved)].sort(), ['a', 'b', 'c', 'd', 'e']);
            }
        }
    }
});

test('a move out of bounds changes nothing', () => {
    const queue = Queue.create(tracks('a', 'b'));
    for (const [from, to] of [[-1, 0], [0, 2], [2, 0], [1, 1]]) assert.equal(Queue.move(queue, from, to), queue);
});

test('removing before, at and after the current track', () => {
    const queue = Queue.create(tracks('a', 'b', 'c'), 1);
    const without = (at) => Queue.remove(queue, queue.entries[at].key);
    assert.equal(now(without(0)), 'b');
    assert.equal(now(without(1)), 'c');
    assert.equal(now(without(2)), 'b');
    const last = Queue.create(tracks('a', 'b'), 1);
    assert.equal(now(Queue.remove(last, last.entries[1].key)), 'a');
    const only = Queue.create(tracks('a'));
    assert.equal(Queue.remove(only, only.entries[0].key).index, -1);
});

test('several are taken out at once, and the next that stays is played where the current one was among them', () => {
    const queue = Queue.create(tracks(...'abcdef'), 2);
    const without = (text) => Queue.remove(queue, ...queue.entries.filter(({ track }) => text.includes(track.id)).map(({ key }) => key));
    assert.equal(ids(without('ace')), 'bdf');
    assert.equal(now(without('ace')), 'd');
    assert.equal(now(without('ab')), 'c');
    assert.equal(now(without('cdef')), 'b');
    assert.equal(without('abcdef').index, -1);
    assert.equal(without(''), queue);
});

test('adding to an empty queue makes its first track current', () => {
    assert.equal(now(Queue.enqueue(Queue.EMPTY, tracks('a', 'b'))), 'a');
    assert.equal(now(Queue.playNext(Queue.EMPTY, tracks('a', 'b'))), 'a');
});

test('play next goes behind the current track, add to queue to the end', () => {
    const queue = Queue.create(tracks('a', 'b', 'c'), 1);
    assert.equal(ids(Queue.playNext(queue, tracks('x', 'y'))), 'abxyc');
    assert.equal(ids(Queue.enqueue(queue, tracks('x'))), 'abcx');
});

test('clearing keeps the modes; clearing what comes next keeps the current track', () => {
    const queue = Queue.setRepeat(Queue.create(tracks('a', 'b', 'c'), 1), 'all');
    assert.equal(ids(Queue.clearUpcoming(queue)), 'ab');
    const empty = Queue.clear(queue);
    assert.equal(empty.entries.length, 0);
    assert.equal(empty.repeat, 'all');
});

test('jumping to a key that is gone changes nothing', () => {
    const queue = Queue.create(tracks('a', 'b'));
    assert.equal(Queue.jump(queue, -5), queue);
    assert.equal(now(Queue.jump(queue, queue.entries[1].key)), 'b');
});

test('no function changes the queue that it was given', () => {
    const queue = Object.freeze({ ...Queue.create(tracks('a', 'b', 'c'), 1) });
    Object.freeze(queue.entries);
    Object.freeze(queue.original);
    Queue.shuffle(queue, chance(1));
    Queue.unshuffle(queue);
    Queue.move(queue, 0, 2);
    Queue.remove(queue, queue.entries[0].key);
    Queue.enqueue(queue, tracks('x'));
    Queue.playNext(queue, tracks('x'));
    Queue.clearUpcoming(queue);
    assert.equal(ids(queue), 'abc');
});

test('everything around the current track can be replaced, also where it is shuffled', () => {
    const queue = Queue.create(tracks('a', 'b', 'c'), 1);
    const around = Queue.around(queue, tracks('x', 'y'));
    assert.equal(ids(around), 'bxy');
    assert.equal(Queue.current(around), Queue.current(queue));
    assert.equal(ids(Queue.unshuffle(Queue.shuffle(Queue.around(Queue.shuffle(queue, chance(1)), tracks('x', 'y', 'z')), chance(5)))), 'bxyz');
    assert.equal(ids(Queue.around(Queue.EMPTY, tracks('x'))), 'x');
    assert.equal(now(Queue.around(Queue.EMPTY, tracks('x'))), 'x');
    assert.equal(Queue.around(Queue.EMPTY, []).index, -1);
});
