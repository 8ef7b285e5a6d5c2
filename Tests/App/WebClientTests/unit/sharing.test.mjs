import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, besideAlbum, besideTrack, fullTrack, track, whilePlaying } from './samples.mjs';

// Shared links, bookmarks, and internet radio stations.

const AT = '2026-11-20T10:00:00Z';
const LINK = `https://music.example/share/${'x'.repeat(43)}`;
let [shares, bookmarks, stations] = [[], [], []];
const share = (more) => ({ id: 's', url: LINK, kind: 'album', title: 'Album a', titles: ['Song 1'], trackCount: 1, description: '', createdAt: AT, visits: 1, lastVisitedAt: AT, ...more });
const client = await start({
    answers: {
        ...whilePlaying, 'GET /albums/a': album('a', { tracks: [track('1')] }), ...besideAlbum('a'), 'GET /tracks/1': fullTrack('1'), ...besideTrack('1'),
        'GET /shares': () => ({ items: shares }),
        'POST /shares': ({ body }) => { shares = [share({ description: body.description, title: body.description })]; return shares[0]; },
        'PATCH /shares/s': ({ body }) => { shares = [share({ ...body, title: body.description })]; return shares[0]; },
        'DELETE /shares/s': () => { shares = []; },
        'GET /bookmarks': () => ({ items: bookmarks }),
        'PUT /bookmarks/1': ({ body }) => { bookmarks = [{ track: track('1'), ...body }]; return bookmarks[0]; }, 'DELETE /bookmarks/1': () => { bookmarks = []; },
        'GET /radio': () => ({ items: stations }), 'GET /radio/seeds': { decades: [], moods: [] },
        'POST /radio': ({ body }) => { stations = [{ id: 'r', ...body }]; return stations[0]; },
        'PUT /radio/r': ({ body }) => { stations = [{ ...stations[0], ...body }]; },
        'PUT /radio/r/picture': () => { stations = [{ ...stations[0], picture: '/api/v1/images/teal' }]; },
        'DELETE /radio/r/picture': () => { stations = [{ ...stations[0], picture: undefined }]; },
        'DELETE /radio/r': () => { stations = []; },
    },
});
const picture = () => client.find(`${id('radio-row')} img`)?.getAttribute('src');
const radio = () => client.find('#radio');

test('an album becomes a link', async () => {
    await client.open('/albums/a');
    await client.menu('[data-album-menu]', 'Share');
    await client.fill(`${id('share-dialog')} ${id('field-description')}`, 'For Sam');
    await client.click(id('share-save'));
    await client.shown(id('share-link'));
    assert.equal(client.find(id('share-link')).value, LINK);
    assert.deepEqual(client.server.sent('POST /shares').items, [{ kind: 'album', id: 'a' }]);
    client.press('Escape');
    await client.gone(id('share-dialog'));
});

test('my shares show who came, are named anew and taken back', async () => {
    await client.open('/shares');
    await client.reads('For Sam', id('share-row'));
    await client.reads('1 visit', id('share-row'));
    await client.click(id('share-edit'));
    await client.fill(`${id('share-dialog')} ${id('field-description')}`, 'For Alex');
    await client.click(id('share-save'));
    await client.reads('For Alex', id('share-row'));
    await client.click(id('share-remove'));
    await client.click(id('confirm'));
    await client.shown(id('empty-state'));
    // The row had the focus, so keyboard users continue at the heading.
    await client.until(() => client.document.activeElement.tagName === 'H1');
});

test('a place in a track is marked while it plays, found again, and forgotten', async () => {
    await client.open('/tracks/1');
    assert.equal(client.find(id('bookmark-set')), null);
    await client.click('.hero [data-play]');
    await client.click(id('bookmark-set'));
    await client.shown(id('bookmark-resume'));
    assert.equal(typeof client.server.sent('PUT /bookmarks/1').positionMs, 'number');
    await client.open('/shares');
    await client.open('/tracks/1');
    await client.click(id('bookmark-resume'));
    await client.until(() => client.all('audio').some((deck) => !deck.paused));
    await client.click(id('bookmark-remove'));
    await client.gone(id('bookmark-resume'));
});

test('a station is added and heard beside the player, which pauses', async () => {
    await client.open('/radio');
    await client.click(id('radio-add'));
    await client.fill(`${id('radio-dialog')} ${id('field-name')}`, 'Test tone');
    await client.fill(`${id('radio-dialog')} ${id('field-streamUrl')}`, 'https://radio.example/tone');
    await client.click(id('radio-save'));
    await client.click(id('radio-listen'));
    await client.reads('On air', id('radio-row'));
    assert.equal(radio().getAttribute('src'), 'https://radio.example/tone');
    assert.ok(client.all('audio').every((deck) => deck.paused || deck === radio()), 'The song plays on.');
    await client.click(id('radio-listen'));
    await client.until(() => radio().getAttribute('src') === null);
});

test('the bar shows the station on every page, and stops it', async () => {
    await client.click(id('radio-listen'));
    await client.reads('On air', id('player-station'));
    await client.open('/shares');
    assert.equal(client.text(`${id('player-station')} .player-title`), 'Test tone');
    await client.click(id('player-station-stop'));
    await client.until(() => radio().getAttribute('src') === null && !client.find(id('player-station')));
    await client.open('/radio');
});

test('the station gets a picture, loses it, and goes after a question', async () => {
    await client.click(id('radio-edit'));
    const input = await client.shown(id('picture'));
    const file = new File(['x'], 'teal.png', { type: 'image/png' });
    Object.defineProperty(input, 'files', { value: [file] });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await client.click(id('radio-save'));
    await client.until(() => picture()?.includes('/api/v1/images/teal'));
    assert.equal(client.server.sent('PUT /radio/r/picture'), file);
    await client.click(id('radio-edit'));
    await client.click('[data-no-picture]');
    await client.click(id('radio-save'));
    await client.until(() => client.find(id('radio-row')) && !picture());
    await client.click(id('radio-remove'));
    await client.click(id('confirm'));
    await client.shown(id('empty-state'));
});

test('what is no picture is refused before it is sent', async () => {
    stations = [{ id: 'r', name: 'Test tone', streamUrl: 'https://radio.example/tone' }];
    await client.open('/shares');
    await client.open('/radio');
    const before = client.server.asked('PUT /radio/r/picture').length;
    await client.click(id('radio-edit'));
    const input = await client.shown(id('picture'));
    Object.defineProperty(input, 'files', { value: [new File(['x'], 'notes.txt', { type: 'text/plain' })] });
    await client.click(id('radio-save'));
    await client.until(() => client.find(`${id('radio-dialog')} [data-form-error]`).hidden === false);
    assert.equal(client.server.asked('PUT /radio/r/picture').length, before);
    client.press('Escape');
    await client.gone(id('radio-dialog'));
});

test('seeds that come late do not push down stations that are there', async () => {
    let come;
    client.server.answer({ 'GET /radio/seeds': () => new Promise((resolve) => { come = () => resolve({ decades: [1990], moods: [] }); }) });
    const asked = client.server.asked('GET /radio').length;
    await client.open('/shares');
    const opened = client.open('/radio');
    await client.until(() => come && client.server.asked('GET /radio').length > asked);
    const at = performance.now() + 20;
    await client.until(() => performance.now() > at);
    assert.equal(client.find(id('radio-row')), null);
    come();
    await opened;
    await client.shown(id('radio-row'));
    assert.ok(client.find(id('radio-seed')));
    client.server.answer({ 'GET /radio/seeds': { decades: [], moods: [] } });
});

test('who may only listen is offered no changes', async () => {
    client.server.signIn({ id: 'bea', username: 'bea', role: 'listener', permissions: ['listen', 'stream'] });
    const { me } = await import('../../../../public/core/session.js');
    me.set(client.server.me);
    await client.open('/shares');
    await client.open('/radio');
    await client.shown(id('radio-row'));
    assert.equal(client.find('main [data-add], main [data-edit], main [data-remove], main input[type=file]'), null);
});

test('nothing went wrong unseen', () => client.end());
