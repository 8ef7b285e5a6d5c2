// @ts-check
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leftMs, partAt, ruleBody, ruleOf, standing } from '../../../../public/features/podcasts/model.js';
import { levelOf, Silence, startOf } from '../../../../public/player/episode-rules.js';

test('an episode is new, begun, played, or heard again', () => {
    const episode = (isNew, played, positionMs) => standing({ new: isNew, played, positionMs });
    assert.equal(episode(true, false, 0), 'new');
    assert.equal(episode(false, false, 0), undefined);
    assert.equal(episode(true, false, 5), 'begun');
    assert.equal(episode(false, true, 0), 'played');
    assert.equal(episode(false, true, 5), 'heard');
});

test('what is left is known only with the length', () => {
    assert.equal(leftMs({ positionMs: 400, durationMs: 1000 }), 600);
    assert.equal(leftMs({ positionMs: 2000, durationMs: 1000 }), 0);
    assert.equal(leftMs({ positionMs: 400, durationMs: undefined }), undefined);
});

test('the part that is heard is the last that has begun', () => {
    const parts = [{ startMs: 100 }, { startMs: 200 }];
    assert.deepEqual([0, 100, 199, 200, 9999].map((ms) => partAt(parts, ms)), [-1, 0, 0, 1, 1]);
    assert.equal(partAt([], 5), -1);
});

test('the rule of a subscription goes through the choice and back', () => {
    for (const rule of [{ downloads: 'none' }, { downloads: 'unplayed' }, { downloads: 'latest', latest: 5 }])
        assert.deepEqual(ruleBody(ruleOf(/** @type {any} */ (rule))), rule);
});

test('an episode goes on where it was, and anew from its end', () => {
    assert.equal(startOf({ positionMs: 5000, durationMs: 3_600_000 }), 5000);
    assert.equal(startOf({ positionMs: 3_599_000, durationMs: 3_600_000 }), 0);
    assert.equal(startOf({ positionMs: 5000 }), 5000);
});

test('silence counts once it is longer than a pause for breath, and ends with the first sound', () => {
    const silence = new Silence();
    const quiet = levelOf(new Float32Array([0.001, -0.001]));
    const loud = levelOf(new Float32Array([0.2, -0.2]));
    assert.ok(quiet < 0.0011 && Math.abs(loud - 0.2) < 1e-6);
    assert.equal(silence.isLong(quiet, 0), false);
    assert.equal(silence.isLong(quiet, 500), false);
    assert.equal(silence.isLong(quiet, 600), true);
    assert.equal(silence.isLong(loud, 700), false);
    assert.equal(silence.isLong(quiet, 800), false);
});
