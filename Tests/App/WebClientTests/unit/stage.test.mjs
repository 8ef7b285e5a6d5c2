import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { meaning } from '../../../../public/elements/overlays/gestures.js';
import { beside, choices, chosen, seen } from '../../../../public/features/now-playing/faces-model.js';
import { placeAt, readDragged } from '../../../../public/features/queue/place.js';
import * as Queue from '../../../../public/player/queue.js';

// The decisions of the stage and the queue panel, without a page.

test('a narrow screen has three faces, one at a time; a wide one has the cover, and words or queue beside it', () => {
    assert.deepEqual(choices(false), ['cover', 'words', 'queue']);
    assert.deepEqual(choices(true), ['words', 'queue']);
    assert.deepEqual(seen('queue', false), ['queue']);
    assert.deepEqual(seen('queue', true), ['cover', 'queue']);
});

test('a window that becomes wide puts beside the cover what stood there last, and one that becomes narrow stays where it was', () => {
    assert.equal(chosen('cover', true, 'queue'), 'queue');
    assert.equal(chosen('words', true, 'queue'), 'words');
    assert.equal(chosen('words', false, 'queue'), 'words');
});

test('a finger and the arrow keys go from face to face and stop at the ends', () => {
    assert.equal(beside('cover', 1, false), 'words');
    assert.equal(beside('cover', -1, false), 'cover');
    assert.equal(beside('queue', 1, false), 'queue');
    assert.equal(beside('queue', -3, false), 'cover');
    assert.equal(beside('words', -1, true), 'words');
});

test('down far enough closes, sideways turns, and what is neither is nothing', () => {
    const all = { pulls: true, turns: true };
    assert.equal(meaning(20, 160, all), 'close');
    assert.equal(meaning(20, 100, all), undefined);
    assert.equal(meaning(-90, 20, all), 'next');
    assert.equal(meaning(90, -20, all), 'previous');
    assert.equal(meaning(-90, 80, all), undefined);
    assert.equal(meaning(20, 160, { pulls: false, turns: true }), undefined);
    assert.equal(meaning(-90, 20, { pulls: true, turns: false }), undefined);
});

test('what is dropped lands before the row whose middle is below the pointer, or at the end', () => {
    const rows = [0, 50, 100].map((top) => ({ top, height: 50 }));
    assert.equal(placeAt(rows, -10), 0);
    assert.equal(placeAt(rows, 24), 0);
    assert.equal(placeAt(rows, 26), 1);
    assert.equal(placeAt(rows, 124), 2);
    assert.equal(placeAt(rows, 500), 3);
    assert.equal(placeAt([], 500), 0);
});

test('only what the client itself has put into a drag is read from it', () => {
    const kinds = ['track', 'album'];
    assert.deepEqual(readDragged('{"kind":"album","id":"7","name":"Blue"}', kinds), { kind: 'album', id: '7', name: 'Blue' });
    for (const text of ['', 'null', '[]', 'https://example.org', '{"kind":"folder","id":"7","name":""}', '{"kind":"album","id":7,"name":""}'])
        assert.equal(readDragged(text, kinds), undefined, text);
});

test('tracks are inserted at any place of the queue, and what plays stays what plays, also after shuffling back', () => {
    const tracks = (...ids) => ids.map((id) => ({ id }));
    const ids = (queue) => queue.entries.map((entry) => entry.track.id).join('');
    const queue = Queue.create(tracks('a', 'b', 'c'), 1);
    for (const [at, wanted] of [[0, 'xyabc'], [1, 'axybc'], [2, 'abxyc'], [3, 'abcxy']]) {
        const inserted = Queue.insert(queue, at, tracks('x', 'y'));
        assert.equal(ids(inserted), wanted);
        assert.equal(Queue.current(inserted).track.id, 'b');
        assert.equal(ids(Queue.unshuffle(inserted)), wanted);
    }
    assert.equal(Queue.current(Queue.insert(Queue.EMPTY, 0, tracks('x'))).track.id, 'x');
});

test('all that moves is moved by what needs no layout', () => {
    const style = ['styles/motion', 'features/now-playing/style', 'features/queue/style']
        .map((name) => readFileSync(new URL(`../../../../public/${name}.css`, import.meta.url), 'utf8'))
        .join('\n');
    const frames = [...style.matchAll(/@keyframes [\w-]+ \{((?:[^{}]*\{[^{}]*\})*)/g)].map(([, body]) => body).join(' ');
    const moved = [...frames.matchAll(/([\w-]+):/g)].map(([, name]) => name);
    assert.ok(moved.length >= 6);
    for (const name of moved) assert.ok(['transform', 'opacity', 'scale', 'translate'].includes(name), name);
    assert.match(style, /\.stage-cover \{[^}]*scale: \.8;/);
});
