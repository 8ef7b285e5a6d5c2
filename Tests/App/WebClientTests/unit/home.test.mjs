import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MOST_TILES, hasOnlyBegun, partOfDay, postsOf, rowsOf, tilesOf, tracksOf } from '../../../../public/features/home/model.js';
import { picturesOf } from '../../../../public/features/library/pictures.js';

const track = (id, more = {}) => ({ id, title: id, artists: [], album: id, albumId: id, ...more });
const album = (id) => ({ id, name: `Album ${id}`, cover: `/images/${id}` });
const ROWS = [
    'board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked',
    'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres',
];
const home = (content = {}) => ({ order: ROWS, tiles: [], ...Object.fromEntries(ROWS.map((row) => [row, []])), ...content });

test('a row is shown where it has something to say, in the order that the server gives', () => {
    const shown = rowsOf(home({ order: [...ROWS].reverse(), genres: [{}], recentlyAdded: [album('a')], mixes: [{}] }));
    assert.deepEqual(shown, ['genres', 'recentlyAdded', 'mixes']);
});

test('what is popular is left out where it is only what one plays oneself', () => {
    const mostPlayed = [{ track: track('a'), plays: 3 }];
    assert.ok(!rowsOf(home({ mostPlayed, popular: [track('a')] })).includes('popular'));
    assert.ok(rowsOf(home({ mostPlayed, popular: [track('a'), track('b')] })).includes('popular'));
});

test('somewhere to start is left out where what is new is all that there is', () => {
    const recentlyAdded = [album('a'), album('b')];
    assert.ok(!rowsOf(home({ recentlyAdded, start: [album('b'), album('a')] })).includes('start'));
    assert.ok(rowsOf(home({ recentlyAdded, start: [album('b'), album('c')] })).includes('start'));
});

test('with the two albums that the server makes itself, a library has only begun', () => {
    assert.ok(hasOnlyBegun(home({ recentlyAdded: [album('a'), album('b')] })));
    assert.ok(!hasOnlyBegun(home({ recentlyAdded: [album('a'), album('b'), album('c')] })));
});

test('the board shows the songs that one may hear and that are there, and those that are not here yet', () => {
    const board = [
        { id: '1', author: {}, song: { title: 'x', track: track('x') } },
        { id: '2', author: {}, song: { title: 'gone', track: track('gone', { missing: true }) } },
        { id: '3', author: {}, song: { title: 'elsewhere' } },
        { id: '4', author: {} },
        { id: '5', author: {}, song: { title: 'soon', outside: { id: 7 } } },
    ];
    assert.deepEqual(postsOf(home({ board })).map(({ post }) => post.id), ['1', '5']);
    assert.deepEqual(tracksOf(home({ board }), 'board').map(({ id }) => id), ['x']);
    assert.deepEqual(rowsOf(home({ board: board.slice(1, 4) })), []);
    assert.deepEqual(rowsOf(home({ board: board.slice(4) })), ['board']);
});

test('tiles are habits first, then what fills the six, each once', () => {
    const content = home({
        tiles: [{ album: album('a') }, { artist: { id: 'r', name: 'R', image: '/images/r' } }],
        liked: [track('l')],
        playlists: [
            { id: 'p', name: 'P', own: true, entryCount: 2, covers: [] },
            { id: 'empty', name: 'E', own: true, entryCount: 0, covers: [] },
            { id: 'theirs', name: 'T', own: false, entryCount: 2, covers: [] },
        ],
        recentlyPlayed: [album('a'), album('b')],
        recentlyAdded: [album('b'), album('c'), album('d')],
    });
    const tiles = tilesOf(content, 'Liked');
    assert.deepEqual(tiles.map(({ kind, id }) => `${kind}:${id}`), ['album:a', 'artist:r', 'liked:', 'playlist:p', 'album:b', 'album:c']);
    assert.equal(tiles.length, MOST_TILES);
});

test('hardly anything is no block of tiles', () => {
    assert.deepEqual(tilesOf(home({ recentlyAdded: [album('a'), album('b')] }), 'Liked'), []);
    assert.equal(tilesOf(home({ recentlyAdded: ['a', 'b', 'c'].map(album) }), 'Liked').length, 3);
});

test('the songs of a row are those of its cards, by their places', () => {
    const mostPlayed = Array.from({ length: 9 }, (_, number) => ({ track: track(`m${number}`), plays: 1 }));
    assert.equal(tracksOf(home({ mostPlayed }), 'mostPlayed').length, 5);
    assert.deepEqual(tracksOf(home({ liked: [track('a')] }), 'liked').map(({ id }) => id), ['a']);
    assert.deepEqual(tracksOf(home(), 'recentlyAdded'), []);
});

test('the greeting follows the hour', () => {
    assert.deepEqual([0, 4, 5, 11, 12, 17, 18, 23].map(partOfDay), [
        'night', 'night', 'morning', 'morning', 'afternoon', 'afternoon', 'evening', 'evening',
    ]);
});

test('each tile of the library has a picture of its own where there are enough, and none without a cover', () => {
    const song = (id, cover) => track(id, cover ? { cover } : {});
    const found = picturesOf(
        home({
            popular: [song('a', '/a')],
            liked: [song('a', '/a'), song('b', '/b')],
            recentlyAdded: [album('c')],
            artists: [{ name: 'Without' }, { name: 'With', image: '/d', cover: '/c' }],
            playlists: [{ name: 'Empty', covers: [] }, { name: 'Evening', covers: ['/a'] }],
            mostPlayed: [{ track: song('a', '/a'), plays: 1 }],
        }),
    );
    const arts = Object.fromEntries([...found].map(([path, { art }]) => [path, art]));
    assert.deepEqual(arts, {
        '/library/popular': '/a', '/library/artists': '/d', '/playlists': '/a', '/library/liked': '/b',
        '/library/albums': '/images/c', '/library/tracks': '/a',
    });
});
