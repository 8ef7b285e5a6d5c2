import assert from 'node:assert/strict';
import test from 'node:test';
import { fold, named, remembered } from '../../../../public/features/search/model.js';

const items = ['Żółty wieczór', 'Evening jazz', 'Jazz', 'Fire 🔥', '!!!', 'The jazz evening'].map((name) => ({ name }));
const names = (text) => named(items, text).map((item) => item.name);

test('names are compared without marks and case', () => {
    assert.equal(fold('ŻÓŁĆ Straße Ø'), 'zolc strasse o');
    assert.equal(fold('Najpopular\u00adniejsze'), 'najpopularniejsze');
    assert.deepEqual(names('zolty'), ['Żółty wieczór']);
});

test('each word begins one of the name; whole names come first, then those that begin so', () => {
    assert.deepEqual(names('jazz'), ['Jazz', 'Evening jazz', 'The jazz evening']);
    assert.deepEqual(names('jazz eve'), ['Evening jazz', 'The jazz evening']);
    assert.deepEqual(names('azz'), []);
});

test('signs are found as well', () => {
    assert.deepEqual(names('🔥'), ['Fire 🔥']);
    assert.deepEqual(names('!!!'), ['!!!']);
    assert.deepEqual(names(' '), []);
});

test('the latest searches are remembered once each, without what was typed on the way', () => {
    assert.deepEqual(remembered(['ja', 'Abba'], 'jazz '), ['jazz', 'Abba']);
    assert.deepEqual(remembered(['Jazz', 'Abba'], 'jazz'), ['jazz', 'Abba']);
    assert.deepEqual(remembered(['a'], ' '), ['a']);
    assert.equal(remembered([...'bcdefghijk'], 'x').length, 8);
});
