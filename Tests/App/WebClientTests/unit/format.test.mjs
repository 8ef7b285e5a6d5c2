import assert from 'node:assert/strict';
import test from 'node:test';
import * as format from '../../../../public/core/format.js';

test('a clock shows minutes, and hours when there are some', () => {
    const cases = [[0, '0:00'], [999, '0:00'], [1000, '0:01'], [65_000, '1:05'], [600_000, '10:00'], [3_599_999, '59:59'], [3_600_000, '1:00:00'], [3_725_000, '1:02:05']];
    for (const [ms, text] of cases) assert.equal(format.clock(ms), text);
});

test('a clock survives what is no time', () => {
    for (const value of [NaN, -5, Infinity, undefined]) assert.equal(format.clock(value), '0:00');
});

test('a spoken time leaves out what is zero', () => {
    assert.equal(format.spokenTime(185_000, 'en'), '3 minutes, 5 seconds');
    assert.equal(format.spokenTime(3_600_000, 'en'), '1 hour');
    assert.equal(format.spokenTime(0, 'en'), '0 seconds');
    assert.equal(format.spokenTime(122_000, 'pl'), '2 minuty, 2 sekundy');
    assert.equal(format.spokenTime(300_000, 'pl'), '5 minut');
    assert.equal(format.spokenTime(61_000, 'es'), '1 minuto, 1 segundo');
});

test('a length is rounded to minutes, and to seconds when it is short', () => {
    assert.equal(format.length(28 * 60_000, 'en'), '28 min');
    assert.equal(format.length(72 * 60_000, 'en'), '1 hr 12 min');
    assert.equal(format.length(18_000, 'en'), '18 sec');
    assert.equal(format.length(0, 'en'), '0 min');
});

test('what happened is told from now', () => {
    const now = Date.parse('2026-11-21T12:00:00Z');
    assert.equal(format.ago('2026-11-21T11:59:50Z', 'en', now), 'now');
    assert.equal(format.ago('2026-11-21T11:55:00Z', 'en', now), '5 minutes ago');
    assert.equal(format.ago('2026-11-20T11:00:00Z', 'en', now), 'yesterday');
    assert.equal(format.ago('2026-11-21T10:00:00Z', 'pl', now), '2 godziny temu');
    assert.equal(format.ago('not a date', 'en', now), '');
});

test('days have names', () => {
    const now = new Date(2026, 10, 21, 9);
    assert.equal(format.dayName(new Date(2026, 10, 21, 1).toISOString(), 'en', now), 'Today');
    assert.equal(format.dayName(new Date(2026, 10, 20, 23).toISOString(), 'es', now), 'Ayer');
    assert.equal(format.dayName(new Date(2026, 10, 18).toISOString(), 'en', now), 'Wednesday, November 18');
    assert.match(format.dayName(new Date(2025, 0, 2).toISOString(), 'en', now), /2025/);
});

test('a day is the reader’s own', () => {
    assert.equal(format.dayKey(new Date(2026, 0, 5, 23, 59).toISOString()), '2026-01-05');
});

test('initials are two letters at most, of any script', () => {
    const cases = [['Ada Lovelace', 'AL'], ['ada', 'A'], ['Jean Michel Jarre', 'JJ'], ['  ', ''], ['żaneta ćwik', 'ŻĆ'], ['😀 Smile', '😀S']];
    for (const [name, text] of cases) assert.equal(format.initials(name), text);
});

test('broken dates print nothing', () => {
    for (const print of [format.date, format.dateTime, format.timeOfDay]) assert.equal(print('x', 'en'), '');
});
