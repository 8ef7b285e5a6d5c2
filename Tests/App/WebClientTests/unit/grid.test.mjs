import assert from 'node:assert/strict';
import test from 'node:test';
import { neighbor } from '../../../../public/elements/lists/grid-keys.js';
import { ends } from '../../../../public/elements/music/card-row.js';

/** Five cards in lines of three, the last line of two. */
const boxes = [0, 1, 2, 3, 4].map((place) => ({ left: (place % 3) * 100, right: (place % 3) * 100 + 90, top: Math.floor(place / 3) * 200, bottom: Math.floor(place / 3) * 200 + 190 }));

test('arrows go to the card beside, above and below, and stop at the ends', () => {
    const cases = [[0, 1, 0, 1], [1, -1, 0, 0], [0, -1, 0, -1], [2, 1, 0, -1], [0, 0, 1, 3], [4, 0, -1, 1], [2, 0, 1, 4], [3, 0, 1, -1], [1, 0, -1, -1]];
    for (const [from, across, down, to] of cases) assert.equal(neighbor(boxes, from, across, down), to, `${from} ${across} ${down}`);
});

test('where the page reads from right to left, arrows go where they point', () => {
    const turned = boxes.map((box) => ({ ...box, left: 300 - box.right, right: 300 - box.left }));
    assert.equal(neighbor(turned, 0, -1, 0), 1);
    assert.equal(neighbor(turned, 0, 1, 0), -1);
});

test('an arrow of a shelf is on where there is more that way', () => {
    assert.deepEqual(ends({ scrollLeft: 0, clientWidth: 500, scrollWidth: 500 }), { before: false, after: false });
    assert.deepEqual(ends({ scrollLeft: 0, clientWidth: 500, scrollWidth: 900 }), { before: false, after: true });
    assert.deepEqual(ends({ scrollLeft: 399.5, clientWidth: 500, scrollWidth: 900 }), { before: true, after: false });
});
