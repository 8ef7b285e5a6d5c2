import assert from 'node:assert/strict';
import test from 'node:test';
import { sorted } from '../../../../public/features/track/sort.js';
import { isByTempo, nameTempo, tempoCell, tempoLine } from '../../../../public/features/track/tempo.js';

const track = { id: 't', title: 'Song', artists: [], albumId: 'a', album: 'Album', durationMs: 61_000, bpm: 97 };

test('a list is by tempo when its order or a bound says so', () => {
    assert.deepEqual(
        [isByTempo('tempo'), isByTempo('bpm'), isByTempo('title', { tempoFrom: '90' }), isByTempo('', { tempoTo: '120' })],
        [true, true, true, true],
    );
    assert.deepEqual(
        [isByTempo('title'), isByTempo(''), isByTempo('added', { tempoFrom: '', tempoTo: '' })],
        [false, false, false],
    );
});

test('rules name the tempo in their order, in a rule or in a group of rules, and nowhere else', () => {
    const rule = (field) => ({ field, operator: 'atLeast', value: 100 });
    assert.equal(nameTempo({ match: 'all', rules: [rule('year')], order: 'tempo' }), true);
    assert.equal(nameTempo({ match: 'all', rules: [rule('year'), rule('bpm')], order: 'added' }), true);
    assert.equal(
        nameTempo({ match: 'all', order: 'title', rules: [{ match: 'any', rules: [rule('year'), rule('tempo')] }] }),
        true,
    );
    assert.equal(nameTempo({ match: 'all', rules: [rule('year'), { match: 'any', rules: [] }], order: 'added' }), false);
});

test('a tempo is a number in its column, and has its unit elsewhere; none is nothing', () => {
    assert.match(String(tempoCell(track)), /<td class="track-tempo">97<\/td>/);
    assert.match(String(tempoLine(track)), /^<span class="track-beats">[^<]+<\/span>$/);
    const unknown = { ...track, bpm: undefined };
    assert.match(String(tempoCell(unknown)), /<td class="track-tempo"><\/td>/);
    assert.equal(tempoLine(unknown), undefined);
});

test('songs are sorted by tempo, those without one first', () => {
    const songs = [120, undefined, 97, 120].map((bpm, place) => ({ ...track, bpm, place }));
    const places = (isDown) => sorted(songs, { by: 'tempo', isDown }, (song) => song, 'en').map(({ place }) => place);
    assert.deepEqual([places(false), places(true)], [[1, 2, 0, 3], [0, 3, 2, 1]]);
});
