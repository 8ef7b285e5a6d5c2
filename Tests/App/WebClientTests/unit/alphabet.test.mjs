import assert from 'node:assert/strict';
import test from 'node:test';
import { fitting } from '../../../../public/features/library/alphabet.js';

const list = (letters, each = 10) => [...letters].map((letter, place) => ({ letter, index: place * each }));
const text = (letters) => letters.map(({ letter }) => letter).join('');

test('an alphabet that fits stays whole', () => {
    assert.equal(text(fitting(list('#ABC'), 40, 30)), '#ABC');
    assert.deepEqual(fitting([], 0, 30), []);
});

test('where letters are too many, other scripts have one each', () => {
    assert.equal(text(fitting(list('#ABCDEФГДЖαβγ漢あ가'), 160, 12)), '#ABCDEФα漢あ가');
});

test('where those are too many as well, one stands for all of them', () => {
    assert.equal(text(fitting(list('#ABCDEФГДЖαβγ漢あ가'), 160, 8)), '#ABCDEФ');
});

test('the script that most of the list is in stays whole, whichever it is', () => {
    const letters = [{ letter: 'A', index: 0 }, { letter: 'B', index: 1 }, { letter: 'C', index: 2 }, ...list('БВГДЕ', 100).map(({ letter, index }) => ({ letter, index: index + 3 }))];
    assert.equal(text(fitting(letters, 600, 6)), 'AБВГДЕ');
});

test('what is still too much is thinned evenly, and every entry keeps its place', () => {
    const thin = fitting(list('ABCDEFGHIJKLMNOPQRSTUVWXYZ'), 260, 9);
    assert.equal(text(thin), 'ADGJMPSVY');
    assert.equal(thin[1].index, 30);
});
