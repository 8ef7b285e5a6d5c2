import assert from 'node:assert/strict';
import test from 'node:test';
import { remaining } from '../../../../public/features/administration/library/model.js';

test('what is left follows the pace since one looked, whatever was before', () => {
    assert.equal(remaining(0.5, { part: 0, at: 0 }, 60_000), 60_000);
    assert.equal(remaining(0.6, { part: 0.5, at: 1000 }, 11_000), 40_000);
});

test('nothing is said too early, and nothing about the last seconds', () => {
    assert.equal(remaining(0.01, { part: 0, at: 0 }, 60_000), undefined);
    assert.equal(remaining(0.5, { part: 0, at: 0 }, 2_000), undefined);
    assert.equal(remaining(0.97, { part: 0, at: 0 }, 60_000), undefined);
    assert.equal(remaining(0.5, { part: 0.5, at: 0 }, 60_000), undefined);
});
