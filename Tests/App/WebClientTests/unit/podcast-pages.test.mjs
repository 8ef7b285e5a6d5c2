import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// Podcasts: switched on by an admin, added by address, marked as played and unsubscribed.

const AT = '2026-11-20T10:00:00Z';
const settings = {
    name: 'Rondo', outside: false, outsideURL: '', outsideCountry: 'US', podcasts: false, podcastMinutes: 60, podcastMegabytes: 500, scrobbling: false, listenBrainzURL: '',
    linksOpen: false, linkHosts: [], linkNetworks: [], configuration: [],
};
const podcast = { id: 'p', title: 'Harbor & Hill', author: 'Maja', text: 'Walks along the coast.', newCount: 2, downloads: 'none' };
const episode = (one, more = {}) => ({ id: one, podcastId: 'p', podcastTitle: 'Harbor & Hill', title: `Part ${one}`, text: 'We climb.', publishedAt: AT, durationMs: 90_000, positionMs: 0, played: false, new: true, hasChapters: true, hasTranscript: true, streamUrl: `/api/v1/episodes/${one}/stream`, ...more });
let [podcasts, episodes] = [[], [episode('1', { title: 'The lighthouse <b>' }), episode('2')]];
const client = await start({
    answers: {
        'GET /settings': () => settings,
        'PATCH /settings': ({ body }) => Object.assign(settings, body),
        'GET /settings/lastfm': { enabled: false, url: '', page: '', key: '', hasSecret: false }, 'GET /descriptions': { sources: [], total: 0, done: 0, found: 0 },
        'GET /podcasts': () => ({ items: podcasts }), 'GET /podcasts/episodes': () => ({ items: podcasts.length > 0 ? episodes : [] }),
        'POST /podcasts': ({ body }) => (body.url.endsWith('/feed') ? (podcasts = [podcast])[0] : new Refusal(400, 'podcast_unreadable', 'url')),
        'GET /podcasts/p': podcast, 'GET /podcasts/p/episodes': () => ({ items: episodes }), 'DELETE /podcasts/p': () => { podcasts = []; },
        'PATCH /podcasts/p': ({ body }) => Object.assign(podcast, body),
        'PUT /episodes/*/state': ({ params: [one], body }) => { episodes = episodes.map((each) => (each.id === one ? { ...each, ...body } : each)); return episodes.find((each) => each.id === one); },
    },
});

test('an admin switches them on', async () => {
    await client.open('/administration/services');
    await client.click(id('settings-podcasts'));
    await client.click(id('podcasts-save'));
    await client.until(() => settings.podcasts);
});

test('a wrong address says what is wrong, and a right one leads to its episodes', async () => {
    await client.open('/podcasts');
    await client.shown(id('empty-state'));
    await client.fill(id('field-url'), 'https://pod.example/chapters');
    await client.click(id('podcast-subscribe'));
    await client.until(() => client.find(id('field-url')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-url'), 'https://pod.example/feed');
    await client.click(id('podcast-subscribe'));
    await client.until(() => client.window.location.pathname === '/podcasts/p' && client.all(id('episode')).length === 2);
    assert.match(client.text(id('episode')), /The lighthouse <b>/);
});

test('what is stored on the server is chosen', async () => {
    await client.choose(id('podcast-rule'), 'unplayed');
    await client.until(() => client.server.asked('PATCH /podcasts/p').length === 1);
    assert.deepEqual(client.server.sent('PATCH /podcasts/p'), { downloads: 'unplayed' });
});

test('an episode that was begun says what is left, and is marked as played', async () => {
    episodes = [{ ...episodes[0], positionMs: 30_000, new: true }, episodes[1]];
    await client.open('/podcasts');
    await client.reads('1 min left', id('episode'));
    await client.click(id('episode-played'));
    await client.until(() => client.find(id('episode-played')).getAttribute('aria-pressed') === 'true');
});

test('unsubscribing asks first', async () => {
    await client.click(`${id('podcast')} a`);
    await client.click(id('podcast-unsubscribe'));
    await client.shown(id('confirm'));
    assert.equal(client.server.asked('DELETE /podcasts/p').length, 0);
    await client.click(id('confirm'));
    await client.until(() => client.window.location.pathname === '/podcasts' && client.find(id('empty-state')));
});

test('nothing went wrong unseen', () => client.end());
