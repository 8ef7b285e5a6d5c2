import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, artist, besideAlbum, besideArtist, besideTrack, fullArtist, fullTrack, track, whilePlaying } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Radios from songs, the mixes of the day, and autoplay: started from anywhere, with the reason for each song, and ended.

const songs = ['1', '2', '3'].map((one) => track(one));
let given = 0;
/** As many songs as requested, each of them new. */
const more = ({ query }) => ({ items: Array.from({ length: Number(query.limit) }, () => {
    given += 1;
    return { track: track(`r${given}`, { title: `Radio ${given}` }), reason: given % 2 ? { kind: 'sound', similarity: 0.9, like: { id: '1', title: 'Song 1' } } : { kind: 'genre' } };
}) });
const mix = { id: '1', day: '2026-11-29', artists: [{ id: 'r', name: 'Artist r' }], covers: [], colors: [], trackCount: 3, durationMs: 540_000 };
const rows = ['board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked', 'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres'];
const genre = { id: 'g', name: 'Jazz', trackCount: 3, albumCount: 1, covers: [], colors: [] };
const client = await start({
    answers: {
        ...whilePlaying,
        'GET /radio/songs': more, 'GET /tracks/*/radio': more, 'GET /albums/*/radio': more, 'GET /artists/*/radio': more, 'GET /genres/*/radio': more,
        'GET /tracks/outline': { total: 3, step: 100, cursors: [] }, 'GET /tracks': { items: songs }, 'GET /genres': { items: [genre] },
        'GET /tracks/3': fullTrack('3'), ...besideTrack('3'),
        'GET /albums/outline': { total: 1, step: 100, cursors: [] }, 'GET /albums/a': album('a', { tracks: songs, trackCount: 3 }), ...besideAlbum('a'), 'GET /albums': { items: [album('a')] },
        'GET /artists/r': fullArtist('r'), ...besideArtist('r'),
        'GET /genres/g': genre, 'GET /artists': { items: [artist('r')] },
        'GET /home': { order: rows, tiles: [], ...Object.fromEntries(rows.map((row) => [row, []])), mixes: [mix], recentlyAdded: ['a', 'b', 'c'].map((one) => album(one)) }, 'GET /mixes': { items: [mix] },
        'GET /mixes/1': { ...mix, items: songs.map((one) => ({ track: one, reason: { kind: 'artist' } })) }, 'GET /mixes/99': new Refusal(404),
        'POST /home/use': undefined, 'POST /playlists': ({ body }) => ({ id: 'kept', ...body }),
    },
});
const count = () => client.all(id('queue-row')).length;
const current = () => client.all(id('queue-row')).findIndex((row) => row.matches('.is-current'));
const goTo = async (row) => {
    await client.click(client.all(`${id('queue-row')} [data-jump]`)[row]);
    await client.until(() => current() === row);
};
const isFrom = async (name) => {
    await client.open('/queue');
    await client.reads(`Radio from ${name}`, id('queue-radio'));
};

test('a radio is started from the menu of a song, by keyboard alone', async () => {
    await client.open('/library/tracks');
    await client.shown('tr[data-track="3"]');
    client.find('tr[data-track="3"] [data-track-menu]').focus();
    client.press('Enter');
    for (let presses = 0; client.document.activeElement.textContent.trim() !== 'Start radio'; presses += 1) {
        assert.ok(presses < 20, 'There is no such item.');
        client.press('ArrowDown');
    }
    client.press('Enter');
    await client.until(() => client.all('audio').some((deck) => !deck.paused));
    await isFrom('Song 3');
    assert.equal(client.text(`${id('queue-row')} .track-title`), 'Song 3');
});

test('each song says why it came', () => {
    const reasons = client.texts(id('reason'));
    assert.equal(reasons.length, count());
    assert.equal(reasons[0], 'The radio begins here');
    assert.deepEqual(new Set(reasons.slice(1)), new Set(['Sounds like Song 1', 'Same genre']));
});

test('more come before fewer than ten are left, and what is added by hand keeps the radio', async () => {
    const before = count();
    await goTo(before - 11);
    assert.equal(count(), before, 'More came with ten left.');
    await goTo(before - 10);
    await client.until(() => count() > before);
    const size = count();
    await client.open('/tracks/3');
    await client.menu('main [data-menu]', 'Add to queue');
    await client.open('/queue');
    await client.until(() => count() === size + 1 && client.find(id('queue-radio')));
});

test('what fails is told by nothing, and tried again at the next song', async () => {
    const size = count();
    client.server.answer({ 'GET /tracks/*/radio': new Refusal(503), 'GET /radio/songs': new Refusal(503) });
    const asked = () => client.server.requests.filter(({ path }) => path.includes('radio')).length;
    const before = asked();
    await goTo(size - 5);
    await client.until(() => asked() === before + 1);
    assert.equal(count(), size);
    client.server.answer({ 'GET /tracks/*/radio': more, 'GET /radio/songs': more });
    await goTo(size - 4);
    await client.until(() => count() > size);
});

test('it ends by its button, and by another queue', async () => {
    await client.click(id('end-radio'));
    await client.until(() => !client.find(id('queue-radio')) && !client.find(id('reason')));
    assert.equal(client.document.activeElement.tagName, 'H1');
    const left = count();
    await goTo(left - 1);
    assert.equal(count(), left, 'More came.');
    await client.open('/artists/r');
    await client.click(id('start-radio'));
    await client.reads('Radio from Artist r', '#toasts');
    await isFrom('Artist r');
    await client.open('/albums/a');
    await client.click(`.hero ${id('play-all')}`);
    await client.open('/queue');
    await client.until(() => count() === 3 && !client.find(id('queue-radio')));
});

test('the menus of cards and pages start one, too', async () => {
    await client.open('/library/albums');
    await client.shown(id('album-card'));
    client.find(`${id('album-card')} [data-card-stop], ${id('album-card')} .card-title`).focus();
    client.press(' ');
    await client.shown('[role=menu]');
    await client.click(client.all('[role=menuitem]').find((item) => item.textContent.includes('Start radio')));
    await isFrom('Album a');
    await client.open('/library/genres');
    await client.click('.genre-tile a[href^="/genres/"]');
    await client.click(id('start-radio'));
    await isFrom('Jazz');
    assert.equal(client.find(`${id('queue-radio')} a`).pathname, '/genres/g');
});

test('home has the mixes of the day, and a mix its songs with their reasons', async () => {
    await client.open('/');
    await client.reads('Artist r', id('mix-card'));
    await client.click(`${id('mix-card')} .card-title`);
    await client.until(() => client.all(`main tr[data-track] ${id('reason')}`).length === 3);
    await client.reads('Artist r', '.hero');
});

test('it plays, and is kept as a playlist of its day', async () => {
    await client.click(id('play-all'));
    await client.until(() => client.find(id('play-all')).dataset.face === 'pause');
    await client.click(id('keep-mix'));
    await client.reads('Saved as Mix', '#toasts');
    const { name, trackIds } = client.server.sent('POST /playlists');
    assert.match(name, /^Mix 1.*2026$/);
    assert.deepEqual(trackIds, ['1', '2', '3']);
});

test('a mix that is gone says so and leads home', async () => {
    await client.open('/mixes/99');
    await client.click(id('mix-home'));
    await client.until(() => client.window.location.pathname === '/');
});

test('when the queue ends, songs like its own follow behind a line, say why, and go with the switch', async () => {
    await client.open('/albums/a');
    await client.click(`.hero ${id('play-all')}`);
    await client.open('/queue');
    await client.click(id('queue-autoplay'));
    await goTo(2);
    await client.shown(id('autoplay-divider'));
    await client.until(() => count() > 10);
    await goTo(3);
    const row = client.all(id('queue-row'))[3];
    row.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 400, clientY: 300 }));
    await client.shown('[role=menu]');
    await client.click(client.all('[role=menuitem]').find((item) => item.textContent.includes('Why this song?')));
    await client.until(() => client.text(id('why-sentence')).length > 10);
    client.press('Escape');
    await client.gone(id('why-sentence'));
    await client.click(id('queue-autoplay'));
    await client.until(() => count() === 4);
});

test('nothing went wrong unseen', () => client.end());
