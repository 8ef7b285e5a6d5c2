import assert from 'node:assert/strict';
import test from 'node:test';
import { barNames, busiestHour, choicePath, monthNames, periodName, readChoice, weekdays } from '../../../../public/features/statistics/model.js';
import { barChart, heatLevel, heatMap, labelStep } from '../../../../public/features/statistics/charts.js';

test('the address says only what is not usual, and nonsense is what is usual', () => {
    const usual = readChoice(new URLSearchParams());
    assert.deepEqual(usual, { who: 'me', period: 'month', date: '', kind: 'track', by: 'plays' });
    assert.equal(choicePath(usual), '/statistics');
    const choice = { ...usual, who: 'group', period: 'week', date: '2026-11-21', by: 'rating' };
    assert.deepEqual(readChoice(new URL(choicePath(choice), 'https://x').searchParams), choice);
    assert.deepEqual(readChoice(new URLSearchParams('who=eve&period=decade&date=<b>&kind=x&by=y')), usual);
});

test('periods have names', () => {
    assert.equal(periodName({ unit: 'all' }, 'en-US', 'All time'), 'All time');
    assert.equal(periodName({ unit: 'year', first: '2026-01-01', last: '2026-12-31' }, 'pl-PL', ''), '2026');
    assert.equal(periodName({ unit: 'month', first: '2026-11-01', last: '2026-11-30' }, 'pl-PL', ''), 'Listopad 2026');
    assert.match(periodName({ unit: 'week', first: '2026-11-16', last: '2026-11-22' }, 'en-US', ''), /16.*22/);
    assert.equal(periodName({ unit: 'day', first: '2026-11-21', last: '2026-11-21' }, 'en-US', ''), 'Saturday, November 21, 2026');
});

test('weeks begin on Monday, and bars are called after what they are', () => {
    assert.equal(weekdays('en-US', 'long')[0], 'Monday');
    assert.equal(monthNames('es-ES', 'long')[11], 'diciembre');
    assert.equal(barNames({ date: '2026-11-21' }, 'day', 'month', 'en-US').label, '21');
    assert.equal(barNames({ date: '2026-11-21' }, 'day', 'week', 'en-US').label, 'Sat');
    assert.equal(barNames({ date: '2026-11-21', hour: 9 }, 'hour', 'day', 'en-US').label, '9');
    assert.equal(barNames({ date: '2026-11-01' }, 'month', 'all', 'en-US').name, 'November 2026');
});

test('the busiest hour is the first with the most plays', () => {
    const rows = Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => ({ plays: 0 })));
    assert.equal(busiestHour(rows), undefined);
    rows[2][7] = { plays: 3 };
    rows[5][1] = { plays: 3 };
    assert.deepEqual(busiestHour(rows), { weekday: 2, hour: 7, plays: 3 });
});

test('cells differ by how much there is, and labels leave each other room', () => {
    assert.deepEqual([0, 1, 25, 100].map((value) => heatLevel(value, 100)), [0, 1, 3, 5]);
    assert.equal(heatLevel(0, 0), 0);
    assert.deepEqual([labelStep(7, 7), labelStep(31, 7), labelStep(0, 7)], [1, 5, 1]);
});

test('charts have a title, a description and a table, and escape what they show', () => {
    const chart = String(barChart({ title: 'A <b>', description: 'd', unit: 'u', column: 'c', bars: [{ label: 'l', name: '<n>', value: 2, text: '2' }, { label: 'm', name: 'm', value: 0, text: '0' }] }));
    assert.match(chart, /role="img"\s+aria-labelledby="chart-\d+-title chart-\d+-desc"/);
    assert.match(chart, /<th scope="row">&lt;n&gt;<\/th><td>2<\/td>/);
    assert.ok(!chart.includes('<b>') && !chart.includes('NaN') && !chart.includes('style='));
    const map = String(heatMap({ title: 't', description: 'd', corner: 'c', columns: ['0'], rows: [{ label: 'a', name: 'a', cells: [{ value: 0, text: '0' }] }] }));
    assert.ok(map.includes('heat-cell is-0') && map.includes('<table>') && !map.includes('NaN'));
});
