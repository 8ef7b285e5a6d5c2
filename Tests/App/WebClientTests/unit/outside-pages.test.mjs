import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { track, whilePlaying } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Songs of an outside catalog: switched on and tested by an admin, wished for, put on the shelf and on the board, and offered there to others.

const AT = '2026-11-20T10:00:00Z';
const settings = {
    name: 'Rondo', outside: false, outsideURL: 'https://catalog.example', outsideCountry: 'US', podcasts: false, podcastMinutes: 60, podcastMegabytes: 500, scrobbling: false, listenBrainzURL: '',
    linksOpen: false, linkHosts: [], linkNetworks: [], configuration: [],
};
const song = (more) => ({ id: 7, title: 'Missing song', artist: 'Third singer', album: 'Missing song album', genre: 'Rock', durationMs: 3000, hasPicture: true, hasPreview: true, ...more });
let [state, wished, isShelved, posts] = ['off', 0, false, []];
const post = (more) => ({
    id: 'x', date: '2026-11-29', at: AT, author: { id: 'bea', name: 'Bea' }, caption: 'Who has this?', reactions: [], commentCount: 0, own: false,
    song: { title: 'Missing song', artist: 'Third singer', outside: { id: 7, available: true, hasPicture: true, hasPreview: true, ...more } },
});
const wish = { id: 'w', title: 'Missing song', artist: 'Third singer', note: '', genre: 'Rock', durationMs: 3000, cover: '/api/v1/images/w', person: { id: 'ada', name: 'Ada' }, backerCount: 0, backed: false, own: true, createdAt: AT, changedAt: AT };
let item = { id: 'i', kind: 'entry', title: 'Missing song', artist: 'Third singer', genre: 'Rock', comment: '', rating: 4, addedAt: AT, changedAt: AT, arrival: track('1', { title: 'Missing song' }) };
const client = await start({
    me: { permissions: ['listen', 'stream', 'takePart', 'submit', 'administer'] },
    answers: {
        ...whilePlaying, 'GET /settings': () => settings,
        'PATCH /settings': ({ body }) => { state = body.outside ? 'on' : 'off'; return Object.assign(settings, body); },
        'POST /settings/outside/test': () => ({ answers: true, failure: null }), 'POST /outside/test': () => ({ answers: true, failure: null }),
        'GET /settings/lastfm': { enabled: false, url: '', page: '', key: '', hasSecret: false }, 'GET /descriptions': { sources: [], total: 0, done: 0, found: 0 },
        'GET /search': { tracks: [track('1', { title: 'Another song' })], albums: [], artists: [], genres: [] }, 'GET /search/lyrics': { items: [] }, 'GET /people': { items: [] }, 'GET /radio': { items: [] },
        'GET /search/outside': () => (state === 'off' ? { state, items: [] } : { state, items: [song(), song({ id: 8, title: 'Another song', track: { id: '1' } })] }),
        'GET /explore': { popular: [], genres: [], playlists: [] },
        'POST /outside/7/wish': () => { wished += 1; return { made: wished === 1 ? 1 : 0, backed: 0 }; },
        'GET /shelf/folders': { items: [], itemCount: 1, unfiledCount: 1 }, 'GET /shelf/items': () => ({ items: [item] }),
        'GET /shelf/statistics': { items: 1, folders: 0, rated: 1, tracks: 0, albums: 0, entries: 1, ratings: [] }, 'GET /wishes': { items: [wish] },
        'POST /shelf/items/i/link': () => (item = { ...item, kind: 'track', track: track('1'), arrival: undefined }),
        'POST /shelf/outside': () => { if (isShelved) return new Refusal(409, 'outside_on_shelf'); isShelved = true; return { id: 'i' }; },
        'POST /board/today': undefined, 'GET /board/days/*': () => ({ date: '2026-11-29', today: true, closesAt: new Date(Date.now() + 3_600_000).toISOString(), items: posts, commentCount: 0 }),
        'GET /board/days/*/comments': { items: [] },
    },
});
const dialog = id('item-dialog');
const wishFor = async () => {
    await client.click(id('outside-menu'));
    await client.click(id('outside-wish'));
};

test('while it is off, a search shows nothing of it', async () => {
    await client.open('/search?q=song');
    await client.shown(id('found-tracks'));
    await client.until(() => client.server.asked('GET /search/outside').length === 1);
    assert.equal(client.find(id('outside')), null);
});

test('an admin switches it on, and tries it', async () => {
    await client.open('/administration/services');
    await client.click(id('settings-outside'));
    await client.click(id('outside-save'));
    await client.until(() => settings.outside);
    await client.click(id('outside-test'));
    await client.reads('It answers.', id('outside-report'));
});

test('what the library has is left out of the outside songs', async () => {
    await client.open('/search?q=song');
    await client.shown(id('outside-song'));
    assert.equal(client.all(id('outside-song')).length, 1);
    assert.equal(client.find(`${id('outside-song')} img`).getAttribute('src').split('?')[0], '/api/v1/outside/7/picture');
});

test('it is wished for, once', async () => {
    await wishFor();
    await client.until(() => wished === 1);
    await wishFor();
    await client.reads('before', '#toasts');
});

test('it is put on the shelf with its data and its picture, once', async () => {
    await client.menu(id('outside-menu'), 'Put on shelf');
    await client.shown(`${dialog} .cover img`);
    const value = (name) => client.find(`${dialog} [name=${name}]`).value;
    assert.deepEqual(['title', 'artist', 'genre', 'duration'].map(value), ['Missing song', 'Third singer', 'Rock', '0:03']);
    await client.fill(`${dialog} [name=comment]`, 'Heard at a friend’s');
    await client.choose(`${dialog} [name=rating]`, '4');
    await client.click(id('item-save'));
    await client.gone(dialog);
    const { songId, rating, comment } = client.server.sent('POST /shelf/outside');
    assert.deepEqual([songId, rating, comment], [7, 4, 'Heard at a friend’s']);
    await client.menu(id('outside-menu'), 'Put on shelf');
    await client.click(id('item-save'));
    await client.until(() => client.find(`${dialog} [data-form-error]`).hidden === false);
    client.press('Escape');
    await client.gone(dialog);
});

test('it is put on the board, found there beside the library’s songs', async () => {
    await client.click(id('outside-menu'));
    await client.click(id('outside-post'));
    await client.until(() => client.focused === 'post-caption');
    await client.click('[data-back]');
    await client.fill(id('post-search'), 'song');
    await client.click(id('post-outside-song'));
    await client.fill(id('post-caption'), 'Who has this?');
    await client.click(id('post-send'));
    await client.gone(id('post-dialog'));
    assert.deepEqual(client.server.sent('POST /board/today'), { outsideId: 7, caption: 'Who has this?' });
});

test('others are offered its preview and a wish there; while it is off, nothing that cannot be', async () => {
    posts = [post()];
    await client.open('/board');
    await client.shown(id('post-not-here'));
    assert.ok(client.find(id('post-preview')) && client.find(`${id('post')} img`));
    await client.click(id('post-wish'));
    await client.until(() => wished === 3);
    posts = [post({ available: false, hasPicture: false, hasPreview: false })];
    await client.open('/search');
    await client.open('/board');
    await client.shown(id('post-not-here'));
    assert.equal(client.find(`main ${id('post-wish')}, main ${id('post-preview')}, main .post-art img`), null);
});

test('the wish for it shows its picture, and its form carries the same data', async () => {
    await client.open('/wishes');
    await client.shown(`${id('wish')} .cover img`);
    await client.click(id('fulfil-wish'));
    await client.click(id('way-entry'));
    await client.until(() => client.find(`${id('fulfil-dialog')} [name=genre]`)?.value === 'Rock');
    client.press('Escape');
    await client.gone(id('fulfil-dialog'));
});

test('the shelf offers the song of the library once it is there, and is linked to it', async () => {
    await client.open('/shelf/unfiled');
    await client.reads('Missing song', id('item-arrival'));
    await client.click(id('link-item'));
    await client.click(id('confirm'));
    await client.gone(id('item-arrival'));
    assert.equal(client.server.sent('POST /shelf/items/i/link').trackId, '1');
});

test('nothing went wrong unseen', () => client.end());
