import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, artist, track } from './samples.mjs';

// Home, Search and Library: their requests, their content, and what they remember of their use.

const ROWS = ['board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked', 'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres'];
const nothing = Object.fromEntries(ROWS.map((row) => [row, []]));
let home = { order: ROWS, tiles: [], ...nothing };
const playlist = (name) => ({ id: name, name, own: true, entryCount: 3, covers: [], owner: { id: 'ada', name: 'Ada' }, visibility: 'public', durationMs: 1000 });
const genre = (name) => ({ id: name, name, trackCount: 3, albumCount: 1, covers: [] });
const albums = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((one) => album(one));
const client = await start({
    me: { permissions: ['listen', 'submit', 'moderate', 'administer', 'manageUsers', 'manageLibraries'] },
    path: '/',
    answers: {
        'GET /home': () => home, 'POST /home/use': undefined,
        'GET /libraries': { items: [] }, 'GET /scans': { items: [] }, 'GET /me/connection': { server: 'https://music.example', qrCode: '<svg></svg>' },
        'GET /explore': { popular: [track('p')], genres: [genre('Jazz')], playlists: [playlist('Evening')] },
        'GET /search': ({ query }) => ({
            query: query.q, tracks: [], artists: [], genres: [], albums: albums.filter(({ name }) => name.toLowerCase().includes(query.q.toLowerCase())),
        }),
        'GET /playlists': { items: [playlist('Evening')] }, 'GET /radio': { items: [] }, 'GET /people': { items: [] }, 'GET /search/lyrics': { items: [] },
        'GET /search/outside': { items: [] }, 'GET /genres': { items: [genre('Jazz')] },
        'GET /albums': () => ({ items: albums, total: albums.length }), 'GET /albums/outline': { total: albums.length, step: 100, cursors: [], letters: [] },
        'GET /tracks/*': ({ params: [one] }) => track(one), 'GET /tracks/*/moments': { items: [] },
    },
});
const rows = () => client.all('main [data-home-row]').map((row) => row.dataset.homeRow);
/** Opens Home with additional content. */
const goHome = async (content) => {
    home = { ...home, ...content };
    await client.open('/search');
    await client.open('/');
};

test('an admin without music is led: a folder, people, a phone by its code', async () => {
    await client.shown(id('guided-start'));
    assert.match(client.find(id('guided-code')).alt, /https:\/\/music\.example/);
    const paths = ['guided-folder', 'guided-people', 'guided-apps'].map((name) => client.find(id(name)).pathname);
    assert.deepEqual(paths, ['/administration/library', '/administration/invitations', '/settings/apps']);
});

test('Home fills by itself when the folder has been read', async () => {
    home = { ...home, recentlyAdded: albums, start: [album('s')], artists: [artist('r')], genres: [genre('Jazz')] };
    client.server.send('catalogue', {});
    await client.shown(id('recently-added'));
    assert.equal(client.find(id('guided-start')), null);
});

test('somebody new sees a full page from one request', async () => {
    await client.open('/search');
    const before = client.server.requests.length;
    await client.open('/');
    await client.shown(id('recently-added'));
    assert.deepEqual(client.server.requests.slice(before).map(({ path }) => path).filter((path) => !/^\/(devices|notifications)/.test(path)), ['/home']);
    assert.deepEqual(rows(), ['recentlyAdded', 'start', 'artists', 'genres']);
    assert.equal(client.all(id('quick-tile')).length, 6);
});

test('today’s board and what friends play stand there with a face, and play', async () => {
    const post = { id: '1', author: { id: 'bea', name: 'bea' }, song: { title: 'Song x', track: track('x') } };
    await goHome({ board: [post], friends: [{ person: { id: 'cleo', name: 'cleo' }, track: track('y') }] });
    await client.reads('bea', id('board-card'));
    await client.reads('cleo', id('friend-card'));
    await client.click(`${id('board-card')} [data-play-row]`);
    await client.reads('Song x', id('player-title'));
});

test('what one plays makes tiles, and rows of what was played much once and on this day', async () => {
    await goHome({
        tiles: [{ album: album('c') }], playlists: [playlist('Evening')], recentlyPlayed: [album('c')], rediscover: [album('a')], mostPlayed: [{ track: track('m'), plays: 3 }],
        onThisDay: [{ album: album('o'), yearsAgo: 1 }],
    });
    await client.reads('Album a', id('rediscover'));
    await client.reads('1 year ago', id('on-this-day'));
    assert.equal(client.text(`${id('quick-tile')} .quick-name`), 'Album c');
    for (const row of ['playlists', 'mostPlayed', 'recentlyPlayed']) assert.ok(rows().includes(row), row);
});

test('a row that is used is told to the server once, and stands where the server wants it', async () => {
    const link = client.find(`${id('home-genres')} .genre-tile a`);
    link.addEventListener('click', (event) => event.preventDefault());
    await client.click(link);
    await client.click(link);
    await client.until(() => client.server.asked('POST /home/use').length > 0);
    assert.deepEqual(client.server.asked('POST /home/use').map(({ body }) => body).filter(({ row }) => row === 'genres'), [{ row: 'genres' }]);
    await goHome({ order: ['genres', ...ROWS.filter((row) => row !== 'genres')] });
    await client.until(() => rows()[0] === 'genres');
});

test('search explores before one types, ends with a new playlist, and remembers what was searched for', async () => {
    await client.open('/search');
    await client.shown(id('explore-popular'));
    await client.reads('Evening', id('explore-playlists'));
    assert.ok(client.find(id('search-results')).lastElementChild.querySelector(id('explore-new-playlist')), 'The new playlist is not at the foot.');
    await client.click(id('explore-new-playlist'));
    await client.shown(id('playlist-dialog'));
    client.press('Escape');
    await client.gone(id('playlist-dialog'));
    await client.fill(id('search-input'), 'Album d');
    await client.reads('Album d', id('found-albums'));
    assert.equal(client.find(id('explore-genres')), null);
    assert.equal(client.window.location.search, '?q=Album+d');
    client.press('Enter');
    await client.fill(id('search-input'), '');
    await client.reads('Album d', id('recent-search'));
    await client.shown(id('explore-genres'));
});

test('the library has its own search, as a grid and as a list', async () => {
    await client.open('/library');
    assert.equal(client.find('.library-tile').pathname, '/library/popular');
    await client.shown(id('recently-added'));
    await client.fill(id('library-search'), 'Album d');
    await client.shown(`${id('library-found-albums')} ul.grid ${id('album-card')}`);
    assert.ok(client.find('[data-overview]').hidden);
    await client.click(id('layout-list'));
    await client.shown(`${id('library-found-albums')} ul.rows`);
    await client.fill(id('library-search'), 'zzzz qqqq');
    await client.shown(id('empty-state'));
    await client.fill(id('library-search'), '');
    await client.until(() => !client.find('[data-overview]').hidden && client.window.location.search === '');
    await client.shown(`${id('recently-added')} ul.rows`);
    await client.click(id('layout-grid'));
});

test('a page of the library finds its own kind, brings its list back, and leads to everything', async () => {
    await client.open('/library/albums');
    await client.fill(id('library-search'), 'Album d');
    await client.reads('Album d', id('library-found-albums'));
    assert.equal(client.window.location.search, '?q=Album%20d');
    assert.ok(client.find('.page').classList.contains('is-finding'));
    await client.fill(id('library-search'), '');
    await client.until(() => !client.find('.page').classList.contains('is-finding') && client.window.location.search === '');
    await client.fill(id('library-search'), 'Evening');
    client.press('Enter');
    await client.click(id('library-everything'));
    await client.reads('Evening', id('library-found-playlists'));
    assert.equal(client.window.location.pathname, '/library');
});

test('nothing went wrong unseen', () => client.end());
