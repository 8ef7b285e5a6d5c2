import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besidePlaylist, besideTrack, fullTrack, playlist, track, whilePlaying } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Playlists: made from a song, filled, reordered, shared, given a cover and deleted; and as a reader sees them.

const songs = ['1', '2', '3', '4'].map((one) => track(one));
let list = playlist('p', { name: 'Journey' });
let entries = [];
/** Changes the playlist on the server. */
const becomes = (places, more = {}) => {
    entries = places.map((place) => ({ id: `e${place}`, addedAt: '2026-11-20T10:00:00Z', track: songs[place] }));
    list = { ...list, ...more, entryCount: entries.length, revision: list.revision + 1 };
    return { revision: list.revision, added: [], removed: 0 };
};
const order = () => entries.map((entry) => Number(entry.id.slice(1)));
const client = await start({
    me: { permissions: ['listen', 'stream', 'takePart', 'submit'] },
    answers: {
        ...whilePlaying, 'GET /tracks/1': fullTrack('1'), ...besideTrack('1'),
        'POST /playlists': ({ body }) => { becomes([0], { name: body.name }); return list; },
        'GET /playlists/p': () => list, ...besidePlaylist('p', []),
        'GET /playlists/p/outline': () => ({ total: entries.length, step: 100, cursors: [] }), 'GET /playlists/p/entries': () => ({ items: entries }),
        'PATCH /playlists/p': ({ body }) => { becomes(order(), { ...body, editors: (body.editors ?? []).map((username) => ({ id: username, username, name: username })) }); return list; },
        'PUT /playlists/p/cover': () => { becomes(order(), { cover: '/api/v1/images/c0ffee' }); return list; },
        'POST /playlists/p/entries/move': ({ body: { entryIds: [one], after } }) => {
            const [moved, rest] = [Number(one.slice(1)), order().filter((place) => `e${place}` !== one)];
            const place = after === null ? 0 : rest.indexOf(Number(after.slice(1))) + 1;
            return becomes(rest.toSpliced(place, 0, moved));
        },
        'POST /playlists/p/entries/remove': ({ body }) => becomes(order().filter((place) => !body.entryIds.includes(`e${place}`))),
        'POST /playlists/p/duplicate': playlist('copy'), 'GET /playlists/copy': playlist('copy'), ...besidePlaylist('copy', songs),
        'DELETE /playlists/p': () => { list = undefined; },
    },
});
const titles = () => client.texts('main tr[data-entry] .track-title').map((title) => title.slice(5)).join();
const changed = () => client.server.send('playlist', { id: 'p', revision: list?.revision ?? 0 });

test('one is made in the dialog of a track’s menu', async () => {
    await client.open('/tracks/1');
    await client.menu('main [data-menu]', 'Add to playlist');
    await client.fill(`${id('add-to-playlist')} ${id('field-name')}`, 'Journey');
    await client.click(id('add-new'));
    await client.gone(id('add-to-playlist'));
    assert.deepEqual(client.server.sent('POST /playlists'), { name: 'Journey', trackIds: ['1'] });
    await client.open('/playlists/p');
    await client.until(() => titles() === '1');
});

test('what is added elsewhere comes in by itself', async () => {
    becomes([0, 1, 2, 3]);
    changed();
    await client.until(() => titles() === '1,2,3,4');
});

test('entries are moved by keyboard, and the focus goes along', async () => {
    client.find('tr[data-index="0"] [data-track-menu]').focus();
    client.press('ArrowDown', { altKey: true });
    await client.until(() => titles() === '2,1,3,4');
    assert.deepEqual(client.server.sent('POST /playlists/p/entries/move'), { entryIds: ['e0'], after: 'e1' });
    await client.until(() => client.document.activeElement.closest('tr')?.dataset.index === '1');
    await client.menu('tr[data-index="3"] [data-track-menu]', 'Move to the top');
    await client.until(() => titles() === '4,2,1,3');
    assert.equal(client.server.sent('POST /playlists/p/entries/move').after, null);
});

test('some are selected and removed', async () => {
    await client.click(`tr[data-index="0"] ${id('select-song')}`);
    await client.click(`tr[data-index="2"] ${id('select-song')}`);
    await client.click(id('remove-selected'));
    await client.until(() => titles() === '2,3');
    assert.deepEqual(client.server.sent('POST /playlists/p/entries/remove'), { entryIds: ['e3', 'e0'] });
});

test('it is shared with editors, whose names are entered', async () => {
    await client.click(id('edit-playlist'));
    await client.shown(id('playlist-dialog'));
    assert.ok(client.find('[data-editors]').hidden);
    await client.choose(`${id('playlist-dialog')} [name=visibility]`, 'collaborative');
    assert.ok(!client.find('[data-editors]').hidden);
    await client.fill(`${id('playlist-dialog')} [name=editors]`, 'bea\n\nbob');
    await client.click(id('playlist-save'));
    await client.gone(id('playlist-dialog'));
    const { visibility, editors } = client.server.sent('PATCH /playlists/p');
    assert.deepEqual([visibility, editors], ['collaborative', ['bea', 'bob']]);
});

test('it takes a cover', async () => {
    await client.click(id('edit-playlist'));
    const input = await client.shown(id('playlist-cover'));
    const picture = new File(['x'], 'cover.png', { type: 'image/png' });
    Object.defineProperty(input, 'files', { value: [picture] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await client.reads('cover.png', id('playlist-dialog'));
    await client.click(id('playlist-save'));
    await client.until(() => client.find('.hero-cover img, img.hero-cover, .hero .cover img')?.getAttribute('src').includes('/api/v1/images/c0ffee'));
    assert.equal(client.server.sent('PUT /playlists/p/cover'), picture);
});

test('it is shuffled and played, and its copy is opened', async () => {
    await client.click(id('shuffle-all'));
    await client.until(() => client.all('audio').some((deck) => !deck.paused) && client.text(id('play-all')) === 'Pause');
    await client.menu(id('playlist-menu'), 'Duplicate');
    await client.until(() => client.window.location.pathname === '/playlists/copy' && titles() === '1,2,3,4');
});

test('it goes only when that is confirmed', async () => {
    await client.open('/playlists/p');
    await client.menu(id('playlist-menu'), 'Delete');
    await client.shown(id('confirm-dialog'));
    client.press('Escape');
    await client.gone(id('confirm-dialog'));
    assert.equal(client.server.asked('DELETE /playlists/p').length, 0);
    await client.menu(id('playlist-menu'), 'Delete');
    await client.click(id('confirm'));
    await client.until(() => client.window.location.pathname === '/playlists');
});

test('a reader is offered no changes, and sees that it is gone', async () => {
    list = playlist('p', { own: false, mayEdit: false, visibility: 'public', owner: { id: 'bea', username: 'bea', name: 'Bea' } });
    becomes([0, 1]);
    await client.open('/playlists/p');
    await client.until(() => client.all('main tr[data-track]').length === 2);
    assert.equal(client.find('.track-entry, [data-grip], [data-edit]'), null);
    becomes([0]);
    changed();
    await client.until(() => client.all('main tr[data-track]').length === 1);
    client.server.answer({ 'GET /playlists/p': new Refusal(404) });
    client.server.send('playlist', { id: 'p', revision: 0 });
    await client.shown(id('error-state'));
});

test('nothing went wrong unseen', () => client.end());
