import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { track } from './samples.mjs';

// Playlists imported from other services, and the state of their songs.

const state = { value: { state: 'none' } };
const count = (kind, found, added) => ({ kind, found, added, present: 0, unmatched: found - added });
const morning = { name: 'Morning', exact: 0, sure: 0, likely: 1, missing: 3, present: 0 };
const report = { source: 'spotify', counts: [count('playlists', 1, 1)], unreadable: 0, unmatched: ['Nobody – Song'], playlists: [morning] };
const song = (one, name, more = {}) => ({ id: one, title: name, artist: `Artist of ${name}`, state: 'awaited', ...more });
let songs = [song('1', 'Another song', { state: 'likely', track: track('a') }), song('2', 'Missing song'), song('3', 'Third song - Live'), song('4', 'Song of nobody')];
const playlist = {
    id: 'p', name: 'Morning', own: true, mayEdit: true, entryCount: 1, durationMs: 1000, covers: [], visibility: 'private', owner: { id: 'ada', name: 'Ada' }, members: [], revision: 1, contents: 1,
    changedAt: '2026-11-20T10:00:00Z', createdAt: '2026-11-20T10:00:00Z',
};
const missing = () => songs.filter((one) => ['awaited', 'refused'].includes(one.state)).length;
const client = await start({
    me: { permissions: ['listen', 'stream', 'takePart'], role: 'listener' },
    answers: {
        'GET /me/import': () => state.value,
        'POST /me/import': () => (state.value = { state: 'ready', report }),
        'POST /me/import/run': () => (state.value = { state: 'running', done: 1, total: 4 }),
        'DELETE /me/import': () => { state.value = { state: 'none' }; },
        'GET /me/sharing': { opinions: 'nobody' }, 'GET /me/playback-sharing': { playing: 'nobody' },
        'GET /playlists/p': () => playlist,
        'GET /playlists/p/outline': { total: 0, step: 100, cursors: [] }, 'GET /playlists/p/entries': { items: [] },
        'GET /playlists/p/imported': () => ({ total: 4, exact: 0, sure: 0, likely: songs.filter((one) => one.state === 'likely').length, chosen: 0, missing: missing() }),
        'GET /playlists/p/imported/songs': ({ query }) => ({ items: songs.filter((one) => query.filter !== 'missing' || one.state === 'awaited') }),
        'GET /playlists/p/imported/songs/*/candidates': { items: [track('c', { title: 'Third song' })] },
        'PUT /playlists/p/imported/songs/*/track': ({ params: [one], body }) => {
            songs = songs.map((other) => (other.id === one ? { ...other, state: body.trackId ? 'chosen' : 'refused', track: track(body.trackId) } : other));
        },
        'POST /playlists/p/imported/wishes': () => ({ made: 1, backed: 1, present: 0, left: 0 }),
        'DELETE /playlists/p/imported/songs/*': ({ params: [one] }) => { songs = songs.filter((other) => other.id !== one); },
    },
});
const states = () => client.all(id('imported-song')).map((row) => row.dataset.songState).join();

test('what is brought is looked through first, and says how surely its songs match', async () => {
    await client.open('/settings/privacy');
    const input = await client.shown(id('import-file'));
    const file = new client.window.File(['zip'], 'my_spotify_data.zip');
    Object.defineProperty(input, 'files', { value: [file], configurable: true });
    input.dispatchEvent(new client.window.Event('change', { bubbles: true }));
    await client.shown(id('import-ready'));
    const [asked] = client.server.asked('POST /me/import');
    assert.deepEqual([asked.query, asked.body], [{ name: 'my_spotify_data.zip' }, file]);
    assert.deepEqual(client.texts(`${id('import-by-playlist')} tbody :is(th, td)`), ['Morning', '0', '0', '1', '3', '0']);
    await client.reads('Nobody – Song', id('import-ready'));
});

test('it is taken in when that is said, with its progress, and then finished', async () => {
    await client.click(id('import-run'));
    await client.reads('25%', '[data-said]');
    state.value = { state: 'finished', report };
    await client.shown(id('import-finished'));
});

test('what cannot be read is said', async () => {
    state.value = { state: 'failed', reason: 'import_unreadable' };
    await client.open('/playlists/p');
    await client.open('/settings/privacy');
    await client.shown(id('import-failed'));
});

test('the playlist says what is not here, and opens its songs', async () => {
    await client.open('/playlists/p');
    await client.reads('3 of 4', id('imported-bar'));
    await client.click(id('imported-open'));
    await client.until(() => states() === 'likely,awaited,awaited,awaited');
    await client.choose(id('imported-filter'), 'missing');
    await client.until(() => states() === 'awaited,awaited,awaited' && client.window.location.search === '?filter=missing');
    await client.choose(id('imported-filter'), 'all');
    await client.until(() => states() === 'likely,awaited,awaited,awaited');
});

test('a candidate is chosen', async () => {
    await client.click(client.all(id('imported-choose'))[2]);
    await client.reads('Third song', id('candidates-dialog'));
    await client.click(id('candidate'));
    await client.until(() => states() === 'likely,awaited,chosen,awaited');
    assert.deepEqual(client.server.sent('PUT /playlists/p/imported/songs/3/track'), { trackId: 'c' });
});

test('the rest is wished for at once, and a song is taken off the list', async () => {
    await client.reads('2', id('wish-all'));
    await client.click(id('wish-all'));
    await client.until(() => client.texts(id('toast')).some((one) => one.includes('2')));
    assert.deepEqual(client.server.sent('POST /playlists/p/imported/wishes'), {});
    await client.click('[data-key="4"] [data-remove-song]');
    await client.until(() => states() === 'likely,awaited,chosen');
});

test('a song that comes to the library comes to its place', async () => {
    songs = songs.map((one) => (one.id === '2' ? { ...one, state: 'likely', track: track('b') } : one));
    client.server.send('playlist', { id: 'p', revision: 2 });
    await client.until(() => states() === 'likely,likely,chosen');
    await client.gone(id('wish-all'));
});

test('nothing went wrong unseen', () => client.end());
