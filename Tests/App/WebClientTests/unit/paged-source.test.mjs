import assert from 'node:assert/strict';
import test from 'node:test';
import { inSight, PagedSource } from '../../../../public/elements/lists/paged-source.js';

/** A list of `total` numbers in pages of ten, which records its requests. */
function numbers(total, keep = 3) {
    const asked = [];
    const cursors = Array.from({ length: Math.max(0, Math.ceil(total / 10) - 1) }, (_, page) => `c${page + 1}`);
    const load = async (cursor, limit) => {
        const page = cursor === undefined ? 0 : Number(cursor.slice(1));
        asked.push(page);
        return { items: Array.from({ length: Math.min(limit, total - page * 10) }, (_, index) => page * 10 + index) };
    };
    return { source: new PagedSource({ total, step: 10, cursors }, load, keep), asked };
}

test('only the pages that are looked at are fetched, once each however often they are asked for', async () => {
    const { source, asked } = numbers(95);
    assert.equal(source.at(42), undefined);
    const both = await Promise.all([source.ensure(38, 45), source.ensure(40, 44)]);
    assert.deepEqual(both, [true, true]);
    assert.deepEqual(asked.sort(), [3, 4]);
    assert.deepEqual([source.at(38), source.at(42), source.at(49), source.at(50)], [38, 42, 49, undefined]);
    assert.equal(await source.ensure(38, 45), false);
    assert.equal(asked.length, 2);
});

test('the last page may be short, and nothing lies behind it', async () => {
    const { source, asked } = numbers(95);
    await source.ensure(92, 400);
    assert.deepEqual(asked, [9]);
    assert.deepEqual([source.at(94), source.at(95)], [94, undefined]);
    assert.equal(await numbers(0).source.ensure(0, 10), false);
});

test('pages that were not looked at for long are let go', async () => {
    const { source, asked } = numbers(100);
    for (const first of [0, 10, 20]) await source.ensure(first, first + 1);
    await source.ensure(0, 1);
    await source.ensure(30, 31);
    assert.deepEqual([source.at(0), source.at(10), source.at(20), source.at(30)], [0, undefined, 20, 30]);
    await source.ensure(10, 11);
    assert.deepEqual(asked, [0, 1, 2, 3, 1]);
});

test('a stretch longer than what is held comes whole', async () => {
    const { source } = numbers(100);
    assert.deepEqual(await source.slice(5, 85), Array.from({ length: 80 }, (_, index) => index + 5));
    assert.deepEqual(await source.slice(-7, 3), [0, 1, 2]);
    assert.deepEqual(await source.slice(97, 300), [97, 98, 99]);
});

test('a page that fails is asked for again', async () => {
    let calls = 0;
    const source = new PagedSource({ total: 5, step: 10, cursors: [] }, async () => {
        calls += 1;
        if (calls === 1) throw new Error('once');
        return { items: [0, 1, 2, 3, 4] };
    });
    await assert.rejects(source.ensure(0, 5));
    assert.equal(await source.ensure(0, 5), true);
    assert.equal(source.at(4), 4);
});

test('what is in sight has as much again on either side, and the rest is height', () => {
    assert.deepEqual(inSight({ top: 0, height: 500, line: 50, columns: 1, total: 100_000 }), { first: 0, last: 20, before: 0, after: 4_999_000 });
    assert.deepEqual(inSight({ top: 2_500_000, height: 500, line: 50, columns: 1, total: 100_000 }), { first: 49_990, last: 50_020, before: 2_499_500, after: 2_499_000 });
    for (const top of [-300, 0, 17, 1999, 2600, 9999]) {
        const { first, last, before, after } = inSight({ top, height: 640, line: 250, columns: 6, total: 55 });
        assert.equal(before + after + Math.ceil((last - first) / 6) * 250, Math.ceil(55 / 6) * 250, `height at ${top}`);
        assert.ok(first % 6 === 0 && first < last && last <= 55, `${first}...${last} at ${top}`);
    }
    assert.deepEqual(inSight({ top: 0, height: 640, line: 250, columns: 6, total: 2 }), { first: 0, last: 2, before: 0, after: 0 });
});
