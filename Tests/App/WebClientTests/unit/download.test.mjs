import assert from 'node:assert/strict';
import test from 'node:test';
import { fileName } from '../../../../public/features/downloads/model.js';

const track = (title, artists, mediaType) => ({ title, artists: artists.map((name) => ({ name })), mediaType });

test('a file name has artists, title, and the extension of the sound format', () => {
    assert.equal(fileName(track('Sinnerman', ['Nina Simone'], 'audio/flac')), 'Nina Simone - Sinnerman.flac');
    assert.equal(fileName(track('Vol. 2', ['A', 'B'], 'audio/ogg; codecs=opus')), 'A, B - Vol. 2.ogg');
    assert.equal(fileName(track('Untitled', [], 'audio/unheard-of')), 'Untitled');
});

test('what file systems do not take is replaced, and names stay short', () => {
    assert.equal(fileName(track('../a\\b:c*d?"<e>|\u0000', ['AC/DC'], 'audio/mpeg')), 'AC_DC - .._a_b_c_d___e___.mp3');
    assert.ok(fileName(track('x'.repeat(500), ['y'], 'audio/mpeg')).length <= 160);
});
