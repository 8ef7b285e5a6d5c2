import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, besideAlbum, besideTrack, fullTrack, playlist, track } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Likes, ratings and reviews, their filters, and the search for items other than music.

let state = { liked: false, ratingCount: 0 };
let reviews = [];
const rated = () => ({ ...state });
const listed = (query) => (query.liked === 'true' && !state.liked) || Number(query.rating_min ?? 0) > (state.rating ?? 0) ? [] : [track('1', state)];
const client = await start({
    me: { permissions: ['listen', 'stream', 'takePart'] },
    answers: {
        ...besideTrack('1'), 'GET /tracks/1': () => fullTrack('1', state),
        'PUT /tracks/1/like': () => rated(Object.assign(state, { liked: true, likedAt: '2026-11-20T10:00:00Z' })), 'DELETE /tracks/1/like': () => rated(Object.assign(state, { liked: false })),
        'GET /tracks/1/rating': () => ({ ...rated(), review: reviews[0]?.review }),
        'PUT /tracks/1/rating': ({ body }) => {
            state = { ...state, rating: body.rating, averageRating: body.rating, ratingCount: 1 };
            if (body.review) reviews = [{ author: { id: 'ada', name: 'Ada' }, rating: body.rating, review: body.review, at: '2026-11-20T10:00:00Z' }];
            return rated();
        },
        'GET /tracks/1/reviews': () => ({ items: reviews }),
        'GET /albums/a': album('a', { tracks: [track('1'), track('2')], trackCount: 2 }), ...besideAlbum('a'),
        'GET /tracks/outline': ({ query }) => ({ total: query.sort === 'plays' ? 0 : listed(query).length, step: 100, cursors: [] }),
        'GET /tracks': ({ query }) => ({ items: listed(query) }), 'GET /genres': { items: [] },
        'GET /explore': { popular: [], genres: [], playlists: [] }, 'GET /search': { tracks: [], albums: [], artists: [], genres: [] }, 'GET /search/lyrics': { items: [] }, 'GET /search/outside': { items: [] },
        'GET /playlists': { items: [playlist('d', { name: 'Days at the beach' })] }, 'GET /radio': { items: [{ id: 's', name: 'Beach radio', streamUrl: 'https://radio.example/beach' }] },
        'GET /people': { items: [{ id: 'bea', username: 'bea', name: 'bea' }] },
        'GET /people/bea': new Refusal(404),
    },
});

test('a heart is sent, and turns in the other lists too', async () => {
    await client.open('/albums/a');
    const pressed = () => client.all(`tr[data-track] ${id('like-track')}`).map((heart) => heart.getAttribute('aria-pressed')).join();
    assert.equal(pressed(), 'false,false');
    client.server.send('opinions', { kind: 'track', id: '1', liked: true });
    await client.until(() => pressed() === 'true,false');
    await client.open('/tracks/1');
    const heart = () => client.find(`.hero ${id('like-track')}`).getAttribute('aria-pressed');
    for (const [method, now] of [['DELETE', 'false'], ['PUT', 'true']]) {
        await client.click(`.hero ${id('like-track')}`);
        await client.until(() => heart() === now && client.server.asked(`${method} /tracks/1/like`).length === 1);
    }
});

test('stars are given by mouse at once, and by keyboard once the keys rest', async () => {
    state = { liked: true, ratingCount: 0 };
    await client.open('/albums/a');
    await client.open('/tracks/1');
    await client.click(id('star-3.5'));
    await client.until(() => client.server.sent('PUT /tracks/1/rating')?.rating === 3.5);
    client.find(id('star-3.5')).focus();
    client.press('ArrowRight');
    for (const rating of [4, 4.5]) {
        const star = client.find(id(`star-${rating}`));
        star.checked = true;
        star.dispatchEvent(new Event('change', { bubbles: true }));
    }
    await client.reads('4.5', '[data-average]');
    assert.deepEqual(client.server.asked('PUT /tracks/1/rating').map(({ body }) => body.rating), [3.5, 4.5]);
});

test('a review is written once there are stars', async () => {
    await client.fill(id('review'), 'Fine <b>song</b>');
    await client.click(id('save-review'));
    await client.reads('Fine <b>song</b>', id('reviews'));
    assert.deepEqual(client.server.sent('PUT /tracks/1/rating'), { rating: 4.5, review: 'Fine <b>song</b>' });
});

test('the filter of the list finds it by heart and stars', async () => {
    await client.open('/library/tracks?liked=true&rating_min=4.5');
    await client.until(() => client.all('main tr[data-track]').length === 1);
    assert.deepEqual(client.server.asked('GET /tracks/outline').at(-1).query, { sort: 'title', order: 'asc', liked: 'true', rating_min: '4.5', step: '100' });
    await client.open('/library/tracks?rating_min=5');
    await client.shown(id('empty-state'));
});

test('a wrong pair of tempos is refused at its field, and a right one is in the address', async () => {
    await client.open('/library/tracks');
    await client.click(id('filters'));
    await client.fill('[name=tempoFrom]', '100');
    await client.until(() => client.window.location.search.includes('tempoFrom=100'));
    await client.fill('[name=tempoTo]', '99');
    await client.until(() => client.find('[name=tempoTo]').getAttribute('aria-invalid') === 'true');
    await client.fill('[name=tempoTo]', '300');
    await client.until(() => client.window.location.search.includes('tempoTo=300'));
    const { tempoFrom, tempoTo } = client.server.asked('GET /tracks/outline').at(-1).query;
    assert.deepEqual([tempoFrom, tempoTo], ['100', '300']);
});

test('who has played nothing sees under "Most played" all by name, which is said', async () => {
    await client.open('/library/tracks?sort=plays');
    await client.until(() => client.all('main tr[data-track]').length > 0 && !client.find(id('list-note')).hidden);
});

test('search finds playlists, people and stations too, and remembers what was searched for', async () => {
    await client.open('/search');
    await client.fill(id('search-input'), 'bea');
    await client.reads('bea', id('found-people'));
    await client.reads('Beach radio', id('found-stations'));
    await client.reads('Days at the beach', id('found-playlists'));
    await client.click(`${id('found-people')} a`);
    await client.until(() => client.window.location.pathname === '/people/bea');
    await client.open('/search');
    await client.until(() => client.text(id('recent-search')) === 'bea');
    await client.click(id('recent-search'));
    await client.shown(id('found-people'));
});

test('nothing went wrong unseen', () => client.end());
