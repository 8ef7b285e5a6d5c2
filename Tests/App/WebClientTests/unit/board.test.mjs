import assert from 'node:assert/strict';
import test from 'node:test';
import { dateName, difference, REACTIONS, timeLeft } from '../../../../public/features/board/model.js';
import { reactionArt } from '../../../../public/features/board/reactions.js';
import { collect } from '../../../../public/core/collect-pages.js';
import { pausing } from '../../../../public/core/throttle.js';

test('a date of the board is the same day wherever it is read', () => {
    assert.equal(dateName('2026-11-21', 'en', 'long'), 'November 21, 2026');
    assert.equal(dateName('2026-11-21', 'pl', 'long'), '21 listopada 2026');
    assert.equal(dateName('2026-11-21', 'es', 'long'), '21 de noviembre de 2026');
    assert.equal(dateName('someday', 'en'), 'someday');
});

test('the countdown goes by the server, and stops at nothing', () => {
    const day = { now: '2026-11-21T22:59:00.000Z', endsAt: '2026-11-21T23:00:00.000Z' };
    assert.equal(timeLeft(day, 0), 60_000);
    assert.equal(timeLeft(day, 59_000), 1000);
    assert.equal(timeLeft(day, 99_000), 0);
    assert.equal(timeLeft({ now: '', endsAt: '' }, 0), 0);
});

test('pages are collected until there is enough', async () => {
    const pages = { undefined: { items: [1, 2], nextCursor: 'a', date: 'x' }, a: { items: [3, 4], nextCursor: 'b' }, b: { items: [5] } };
    const load = async (cursor) => pages[cursor];
    assert.deepEqual(await collect(load, 3), { first: pages.undefined, items: [1, 2, 3, 4], more: true });
    assert.deepEqual(await collect(load, 9), { first: pages.undefined, items: [1, 2, 3, 4, 5], more: false });
});

test('a list on the screen changes by what goes and what is new', () => {
    assert.deepEqual(difference(['a', 'b', 'c'], ['d', 'a', 'c']), { gone: ['b'], fresh: ['d'] });
    assert.deepEqual(difference([], []), { gone: [], fresh: [] });
});

test('the reactions are those of the contract', () => {
    assert.deepEqual([...REACTIONS], ['love', 'fire', 'clap', 'laugh', 'wow', 'sad']);
    for (const name of REACTIONS) assert.match(String(reactionArt(name)), /<svg/);
    assert.equal(reactionArt('thumb'), null);
});

test('many events make one run, one that comes meanwhile another, and none after leaving', async () => {
    const leaving = new AbortController();
    let runs = 0;
    let finish = () => {};
    const update = pausing(() => { runs += 1; return new Promise((resolve) => { finish = resolve; }); }, leaving.signal, { pauseMs: 5, spreadMs: 0 });
    const wait = () => new Promise((resolve) => setTimeout(resolve, 60));
    for (let count = 0; count < 10; count += 1) update.soon();
    await wait();
    assert.equal(runs, 1);
    update.soon();
    update.soon();
    finish();
    await wait();
    assert.equal(runs, 2);
    finish();
    update.soon();
    leaving.abort();
    await wait();
    assert.equal(runs, 2);
});

test('a first look does not wait, and none runs beside another', async () => {
    const leaving = new AbortController();
    let runs = 0;
    let finish = () => {};
    const look = pausing(() => { runs += 1; return new Promise((resolve) => { finish = resolve; }); }, leaving.signal, { pauseMs: 5, spreadMs: 0 });
    const wait = () => new Promise((resolve) => setTimeout(resolve, 60));
    look.soon();
    look.now();
    assert.equal(runs, 1);
    look.now();
    look.soon();
    await wait();
    assert.equal(runs, 1);
    finish();
    await wait();
    assert.equal(runs, 2);
    leaving.abort();
});
