import assert from 'node:assert/strict';
import test from 'node:test';
import { common, groups, metadata, musicOf, unfinished, wholeNumber } from '../../../public/core/giving.js';

const one = (id, more = {}) => ({ id, title: id, artists: [], ...more });

test('files that were sent together stand together, in the order of the album', () => {
    const found = groups([
        one('b', { batch: 'x', trackNumber: 2, album: 'Album' }), one('single'), one('a', { batch: 'x', trackNumber: 1 }), one('c', { batch: 'x', discNumber: 2, trackNumber: 1 }),
    ]);
    assert.deepEqual(found.map((group) => [group.title, group.items.map((item) => item.id)]), [['Album', ['a', 'b', 'c']], ['single', ['single']]]);
});

test('what two people sent under one name of a batch is not one', () => {
    const found = groups([one('a', { batch: 'x', giver: { id: '1' } }), one('b', { batch: 'x', giver: { id: '2' } })]);
    assert.equal(found.length, 2);
});

test('metadata is Base64 of UTF-8, without what is empty', () => {
    assert.equal(metadata({ filename: 'Żółć.mp3', batch: undefined, wish: '' }), `filename ${Buffer.from('Żółć.mp3').toString('base64')}`);
});

test('only music is taken from a folder, and the same file goes on', () => {
    const files = [{ name: 'a.MP3', size: 5 }, { name: 'cover.jpg', size: 1 }, { name: 'b.flac', size: 6 }];
    assert.deepEqual(musicOf(files).map((file) => file.name), ['a.MP3', 'b.flac']);
    const uploads = [{ id: '1', name: 'a.MP3', length: 5, state: 'checking' }, { id: '2', name: 'a.MP3', length: 5, state: 'receiving' }];
    assert.equal(unfinished(files[0], uploads)?.id, '2');
    assert.equal(unfinished(files[2], uploads), undefined);
});

test('what all pieces have is shown, and what differs is not', () => {
    const pieces = [one('a', { year: 1999, album: 'X' }), one('b', { year: 2001, album: 'X' })];
    assert.equal(common(pieces, (piece) => piece.album), 'X');
    assert.equal(common(pieces, (piece) => String(piece.year)), undefined);
});

test('a year is a whole number, nothing, or an error at its field', () => {
    assert.equal(wholeNumber('year', '1971'), 1971);
    assert.equal(wholeNumber('year', ''), null);
    assert.throws(() => wholeNumber('year', '19x1'), (error) => error.field === 'year');
});
