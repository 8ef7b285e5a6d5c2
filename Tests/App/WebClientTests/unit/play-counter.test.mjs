import assert from 'node:assert/strict';
import test from 'node:test';
import { PlayCounter, threshold } from '../../../../public/player/play-counter.js';

function fixture(durationMs = 60_000) {
    const counter = new PlayCounter();
    counter.lengths.set('t', durationMs);
    const played = [];
    counter.addEventListener('played', ({ detail }) => played.push(detail));
    const note = (event, positionMs, at, playId = 'p') => {
        counter.note({ playId, trackId: 't', event, positionMs, client: 'Test' }, at);
        counter.miss(playId);
    };
    return { counter, played, note };
}

test('a play counts at half its track, at the latest after four minutes', () => {
    assert.deepEqual([threshold(60_000), threshold(3_600_000), threshold(0)], [30_000, 240_000, 240_000]);
});

test('a play that the server missed is handed out once, with the time of its beginning', () => {
    const { played, note } = fixture();
    note('start', 0, 1000);
    note('progress', 20_000, 21_000);
    assert.deepEqual(played, []);
    note('progress', 30_000, 31_000);
    note('end', 60_000, 61_000);
    assert.deepEqual(played, [{ playId: 'p', trackId: 't', playedAt: 1000 }]);
});

test('neither a jump nor a pause is heard', () => {
    const { played, note } = fixture();
    note('start', 0, 0);
    note('seek', 50_000, 5000);
    note('pause', 55_000, 10_000);
    note('resume', 55_000, 60_000);
    note('stop', 60_000, 65_000);
    assert.deepEqual(played, []);
});

test('a position cannot run ahead of the time', () => {
    const { played, note } = fixture();
    note('start', 0, 0);
    note('progress', 40_000, 3000);
    assert.deepEqual(played, []);
});

test('a play that the server hears of is its own to count', () => {
    const { counter, played } = fixture();
    const note = (event, positionMs, at) => counter.note({ playId: 'p', trackId: 't', event, positionMs, client: '' }, at);
    note('start', 0, 0);
    note('progress', 40_000, 40_000);
    assert.deepEqual(played, [], 'No report was missed.');
    counter.confirm('p');
    counter.miss('p');
    note('end', 60_000, 60_000);
    assert.deepEqual(played, [], 'It was counted before the connection was lost.');
    assert.equal(counter.isHandedOut('p'), false);
});
