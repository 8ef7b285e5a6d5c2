import assert from 'node:assert/strict';
import test from 'node:test';
import { changesOf, lines } from '../../../../public/features/corrections/model.js';

test('names come one a line, tidied and each once', () => {
    assert.deepEqual(lines(' Nina  Simone \n\nOtis\nOtis\r\n'), ['Nina Simone', 'Otis']);
    assert.deepEqual(lines(' \n '), []);
});

test('only what differs is sent', () => {
    const before = { title: 'Blue', artists: ['Nina', 'Otis'], genres: [], year: 1999, album: 'Pastel' };
    const same = { title: ' Blue ', artists: 'Nina\nOtis\n', genres: '', year: '1999', album: 'Pastel' };
    assert.deepEqual(changesOf(before, same), {});
    assert.deepEqual(changesOf(before, { ...same, artists: 'Otis\nNina' }), { artists: ['Otis', 'Nina'] });
    assert.deepEqual(changesOf(before, { ...same, title: 'Green', year: '2001', genres: 'Jazz' }), { title: 'Green', year: 2001, genres: ['Jazz'] });
});

test('what is emptied goes back to the file, and what is no year is left to the server to refuse', () => {
    const before = { title: 'Blue', artists: ['Nina'], year: 1999 };
    assert.deepEqual(changesOf(before, { title: '', artists: ' \n', year: '' }), { title: null, artists: null, year: null });
    assert.deepEqual(changesOf(before, { year: 'soon' }), { year: 'soon' });
    assert.deepEqual(changesOf({ year: undefined }, { year: '' }), {});
});
