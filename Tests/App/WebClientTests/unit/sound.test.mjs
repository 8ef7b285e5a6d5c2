import assert from 'node:assert/strict';
import test from 'node:test';
import { columns, joined, totalMs, touched } from '../../../../public/elements/music/waveform-model.js';
import { tonicName } from '../../../../public/elements/music/key-name.js';

test('a waveform keeps its highest points however narrow it is drawn', () => {
    assert.deepEqual(columns([0, 255, 0, 0], 2), [1, 0]);
    assert.deepEqual(columns([0, 0, 51, 255, 0, 0], 3), [0, 1, 0]);
    assert.deepEqual(columns([255, 0], 4), [1, 1, 0, 0]);
    assert.deepEqual(columns([], 3), [0, 0, 0]);
    assert.equal(Math.max(...columns(Array.from({ length: 997 }, (_, index) => (index === 990 ? 255 : 3)), 40)), 1);
});

test('a range is drawn where it is, and a moment of it is still to be seen', () => {
    assert.deepEqual(touched([0, 1000], 10_000, 100), [0, 10]);
    assert.deepEqual(touched([5001, 5002], 10_000, 10), [5, 6]);
    assert.deepEqual(touched([9900, 12_000], 10_000, 10), [9, 10]);
    assert.deepEqual(touched([0, 1000], 0, 10), [0, 0]);
});

test('ranges that follow each other closely are told as one', () => {
    const ranges = [[0, 100], [600, 700], [5000, 5200], [5100, 5150]];
    assert.deepEqual(joined(ranges, 1000), [[0, 700], [5000, 5200]]);
    assert.deepEqual(joined(ranges, 100), [[0, 100], [600, 700], [5000, 5200]]);
    assert.deepEqual(ranges[0], [0, 100]);
    assert.equal(totalMs([[0, 100], [600, 700]]), 200);
});

test('keys have the names that musicians of a language know', () => {
    const cases = [
        ['F#', 'minor', 'F♯', 'fis', 'Fa♯'], ['Bb', 'major', 'B♭', 'B', 'Si♭'], ['B', 'minor', 'B', 'h', 'Si'],
        ['Eb', 'major', 'E♭', 'Es', 'Mi♭'], ['Ab', 'minor', 'A♭', 'as', 'La♭'], ['Db', 'major', 'D♭', 'Des', 'Re♭'],
        ['C', 'major', 'C', 'C', 'Do'], ['G#', 'minor', 'G♯', 'gis', 'Sol♯'], ['A♯', 'minor', 'A♯', 'ais', 'La♯'],
    ];
    for (const [tonic, mode, en, pl, es] of cases) {
        assert.equal(tonicName({ tonic, mode }, 'en'), en);
        assert.equal(tonicName({ tonic, mode }, 'pl'), pl);
        assert.equal(tonicName({ tonic, mode }, 'es'), es);
    }
});
