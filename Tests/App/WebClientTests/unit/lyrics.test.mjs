import assert from 'node:assert/strict';
import test from 'node:test';
import { lastBegun, lineAt, lineNear, pieces, rows, wholeText } from '../../../../public/features/lyrics/model.js';

const lines = [{ startMs: 1000, text: 'a' }, { startMs: 2000, endMs: 2500, text: 'b' }, { startMs: 4000, text: 'c' }, { startMs: 4000, text: 'd' }];

test('the line is the last that has begun and has not ended', () => {
    const cases = [[0, -1], [999, -1], [1000, 0], [1999, 0], [2000, 1], [2499, 1], [2500, -1], [3999, -1], [4000, 3], [1e9, 3]];
    for (const [ms, index] of cases) assert.equal(lineAt(lines, ms), index, String(ms));
    assert.equal(lineAt([], 5), -1);
});

test('between two lines it is known which one was', () => {
    for (const [ms, index] of [[0, -1], [1000, 0], [2499, 1], [3000, 1], [4000, 3]]) assert.equal(lastBegun(lines, ms), index, String(ms));
});

test('a translation stands under its line, also where its file is less exact', () => {
    const cases = [[1000, 'a'], [1009, 'a'], [995, 'a'], [1500, 'a'], [1501, 'b'], [2600, undefined], [4000, 'c'], [3990, 'c'], [9000, undefined]];
    for (const [ms, text] of cases) assert.equal(lineNear(lines, ms)?.text, text, String(ms));
    assert.equal(lineNear([], 5), undefined);
    assert.equal(lineNear(lines, undefined), undefined);
});

test('a line falls into words and what is between them, whatever its letters take', () => {
    const text = 'Żółw 🎵 la';
    const bytes = new TextEncoder().encode(text);
    const words = [{ startMs: 1, byteStart: 0, byteEnd: 7 }, { startMs: 2, byteStart: 8, byteEnd: 12 }];
    const found = pieces({ text, words });
    assert.deepEqual(found, [{ text: 'Żółw', startMs: 1 }, { text: ' ' }, { text: '🎵', startMs: 2 }, { text: ' la' }]);
    assert.equal(found.map((one) => one.text).join(''), text);
    assert.equal(bytes.length, 15);
    assert.deepEqual(pieces({ text: 'la' }), [{ text: 'la' }]);
});

test('a line falls into rows between words, and within one that is too wide, also where a script has no spaces', () => {
    const fits = (text) => [...text].length <= 6;
    assert.deepEqual(rows(' one two  three ', fits), ['one', 'two', 'three']);
    assert.deepEqual(rows('a bc def', fits), ['a bc', 'def']);
    assert.deepEqual(rows('incredibly so', fits), ['incred', 'ibly', 'so']);
    const [japanese, thai] = ['夜に駆けるメロディーが響く', 'ดอกไม้ในสวนหลังบ้าน'].map((line) => rows(line, fits));
    assert.ok(japanese.every(fits) && japanese.length <= 4 && japanese.join('') === '夜に駆けるメロディーが響く', String(japanese));
    assert.ok(thai.every((row) => fits(row) && !/^\p{M}/u.test(row)) && thai.join('') === 'ดอกไม้ในสวนหลังบ้าน', String(thai));
    assert.deepEqual(rows('', fits), ['']);
});

test('what is sung behind a line stands in parentheses', () => {
    assert.equal(wholeText({ text: 'la', background: { text: 'ooh' } }), 'la (ooh)');
    assert.equal(wholeText({ text: '', background: { text: 'ooh' } }), '(ooh)');
    assert.equal(wholeText({ text: 'la' }), 'la');
});
