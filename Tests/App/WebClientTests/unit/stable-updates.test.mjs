import assert from 'node:assert/strict';
import test from 'node:test';
import { mustWait } from '../../../../public/core/stable-updates.js';

const rest = { x: 1, y: 1, movedAt: 0, isDown: false, keyedAt: 0 };
const place = { isUnder: true, hasFocus: false, now: 10_000, since: 9_900 };

test('a change waits while something of the list is pressed, however long', () => {
    assert.ok(mustWait({ ...rest, isDown: true }, place));
    assert.ok(mustWait({ ...rest, isDown: true }, { ...place, since: -1e6 }));
    assert.ok(!mustWait({ ...rest, isDown: true }, { ...place, isUnder: false }));
});

test('it waits for a pointer that moves over the list, and not for one that rests or is elsewhere', () => {
    assert.ok(mustWait({ ...rest, movedAt: 9_500 }, place));
    assert.ok(!mustWait({ ...rest, movedAt: 8_000 }, place));
    assert.ok(!mustWait({ ...rest, movedAt: 9_500 }, { ...place, isUnder: false }));
});

test('it waits for keys that go through the list', () => {
    assert.ok(mustWait({ ...rest, keyedAt: 9_500 }, { ...place, isUnder: false, hasFocus: true }));
    assert.ok(!mustWait({ ...rest, keyedAt: 9_500 }, { ...place, isUnder: false }));
});

test('it does not wait for ever', () => {
    assert.ok(!mustWait({ ...rest, movedAt: 9_999 }, { ...place, since: -5_000 }));
});
