import assert from 'node:assert/strict';
import test from 'node:test';
import { gather, PassedMoments, readingMs, timeOf } from '../../../../public/features/moments/model.js';

const moment = (id, positionMs, text = id) => ({ id, positionMs, text, author: { id: 'a', name: 'Ada' }, own: false });
const ids = (groups) => groups.map(({ moments }) => moments.map(({ id }) => id).join(''));

test('moments stand where they were pinned, and those that would overlap at one place', () => {
    const all = [moment('a', 0), moment('b', 1000), moment('c', 50_000), moment('d', 52_000), moment('e', 100_000)];
    const whole = { fromMs: 0, toMs: 100_000 };
    const groups = gather(all, whole, 1000, 26);
    assert.deepEqual(ids(groups), ['ab', 'cd', 'e']);
    // No bubble goes beyond the edge or over another one.
    assert.deepEqual(groups.map(({ x }) => x), [13, 500, 987]);
    assert.deepEqual(ids(gather(all, whole, 3000, 26)), ['ab', 'c', 'd', 'e']);
    for (let width = 30; width < 1500; width += 7) {
        const places = gather(all, whole, width, 26).map(({ x }) => x);
        assert.ok(places.every((x, index) => index === 0 || x - places[index - 1] >= 26), String(width));
        assert.ok(places.every((x) => x >= 13 && x <= width - 13), String(width));
    }
});

test('a part that is looked at closely has its own, and nothing stands where nothing is to be seen', () => {
    const all = [moment('a', 0), moment('b', 1000), moment('c', 50_000)];
    assert.deepEqual(ids(gather(all, { fromMs: 500, toMs: 1500 }, 1000, 26)), ['b']);
    assert.deepEqual(gather(all, { fromMs: 0, toMs: 0 }, 1000, 26), []);
    assert.deepEqual(gather(all, { fromMs: 0, toMs: 100 }, 0, 26), []);
    assert.equal(gather(Array.from({ length: 500 }, (_, at) => moment(`${at}`, at * 10)), { fromMs: 0, toMs: 5000 }, 640, 18).length <= 640 / 18, true);
});

/** Plays from a position with four ticks a second, and records what is shown when. */
function play(passed, clock, { fromMs, forMs, rate = 1, stepMs = 250 }) {
    const seen = [];
    for (let at = 0; at <= forMs; at += stepMs) {
        clock.ms += stepMs;
        const shown = passed.tick({ positionMs: fromMs + at * rate, atMs: clock.ms, isPlaying: true, rate });
        const id = shown ? shown.moment.id + (shown.others ? `+${shown.others}` : '') : '';
        if (id !== (seen.at(-1)?.id ?? '')) seen.push({ id, positionMs: fromMs + at * rate });
    }
    return seen;
}

function started(...moments) {
    const passed = new PassedMoments();
    passed.load(moments);
    return { passed, clock: { ms: 1000 } };
}

test('a moment shows when the music gets there, for as long as it takes to read', () => {
    const { passed, clock } = started(moment('a', 2000));
    const seen = play(passed, clock, { fromMs: 0, forMs: 10_000 });
    assert.deepEqual(seen, [{ id: 'a', positionMs: 2000 }, { id: '', positionMs: 2000 + readingMs('a') }]);
    assert.ok(readingMs('x'.repeat(300)) > readingMs('x'.repeat(80)) && readingMs('x'.repeat(3000)) <= 9000);
});

test('moments at the very beginning and end show too, and two at once are one bubble with a number', () => {
    const { passed, clock } = started(moment('a', 0), moment('b', 4900), moment('c', 5000));
    assert.deepEqual(play(passed, clock, { fromMs: 0, forMs: 5000 }).map(({ id }) => id), ['a', '', 'c+1']);
});

test('close moments do not flicker: none is shown for less than it takes to see it', () => {
    const { passed, clock } = started(...Array.from({ length: 40 }, (_, at) => moment(`m${at}`, 1000 + at * 250)));
    const seen = play(passed, clock, { fromMs: 0, forMs: 12_000 });
    for (const [index, { positionMs }] of seen.entries())
        assert.ok(index === 0 || positionMs - seen[index - 1].positionMs >= 1500, JSON.stringify(seen));
    assert.ok(seen.length > 5);
});

test('whoever seeks over moments sees none of them, and who goes to one sees it', () => {
    const { passed, clock } = started(moment('a', 2000), moment('b', 60_000));
    assert.equal(play(passed, clock, { fromMs: 0, forMs: 1000 }).length, 0);
    assert.equal(play(passed, clock, { fromMs: 30_000, forMs: 1000 }).length, 0);
    // Seeks to it. The player arrives a little later.
    assert.deepEqual(play(passed, clock, { fromMs: 60_020, forMs: 500 }).map(({ id }) => id), ['b']);
    // Seeking away hides the bubble, and seeking back shows it again.
    assert.deepEqual(play(passed, clock, { fromMs: 1000, forMs: 2000 }).map(({ id }) => id), ['a']);
    assert.deepEqual(play(passed, clock, { fromMs: 500, forMs: 2000 }).map(({ id }) => id), ['a']);
});

test('a quicker song passes them sooner and shows them as long', () => {
    const { passed, clock } = started(moment('a', 3000));
    const before = clock.ms;
    const seen = play(passed, clock, { fromMs: 0, forMs: 8000, rate: 3 });
    assert.deepEqual(seen.map(({ positionMs }) => positionMs), [3000, 3000 + 3 * readingMs('a')]);
    assert.equal(clock.ms - before, 8250);
    // A background tab ticks rarely, so a large step is not a seek.
    passed.load([moment('a', 3000), moment('z', 100_000)]);
    clock.ms += 30_000;
    assert.equal(passed.tick({ positionMs: 24_000 + 3 * 30_000, atMs: clock.ms, isPlaying: true, rate: 3 })?.moment.id, 'z');
});

test('in a pause the bubble is there for as long as it takes to read, and does not come back when the music goes on', () => {
    const { passed, clock } = started(moment('a', 1000), moment('b', 2500));
    play(passed, clock, { fromMs: 0, forMs: 2000 });
    const shown = [];
    for (let half = 0; half < 20; half += 1) {
        clock.ms += 500;
        shown.push(passed.tick({ positionMs: 2000, atMs: clock.ms, isPlaying: false })?.moment.id);
    }
    assert.equal(shown.filter(Boolean).length, (readingMs('a') - 1000) / 500 - 1);
    assert.ok(!shown.includes('b') && shown.at(-1) === undefined);
    // An hour later.
    clock.ms += 3_600_000;
    assert.deepEqual(play(passed, clock, { fromMs: 2000, forMs: 1000 }).map(({ id }) => id), ['b']);
});

test('small steps back of the player show nothing twice', () => {
    const { passed, clock } = started(moment('a', 1000));
    const positions = [900, 1010, 990, 1020, 1005, 1100];
    const shown = positions.map((positionMs) => {
        clock.ms += 100;
        return passed.tick({ positionMs, atMs: clock.ms, isPlaying: true });
    });
    assert.equal(shown.filter((one) => one && one.others === 0).length, 5);
    // Nor is it shown for longer.
    assert.deepEqual(play(passed, clock, { fromMs: 1100, forMs: 12_000 }), [{ id: 'a', positionMs: 1100 }, { id: '', positionMs: 4600 }]);
});

test('the first moment of a song shows although it came a little late', () => {
    const { passed, clock } = started();
    passed.reset();
    assert.equal(play(passed, clock, { fromMs: 0, forMs: 1000 }).length, 0);
    passed.load([moment('a', 0), moment('b', 50_000)]);
    assert.deepEqual(play(passed, clock, { fromMs: 1000, forMs: 1000 }).map(({ id }) => id), ['a']);
    // Once the moments are known, a passed one is not shown again.
    passed.load([moment('a', 0), moment('c', 1500), moment('b', 50_000)]);
    assert.deepEqual(play(passed, clock, { fromMs: 2000, forMs: 9000 }).map(({ id }) => id), ['a', '']);
});

test('what shows follows its author, and goes with the moment or the song', () => {
    const { passed, clock } = started(moment('a', 1000));
    play(passed, clock, { fromMs: 0, forMs: 1000 });
    passed.load([moment('a', 1000, 'Better')]);
    assert.equal(passed.shown?.moment.text, 'Better');
    passed.load([]);
    assert.equal(passed.shown, undefined);
    passed.load([moment('a', 1000)]);
    play(passed, clock, { fromMs: 900, forMs: 500 });
    passed.reset();
    assert.equal(passed.shown, undefined);
    // A moment that another user pins during the song is shown when it is passed.
    play(passed, clock, { fromMs: 0, forMs: 500 });
    passed.load([moment('b', 700)]);
    assert.deepEqual(play(passed, clock, { fromMs: 600, forMs: 500 }).map(({ id }) => id), ['b']);
});

test('times are read as people type them', () => {
    for (const [text, ms] of [['1:23', 83_000], [' 0:05.5 ', 5500], ['1:02:03', 3_723_000], ['83', 83_000], ['0', 0], ['12:00', 720_000], ['0:05,25', 5250]])
        assert.equal(timeOf(text), ms, text);
    for (const text of ['', 'x', '1:60', '1:99:00', '-1', '1:2:3:4', '1:', ':5', '1e3', '0x10', '999999999999999999999'])
        assert.equal(timeOf(text), undefined, text);
});
