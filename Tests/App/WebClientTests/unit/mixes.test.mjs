import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { setLocale } from '../../../../public/core/i18n.js';
import { filteredPath, readFilters, TRACK_FILTERS } from '../../../../public/elements/forms/list-filters.js';
import { analysisShare } from '../../../../public/features/administration/overview/analysis.js';
import { keptName, mixArtists } from '../../../../public/features/mixes/model.js';
import { autoplayReason, mixingNote, mixingSentence, mixReason, radioReason, sentenceOf } from '../../../../public/features/song-radio/reasons.js';

/** Sets a language like the client does, with its file read from disk. */
async function speak(locale) {
    globalThis.document ??= { documentElement: {} };
    globalThis.fetch = async (url) => new Response(readFileSync(url));
    await setLocale(locale);
}

const track = { id: 't', title: 'T', artists: [{ id: 'a', name: 'Ada' }, { id: 'b', name: 'Bea' }] };
const mix = { id: '2', day: '2026-11-24', artists: ['Ada', 'Bea', 'Cyd'].map((name) => ({ id: name, name })), covers: [], trackCount: 0, durationMs: 0, items: [] };

test('a song of a radio says in a phrase why it came', async () => {
    await speak('en');
    const seed = { kind: 'track', id: 's', name: 'Seed', artists: ['b'] };
    const phrase = (kind) => radioReason(kind && { kind }, track, seed);
    assert.deepEqual(['seed', 'sound', 'listeners', 'artist', 'genre', 'library', 'later', undefined].map(phrase), [
        'The radio begins here', 'Sounds like Seed', 'Played by people who play Seed', 'By Bea', 'Same genre', 'Also in your library', '', '',
    ]);
    assert.equal(radioReason({ kind: 'artist' }, track, { kind: 'artist', id: 'a', name: 'Ada' }), 'By Ada');
    assert.equal(radioReason({ kind: 'artist' }, track, { kind: 'album', id: 'x', name: 'X' }), 'By Ada');
    assert.deepEqual(['played', 'artist', 'seed'].map((kind) => mixReason({ kind }, track)), ['You play this', 'By Ada', '']);
});

test('why a song came is said in a sentence, by what the server has weighed', async () => {
    const seed = { kind: 'artist', id: 'a', name: 'Ada' };
    const alike = { kind: 'sound', similarity: 0.724, like: { id: 's', title: 'Seed' } };
    const sentences = {
        en: ['It sounds like “Seed”: 72% alike.', 'It sounds like Ada.', 'People who play the songs of your queue play it, too.', 'Its genre is Jazz, like that of songs that led to it.',
            'It is by Ada, like songs that led to it.', 'You play it often.', 'It is in a minor key and has little energy.', 'Its album is from these years: 1990s.', ''],
        es: ['Suena como «Seed»: parecido del 72 %.', 'Suena como Ada.', 'Quien escucha las canciones de tu cola también la escucha.', 'Su género es Jazz, como el de canciones que llevaron a ella.',
            'Es de Ada, como canciones que llevaron a ella.', 'La escuchas a menudo.', 'Está en modo menor y tiene poca energía.', 'Su álbum es de estos años: 1990s.', ''],
        pl: ['Brzmi podobnie do „Seed”: podobieństwo 72%.', 'Brzmi podobnie: Ada.', 'Osoby, które słuchają utworów z twojej kolejki, słuchają też jego.', 'Gatunek to Jazz, jak w utworach, które do niego prowadziły.',
            'Wykonawca to Ada, jak w utworach, które do niego prowadziły.', 'Często go słuchasz.', 'Jest w tonacji molowej i ma mało energii.', 'Album pochodzi z tych lat: 1990s.', ''],
    };
    for (const [locale, expected] of Object.entries(sentences)) {
        await speak(locale);
        assert.deepEqual([
            sentenceOf(alike, track, 'autoplay'), sentenceOf({ kind: 'sound', similarity: 0.5 }, track, 'radio', seed), sentenceOf({ kind: 'listeners' }, track, 'autoplay'),
            sentenceOf({ kind: 'genre', genre: 'Jazz' }, track, 'mix'), sentenceOf({ kind: 'artist' }, track, 'radio', seed), sentenceOf({ kind: 'played' }, track, 'mix'),
            sentenceOf({ kind: 'mood' }, track, 'radio', { kind: 'mood', id: 'melancholic', name: 'M' }), sentenceOf({ kind: 'years' }, track, 'radio', { kind: 'years', id: '1990-1999', name: '1990s' }),
            sentenceOf({ kind: 'later' }, track, 'autoplay'),
        ].map((text) => text.replaceAll('\u00a0', ' ')), expected);
    }
    await speak('en');
    assert.deepEqual([alike, { kind: 'sound' }, { kind: 'genre' }, { kind: 'listeners' }].map((reason) => autoplayReason(reason, track)), ['Sounds like Seed', '', 'Same genre', 'Played by people who play the same']);
});

test('what is mixed says what fits: tempos, keys, or both', async () => {
    await speak('en');
    const [own, other] = [{ id: 't', bpm: 124.4, key: { tonic: 'C', mode: 'major' } }, { id: 's', bpm: 120, key: { tonic: 'A', mode: 'minor' } }];
    const mixing = { before: { title: 'Seed' }, own, other, fit: { tempo: true, key: true } };
    assert.equal(mixingNote(mixing), '120 → 124 bpm · A minor → C major');
    assert.equal(mixingSentence(mixing), 'It mixes well after “Seed”: 120 → 124 bpm and A minor → C major.');
    assert.equal(mixingNote({ ...mixing, own: other, fit: { tempo: true, key: false } }), '120 bpm');
    assert.equal(mixingNote({ ...mixing, own: other, fit: { tempo: false, key: true } }), 'A minor');
});

test('a mix lists its artists as each language does, and is kept with its day', async () => {
    for (const [locale, artists, name] of [
        ['en', 'Ada, Bea, and Cyd', 'Mix 2, November 24, 2026'], ['pl', 'Ada, Bea i Cyd', 'Miks 2, 24 listopada 2026'], ['es', 'Ada, Bea y Cyd', 'Mix 2, 24 de noviembre de 2026'],
    ]) {
        await speak(locale);
        assert.equal(mixArtists(mix), artists);
        assert.equal(keptName(mix), name);
    }
});

test('what is analyzed is told without what failed, and all only when it is all', () => {
    assert.deepEqual(analysisShare({ running: false, waiting: 0, done: 0, failed: 0 }), { total: 0, analyzed: 0, share: 0 });
    assert.deepEqual(analysisShare({ running: true, waiting: 1, done: 1999, failed: 0 }), { total: 2000, analyzed: 1999, share: 0.99 });
    assert.deepEqual(analysisShare({ running: false, waiting: 0, done: 1000, failed: 1 }), { total: 1000, analyzed: 999, share: 0.99 });
    assert.equal(analysisShare({ running: false, waiting: 0, done: 7, failed: 0 }).share, 1);
    assert.equal(analysisShare({ running: false, waiting: 0 }).total, 0);
});

test('lists of tracks keep a range of tempos in the address, other lists know none', () => {
    const query = new URLSearchParams('tempoFrom=90&tempoTo=140&yearFrom=1990');
    const filters = readFilters(query, TRACK_FILTERS);
    assert.deepEqual([filters.tempoFrom, filters.tempoTo, filters.yearFrom], ['90', '140', '1990']);
    assert.equal(filteredPath('/library/tracks', filters), '/library/tracks?yearFrom=1990&tempoFrom=90&tempoTo=140');
    assert.equal(readFilters(query).tempoFrom, '');
    for (const wrong of ['0', '1000', '-5', '12.5', 'x']) assert.equal(readFilters(new URLSearchParams({ tempoTo: wrong }), TRACK_FILTERS).tempoTo, '');
});
