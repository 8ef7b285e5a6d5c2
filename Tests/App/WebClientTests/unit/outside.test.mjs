import assert from 'node:assert/strict';
import test from 'node:test';
import { imagePath } from '../../../../public/core/images.js';
import { apart, previewOf } from '../../../../public/features/outside/model.js';

const song = (id, track) => ({ id, title: `Song ${id}`, artist: 'Nina', track: track && { id: track } });

test('an outside song that the library’s results show already is left out, another own one stays', () => {
    const songs = [song(1), song(2, 'shown'), song(3, 'deeper')];
    assert.deepEqual(
        apart(songs, new Set(['shown'])).map(({ id }) => id),
        [1, 3],
    );
});

test('a preview and its picture come from this server', () => {
    const preview = previewOf({ ...song(7), hasPicture: true });
    assert.equal(preview.streamUrl, '/api/v1/outside/7/preview');
    assert.equal(imagePath(preview.picture), '/api/v1/outside/7/picture');
    assert.equal(previewOf({ ...song(7), hasPicture: false }).picture, undefined);
    assert.equal(imagePath('/api/v1/outside/../picture'), undefined);
    assert.equal(imagePath('https://is1.example/7.jpg'), undefined);
});
