import assert from 'node:assert/strict';
import test from 'node:test';
import { pathFor } from '../../../../public/features/shared-link/model.js';

const here = { origin: 'https://music.example', mayImport: true };

test('a link to a sound file becomes an import, wherever the other app has put it', () => {
    const path = '/give?link=https%3A%2F%2Fa.example%2Fsong.flac%3Fx%3D1';
    assert.equal(pathFor({ url: 'https://a.example/song.flac?x=1' }, here), path);
    assert.equal(pathFor({ text: 'Listen: https://a.example/song.flac?x=1' }, here), path);
    assert.equal(pathFor({ title: 'https://a.example/song.flac?x=1' }, here), path);
});

test('who may not import searches for the name', () => {
    assert.equal(pathFor({ url: 'https://a.example/My_song.flac' }, { ...here, mayImport: false }), '/search?q=My%20song');
});

test('a page about a song becomes a search for its title', () => {
    assert.equal(pathFor({ title: 'Artist - Song', text: 'https://video.example/watch?v=1' }, here), '/search?q=Artist%20-%20Song');
    assert.equal(pathFor({ text: 'Artist - Song https://video.example/watch?v=1' }, here), '/search?q=Artist%20-%20Song');
    assert.equal(pathFor({}, here), '/search');
});

test('a link to this server is its page', () => {
    assert.equal(pathFor({ url: 'https://music.example/albums/1?x=2' }, here), '/albums/1?x=2');
    assert.match(pathFor({ url: 'https://music.example.evil/albums/1' }, here), /^\/search/);
    assert.match(pathFor({ text: 'javascript:alert(1)' }, here), /^\/search\?q=javascript/);
});

test('a long text becomes a search for its beginning, whatever characters it has', () => {
    const path = pathFor({ text: `${'a'.repeat(199)}🎵 and more` }, here);
    assert.equal(decodeURIComponent(path), `/search?q=${'a'.repeat(199)}🎵`);
    assert.equal(decodeURIComponent(pathFor({ title: '🎵'.repeat(300) }, here)), `/search?q=${'🎵'.repeat(200)}`);
});
