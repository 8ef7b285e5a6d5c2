// The waveform as seek bar: which part is visible, and whether its color contrasts with its background.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contrast, grounds, rgb } from '../../../../public/elements/music/color-contrast.js';
import { tintOf } from '../../../../public/elements/music/tint.js';
import { markOn, waveColors } from '../../../../public/elements/music/waveform-color.js';
import { following, isZoomed, part, wholeView, zoomed } from '../../../../public/elements/music/waveform-model.js';

const LENGTH = 180_000;

test('what is zoomed at stays where it is, and the view stays within the song', () => {
    const near = zoomed(wholeView(LENGTH), 0.25, 90_000, LENGTH);
    assert.deepEqual(near, { fromMs: 67_500, toMs: 112_500 });
    assert.deepEqual(zoomed(wholeView(LENGTH), 0.25, 0, LENGTH), { fromMs: 0, toMs: 45_000 });
    assert.deepEqual(zoomed(near, 1000, 100_000, LENGTH), wholeView(LENGTH));
    assert.ok(isZoomed(near, LENGTH) && !isZoomed(wholeView(LENGTH), LENGTH));
});

test('no closer than four seconds, and a song that is shorter is seen whole', () => {
    const { fromMs, toMs } = zoomed(wholeView(LENGTH), 1e-6, 50_000, LENGTH);
    assert.equal(Math.round(toMs - fromMs), 4000);
    assert.deepEqual(zoomed(wholeView(2000), 0.1, 1000, 2000), { fromMs: 0, toMs: 2000 });
});

test('the view follows what is heard to the end of the song, and no further', () => {
    const near = { fromMs: 0, toMs: 30_000 };
    assert.deepEqual(following(near, 60_000, LENGTH), { fromMs: 50_000, toMs: 80_000 });
    assert.deepEqual(following(near, 179_000, LENGTH), { fromMs: 150_000, toMs: 180_000 });
    assert.deepEqual(following(near, 0, LENGTH), near);
});

test('a part of a waveform has the points of its time', () => {
    const values = Array.from({ length: 10 }, (_, index) => index);
    const seen = part({ pointMs: 100, peaks: values, bodies: values }, { fromMs: 250, toMs: 500 });
    assert.deepEqual(seen, { pointMs: 100, peaks: [2, 3, 4], bodies: [2, 3, 4] });
});

test('whatever the picture, what was heard is told from the bar and from the stage by 3 to 1 at least', () => {
    const pictures = ['#000000', '#ffffff', '#ffff66', '#000033', '#c01030', '#7f7f7f'].map((hex) => [{ hex, weight: 1 }]);
    for (const colors of [undefined, ...pictures])
        for (const scheme of /** @type {const} */ (['light', 'dark'])) {
            const bar = waveColors(colors, 'A title', 'bar')[scheme];
            assert.ok(contrast(rgb(bar), rgb(scheme === 'light' ? '#ffffff' : '#1e1a1f')) >= 3, `${scheme} ${bar}`);
            const stage = waveColors(colors, 'A title', 'stage')[scheme];
            for (const ground of grounds(scheme, colors, tintOf(colors, 'A title')))
                assert.ok(contrast(rgb(stage), rgb(ground)) >= 3, `${scheme} ${stage} on ${ground}`);
        }
    assert.equal(markOn(['#ffffff'], rgb('#303030'), 'light'), '#303030', 'a color that can be told is changed');
});
