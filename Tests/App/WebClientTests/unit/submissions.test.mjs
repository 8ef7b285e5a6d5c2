import assert from 'node:assert/strict';
import test from 'node:test';
import { common, groups, metadata, musicOf, sameGroup, unfinished, wholeNumber } from '../../../../public/features/submissions/model.js';

const one = (id, more = {}) => ({ id, title: id, artists: [], albumArtists: [], ...more });

test('files that were sent together stand together, in the order of the album', () => {
    const found = groups([
        one('b', { batch: 'x', trackNumber: 2, album: 'Album' }), one('single'), one('a', { batch: 'x', trackNumber: 1 }), one('c', { batch: 'x', discNumber: 2, trackNumber: 1 }),
    ]);
    assert.deepEqual(found.map((group) => [group.common.album, group.items.map((item) => item.id)]), [['Album', ['a', 'b', 'c']], [undefined, ['single']]]);
});

test('several albums of one sending are groups of their own, called by what they have in common', () => {
    const found = groups([
        one('a', { batch: 'x', album: 'One', artists: ['Band'] }), one('b', { batch: 'x', album: 'Two', artists: ['Band'] }), one('c', { batch: 'x', album: ' one', artists: ['Band'] }),
        one('d', { batch: 'x', artists: ['Somebody'] }), one('e', { batch: 'x', artists: ['Somebody'] }), one('f', { batch: 'x', album: 'Two', artists: ['Other'] }),
    ]);
    assert.deepEqual(found.map((group) => [group.common, group.items.map((item) => item.id)]), [
        [{ album: 'One', artist: 'Band' }, ['a', 'c']], [{ album: 'Two', artist: undefined }, ['b', 'f']], [{ album: undefined, artist: 'Somebody' }, ['d', 'e']],
    ]);
    assert.deepEqual(sameGroup(found.flatMap((group) => group.items), found[1].items[0]).map((item) => item.id), ['b', 'f']);
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

test('an upload that is cancelled in the pause of its retries lets the next one begin', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { cancel, send, sendings } = await import('../../../../public/features/submissions/uploads.js');
    const asked = [];
    context.mock.method(globalThis, 'fetch', async (_, { headers }) => {
        asked.push(headers['Upload-Metadata']);
        return new Response('', { status: 503 });
    });
    const until = async (isTrue) => {
        for (let turns = 0; !isTrue(); turns += 1) {
            assert.ok(turns < 1000, 'Nothing happens.');
            await new Promise((resolve) => { setImmediate(resolve); });
        }
    };
    const file = (name) => ({ name, size: 1 });
    send([file('a.mp3'), file('b.mp3')], { known: [] });
    await until(() => sendings.value[0].state === 'pausing');
    await cancel(sendings.value[0].key);
    await until(() => asked.length === 2);
    assert.equal(asked[1], metadata({ filename: 'b.mp3' }));
    await until(() => sendings.value[0].state === 'pausing');
    await cancel(sendings.value[0].key);
});
