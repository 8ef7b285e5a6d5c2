import assert from 'node:assert/strict';
import test from 'node:test';
import { preferences } from '../../../../public/core/preferences.js';
import { orderOf, pressed, rememberedOrder, rememberOrder, sorted, sortHead } from '../../../../public/features/track/sort.js';

const tracks = [['Été', 'B', 200], ['apple', 'C', 100], ['Zebra', 'a', 300], ['Track 10', 'a', 50], ['Track 9', 'B', 50]].map(([title, album, durationMs]) => ({ title, album, durationMs }));
const titles = (by, isDown, locale = 'en') => sorted(tracks, { by, isDown }, (track) => track, locale).map(({ title }) => title);

test('a press on a head sorts upwards, the next downwards, the third as the list itself is', () => {
    const own = { by: '', isDown: false };
    const up = pressed(own, 'title', { hasOwn: true });
    const down = pressed(up, 'title', { hasOwn: true });
    assert.deepEqual([up, down], [{ by: 'title', isDown: false }, { by: 'title', isDown: true }]);
    assert.deepEqual(pressed(down, 'title', { hasOwn: true }), own);
    assert.deepEqual(pressed(down, 'title', { hasOwn: false }), up);
    assert.deepEqual(pressed(down, 'album', { hasOwn: true }), { by: 'album', isDown: false });
});

test('titles are sorted as people read them, and what is equal stays as it was', () => {
    assert.deepEqual(titles('title', false), ['apple', 'Été', 'Track 9', 'Track 10', 'Zebra']);
    assert.deepEqual(titles('title', true), ['Zebra', 'Track 10', 'Track 9', 'Été', 'apple']);
    assert.deepEqual(titles('duration', false), ['Track 10', 'Track 9', 'apple', 'Été', 'Zebra']);
    assert.deepEqual(titles('duration', true), ['Zebra', 'Été', 'apple', 'Track 10', 'Track 9']);
    assert.deepEqual(titles('album', false), ['Zebra', 'Track 10', 'Été', 'Track 9', 'apple']);
    assert.deepEqual(titles('', false), tracks.map(({ title }) => title));
});

test('the order of a list is remembered, that of few lists, and an own order is none', () => {
    rememberOrder('tracks', { by: 'album', isDown: true });
    assert.deepEqual(rememberedOrder('tracks'), { by: 'album', isDown: true });
    rememberOrder('tracks', { by: '', isDown: false });
    assert.equal(rememberedOrder('tracks'), undefined);
    for (let list = 0; list < 90; list += 1) rememberOrder(`playlist ${list}`, { by: 'title', isDown: false });
    assert.equal(Object.keys(preferences.get('orders', {})).length, 60);
    assert.equal(rememberedOrder('playlist 0'), undefined);
    assert.deepEqual(rememberedOrder('playlist 89'), { by: 'title', isDown: false });
});

test('an address says how a list is sorted, before what is remembered, and nonsense says nothing', () => {
    const sorts = ['title', 'added'];
    const order = (text) => orderOf('list', new URLSearchParams(text), sorts, 'title');
    assert.deepEqual(order(''), { by: 'title', isDown: false });
    rememberOrder('list', { by: 'added', isDown: true });
    assert.deepEqual(order(''), { by: 'added', isDown: true });
    assert.deepEqual(order('sort=title&turned=1'), { by: 'title', isDown: true });
    assert.deepEqual(order('sort=nonsense'), { by: 'title', isDown: false });
    rememberOrder('list', { by: 'gone', isDown: true });
    assert.deepEqual(order(''), { by: 'title', isDown: false });
});

test('the head of a sorted column says which way, the others that they are not, and plain ones nothing', () => {
    const sorting = { by: 'title', isDown: true, columns: ['title', 'album'] };
    assert.match(String(sortHead('title', 'Title', sorting)), /aria-sort="descending".*<button/s);
    assert.match(String(sortHead('album', 'Album', sorting)), /aria-sort="none".*<button/s);
    assert.doesNotMatch(String(sortHead('plays', 'Plays', sorting)), /aria-sort|<button/);
    assert.doesNotMatch(String(sortHead('title', 'Title')), /aria-sort|<button/);
});
