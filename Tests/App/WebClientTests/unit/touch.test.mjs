import assert from 'node:assert/strict';
import test from 'node:test';
import { isSecond } from '../../../../public/elements/annotations/double-tap.js';
import { pulled } from '../../../../public/features/touch/pull.js';
import { FAR, follow, isSwipe, mayBegin } from '../../../../public/features/touch/swipe-model.js';

test('a finger that goes sideways swipes, up or down scrolls, and a little is neither yet', () => {
    assert.equal(isSwipe(8, 3), undefined);
    assert.equal(isSwipe(20, 4), true);
    assert.equal(isSwipe(-20, 4), true);
    assert.equal(isSwipe(5, 20), false);
    assert.equal(isSwipe(15, 15), false);
    assert.equal(isSwipe(14, 12), undefined);
});

test('at the edges of the window a finger means the browser', () => {
    assert.deepEqual([5, 40, 350, 385].map((x) => mayBegin(x, 390)), [false, true, true, false]);
});

test('a row goes with the finger until something happens, and heavily from there on', () => {
    const both = { right: true, left: true };
    assert.deepEqual(follow(50, both), { shift: 50, side: 'right', isFar: false });
    assert.deepEqual(follow(-FAR, both), { shift: -FAR, side: 'left', isFar: true });
    const { shift, isFar } = follow(FAR + 100, both);
    assert.ok(isFar && shift > FAR && shift < FAR + 40);
});

test('to a side to which there is nothing a row hardly goes, and nothing happens', () => {
    const { shift, isFar } = follow(200, { right: false, left: true });
    assert.ok(!isFar && shift < FAR / 2);
});

test('a page that is pulled gives way less and less, and looks again from a point on', () => {
    const [little, more, far] = [20, 100, 200].map(pulled);
    assert.ok(!little.isFar && !more.isFar && far.isFar);
    assert.ok(more.shift - little.shift > far.shift - more.shift);
    assert.equal(pulled(-30).shift, 0);
    assert.equal(far.share, 1);
});

test('two taps are one gesture where they are near each other and soon', () => {
    const first = { x: 100, y: 100, at: 1000 };
    assert.equal(isSecond(undefined, first), false);
    assert.equal(isSecond(first, { x: 110, y: 95, at: 1250 }), true);
    assert.equal(isSecond(first, { x: 110, y: 95, at: 1400 }), false);
    assert.equal(isSecond(first, { x: 180, y: 100, at: 1100 }), false);
});
