import assert from 'node:assert/strict';
import test from 'node:test';
import { Reporter } from '../../../../public/player/reporter.js';

function fixture({ fail = () => false } = {}) {
    const sent = [];
    let clock = 0;
    let id = 0;
    const reporter = new Reporter({
        send: async (report, { last }) => {
            await null;
            if (fail(report)) throw new Error('offline');
            sent.push({ ...report, last });
        },
        makeId: () => `play-${++id}`,
        now: () => clock,
        client: 'Test',
    });
    const settle = () => new Promise((resolve) => setTimeout(resolve, 5));
    return { reporter, sent, settle, pass: (ms) => { clock += ms; }, events: () => sent.map((report) => report.event).join(' ') };
}

test('one play is told from start to end under one id, in order', async () => {
    const { reporter, sent, settle, pass, events } = fixture();
    reporter.started('t1', 0);
    pass(5000);
    reporter.paused(5000);
    reporter.resumed('t1', 5000);
    reporter.seeked(60_000);
    reporter.ended(180_000);
    await settle();
    assert.equal(events(), 'start pause resume seek end');
    assert.deepEqual(new Set(sent.map((report) => report.playId)), new Set(['play-1']));
    assert.deepEqual(sent[3], { playId: 'play-1', trackId: 't1', event: 'seek', positionMs: 60_000, client: 'Test', last: false });
});

test('progress is told each ten seconds, however often the position moves', async () => {
    const { reporter, settle, pass, events } = fixture();
    reporter.started('t1', 0);
    for (let ms = 250; ms <= 30_000; ms += 250) { pass(250); reporter.progressed(ms); }
    await settle();
    assert.equal(events(), 'start progress progress progress');
});

test('nothing is told while paused, and a second pause says nothing new', async () => {
    const { reporter, settle, pass, events } = fixture();
    reporter.started('t1', 0);
    reporter.paused(10);
    reporter.paused(10);
    pass(60_000);
    reporter.progressed(10);
    await settle();
    assert.equal(events(), 'start pause');
});

test('another track ends the play before it', async () => {
    const { reporter, sent, settle, events } = fixture();
    reporter.started('t1', 0);
    reporter.started('t2', 0);
    await settle();
    assert.equal(events(), 'start stop start');
    assert.deepEqual(sent.map((report) => report.trackId), ['t1', 't1', 't2']);
    assert.equal(sent[2].playId, 'play-2');
});

test('repeating one track makes a new play', async () => {
    const { reporter, sent, settle } = fixture();
    reporter.started('t1', 0);
    reporter.ended(1000);
    reporter.started('t1', 0);
    await settle();
    assert.deepEqual(sent.map((report) => report.playId), ['play-1', 'play-1', 'play-2']);
});

test('leaving the page stops the play at once, and coming back begins another', async () => {
    const { reporter, sent, settle, events } = fixture();
    reporter.started('t1', 0);
    await settle();
    reporter.leave(4000.6);
    await settle();
    assert.deepEqual(sent.at(-1), { playId: 'play-1', trackId: 't1', event: 'stop', positionMs: 4001, client: 'Test', last: true });
    reporter.progressed(5000);
    reporter.ended(5000);
    reporter.resumed('t1', 4000);
    await settle();
    assert.equal(events(), 'start stop start');
    assert.equal(sent.at(-1).playId, 'play-2');
});

test('without a play there is nothing to tell', async () => {
    const { reporter, sent, settle } = fixture();
    reporter.progressed(1);
    reporter.paused(1);
    reporter.seeked(1);
    reporter.ended(1);
    reporter.stopped(1);
    reporter.leave(1);
    await settle();
    assert.equal(sent.length, 0);
});

test('a lost report does not hold up the next', async () => {
    const { reporter, settle, events } = fixture({ fail: (report) => report.event === 'start' });
    reporter.started('t1', -3);
    reporter.ended(1000);
    await settle();
    assert.equal(events(), 'end');
});
