import assert from 'node:assert/strict';
import test from 'node:test';
import { lastBegun, lineAt, pieces } from '../../../../public/features/lyrics/model.js';

const lines = [{ startMs: 1000, text: 'a' }, { startMs: 2000, endMs: 2500, text: 'b' }, { startMs: 4000, text: 'c' }, { startMs: 4000, text: 'd' }];

test('the line is the last that has begun and has not ended', () => {
    const cases = [[0, -1], [999, -1], [1000, 0], [1999, 0], [2000, 1], [2499, 1], [2500, -1], [3999, -1], [4000, 3], [1e9, 3]];
    for (const [ms, index] of cases) assert.equal(lineAt(lines, ms), index, String(ms));
    assert.equal(lineAt([], 5), -1);
});

test('between two lines it is known which one was', () => {
    for (const [ms, index] of [[0, -1], [1000, 0], [2499, 1], [3000, 1], [4000, 3]]) assert.equal(lastBegun(lines, ms), index, String(ms));
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
