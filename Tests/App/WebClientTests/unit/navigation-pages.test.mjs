import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besidePlaylist, besideTrack, fullTrack, playlist, track, whilePlaying } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// The places that each role may visit, and what the palette finds and does by keyboard alone.

const ROLES = {
    listener: ['listen', 'stream', 'takePart'],
    contributor: ['listen', 'stream', 'takePart', 'submit'],
    moderator: ['listen', 'stream', 'takePart', 'submit', 'moderate'],
    admin: ['listen', 'stream', 'takePart', 'submit', 'moderate', 'administer', 'manageUsers'],
};
const ROWS = ['board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked', 'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres'];
const songs = [track('1', { title: 'Long song' }), track('2', { title: 'Another song' })];
const lists = [playlist('e', { name: 'Evening list' })];
let found = ({ query }) => ({ tracks: songs.filter(({ title }) => title.toLowerCase().includes(query.q)), albums: [], artists: [], genres: [] });
const client = await start({
    me: { role: 'listener', permissions: ROLES.listener },
    answers: {
        'DELETE /session': undefined, 'POST /session': () => client.server.me,
        'GET /home': { order: ROWS, tiles: [], ...Object.fromEntries(ROWS.map((row) => [row, []])) }, 'GET /albums': { items: [] }, 'GET /artists': { items: [] }, 'GET /explore': { popular: [], genres: [], playlists: [] }, 'GET /search': (asked) => found(asked), 'GET /search/lyrics': { items: [] },
        'GET /search/outside': { items: [] }, 'GET /people': { items: [] }, 'GET /radio': { items: [] },
        'GET /playlists': { items: lists }, 'GET /playlists/e': lists[0], ...besidePlaylist('e', songs),
        ...whilePlaying, 'GET /tracks/1': fullTrack('1', { title: 'Long song' }), ...besideTrack('1'),
        'GET /moderation/reports': { items: [] }, 'GET /overview': {}, 'GET /overview/history': {},
    },
});
const path = () => client.window.location.pathname;
const closed = () => client.gone(id('palette'));
const chosen = () => client.document.getElementById(client.find(id('palette-input'))?.getAttribute('aria-activedescendant'));

/** Opens the palette, types, and moves down to a line of this kind. */
async function find(words, kind, name) {
    await closed();
    client.press('k', { ctrlKey: true });
    await client.until(() => client.focused === 'palette-input');
    await client.fill(id('palette-input'), words);
    await client.until(() => client.all(id(`palette-${kind}`)).some((line) => line.textContent.includes(name)), `${kind} ${name}`);
    for (let line = 0; line < 30; line += 1) {
        if (chosen()?.matches(id(`palette-${kind}`)) && chosen().textContent.includes(name) && chosen().getAttribute('aria-selected') === 'true') return;
        client.press('ArrowDown');
    }
    throw new Error(`${name} cannot be chosen.`);
}

for (const [role, permissions] of Object.entries(ROLES))
    test(`${role}: what is not for them is not offered, and its address leads home`, async () => {
        Object.assign(client.server.me, { id: role, role, permissions });
        await client.click(id('account'));
        await client.click(id('nav-sign-out'));
        await client.fill(id('field-username'), role);
        await client.fill(id('field-password'), 'right');
        await client.click(id('sign-in'));
        await client.until(() => path() !== '/sign-in');
        assert.equal(client.all('.side-music .nav-places a').length, 5);
        await client.open('/library');
        assert.equal(Boolean(client.find(id('open-give'))), role !== 'listener');
        assert.equal(Boolean(client.find(id('nav-administration'))), permissions.includes('moderate'));
        for (const [place, permission] of [['/administration/users', 'manageUsers'], ['/administration/moderation/reports', 'moderate']]) {
            if (permissions.includes(permission)) continue;
            const link = client.document.createElement('a');
            link.href = place;
            client.find('main').append(link);
            link.click();
            await client.until(() => path() === '/', `${place} leads home`);
            await client.open('/library');
        }
        if (role === 'moderator') {
            await client.open('/administration/moderation/reports');
            const places = client.all('.side-administration .nav-places a').map((link) => link.getAttribute('href'));
            assert.ok(places.length > 0 && places.every((href) => href.startsWith('/administration/moderation')), places.join());
            await client.click(id('back-to-music'));
            await client.until(() => path() === '/');
        }
    });

test('addresses of before lead to those of today, with their queries', async () => {
    for (const [before, now] of [['/admin', '/administration/overview'], ['/moderation/reports?show=closed', '/administration/moderation/reports?show=closed']]) {
        const link = client.document.createElement('a');
        link.href = before;
        client.find('main').append(link);
        link.click();
        await client.until(() => path() + client.window.location.search === now, now);
    }
});

test('the palette opens a song after one request for it, and gives the heading the focus', async () => {
    await client.open('/library');
    const before = client.server.asked('GET /search').length;
    await find('long s', 'song', 'Long song');
    assert.equal(client.server.asked('GET /search').length, before + 1);
    await client.until(() => /result/.test(client.text(`${id('palette')} [role=status]`)));
    client.press('Enter');
    await closed();
    await client.until(() => path() === '/tracks/1' && client.document.activeElement.matches('h1'));
});

test('it opens a playlist and a screen at once, without the server', async () => {
    const before = found;
    found = () => new Refusal(503);
    await find('even', 'playlist', 'Evening list');
    client.press('Enter');
    await client.until(() => client.text('h1') === 'Evening list');
    await find('library', 'screen', 'Library');
    client.press('Enter');
    await client.until(() => path() === '/library');
    found = before;
});

test('it plays with Shift and Enter, and does what it names', async () => {
    await find('another', 'song', 'Another song');
    client.press('Enter', { shiftKey: true });
    await client.reads('Another song', id('player-title'));
    assert.equal(path(), '/library', 'It has left the page.');
    const shuffles = () => JSON.parse(client.window.localStorage.getItem('rondo.preferences')).shuffle;
    for (const [name, isOn] of [['Turn shuffle on', true], ['Turn shuffle off', false]]) {
        await find('shuffle', 'action', name);
        client.press('Enter');
        await client.until(() => shuffles() === isOn);
    }
});

test('it makes a playlist, and changes the theme for the account', async () => {
    await find('new pl', 'action', 'New playlist');
    client.press('Enter');
    await client.shown(id('playlist-dialog'));
    client.press('Escape');
    await client.gone(id('playlist-dialog'));
    for (const theme of ['dark', 'light']) {
        await find(theme, 'action', `Use the ${theme} theme`);
        client.press('Enter');
        await client.until(() => client.document.documentElement.dataset.theme === theme && client.server.sent('PATCH /me')?.theme === theme);
    }
});

test('empty, it shows what was opened lately; it closes by its key and by Escape', async () => {
    for (const close of [() => client.press('Escape'), () => client.press('k', { ctrlKey: true })]) {
        await closed();
        client.press('k', { ctrlKey: true });
        await client.until(() => client.text('#palette-recent') === 'Opened lately' && chosen()?.textContent.includes('Another song'));
        close();
        await closed();
    }
});

test('what nobody has named leads to the full search', async () => {
    await find('xyzzy', 'everything', 'xyzzy');
    await client.until(() => /Nothing/.test(client.text(`${id('palette')} [role=status]`)));
    client.press('Enter');
    await client.until(() => path() === '/search' && client.window.location.search === '?q=xyzzy');
});

test('signing out by it forgets what was opened', async () => {
    await find('sign o', 'action', 'Sign out');
    client.press('Enter');
    await client.until(() => path() === '/sign-in' && client.find('#navigation').hidden && client.find('#top-bar').hidden);
    assert.deepEqual(JSON.parse(client.window.localStorage.getItem('rondo.preferences')).recentPlaces, []);
});
