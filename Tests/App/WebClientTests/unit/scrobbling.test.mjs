import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// Scrobbling: switched on by an admin, an account linked by a token or a consent, paused, imported from and unlinked.

const settings = {
    name: 'Rondo', outside: false, outsideURL: '', outsideCountry: 'US', podcasts: false, podcastMinutes: 60, podcastMegabytes: 500, scrobbling: false, listenBrainzURL: '',
    linksOpen: false, linkHosts: [], linkNetworks: [], configuration: [],
};
const none = { connected: false, elsewhere: false, waiting: 0, handedOn: 0, refused: 0, lastRefused: [] };
let listens = { ...none };
let fm = { ...none };
let [isAllowed, registration] = [false, { enabled: false, url: 'https://fm.example/2.0/', page: 'https://fm.example/auth/', key: '', hasSecret: false }];
const client = await start({
    answers: {
        'GET /settings': () => settings, 'PATCH /settings': ({ body }) => Object.assign(settings, body),
        'GET /settings/lastfm': () => registration,
        'PATCH /settings/lastfm': ({ body: { secret, ...body } }) => (registration = secret === 'wrong' ? new Refusal(400, 'lastfm_refused', 'secret') : { ...body, hasSecret: true }),
        'GET /descriptions': { sources: [], total: 0, done: 0, found: 0 },
        'GET /me/device-keys': { items: [] }, 'GET /me/tokens': { items: [] },
        'GET /me/scrobbling': () => listens,
        'PUT /me/scrobbling': ({ body }) => (body.token === 'bad' ? new Refusal(400, 'scrobbling_token', 'token') : (listens = { ...listens, connected: true, name: 'ada-there', pause: undefined })),
        'PUT /me/scrobbling/import': () => { listens = { ...listens, import: { state: 'done', read: 5, added: 4, unmatched: 1 } }; },
        'DELETE /me/scrobbling': () => { listens = { ...none, server: listens.server }; },
        'GET /me/scrobbling/lastfm': () => fm,
        'POST /me/scrobbling/lastfm/consent': () => (fm = { ...fm, consentURL: 'https://fm.example/auth/?api_key=KEY&token=page-token' }),
        'PUT /me/scrobbling/lastfm': () => (isAllowed ? (fm = { ...fm, connected: true, name: 'ada-fm', consentURL: undefined }) : new Refusal(409, 'scrobbling_not_allowed')),
        'POST /notifications/read': undefined,
        'GET /notifications': { items: [{ id: 'n', kind: 'scrobblingPaused', at: '2026-11-20T10:00:00Z', read: false, title: 'ada-there', text: '' }], unreadCount: 1 },
    },
});
const panel = '[data-part=scrobbling]';
const other = '[data-part=lastfm]';

test('it is off at first, and an admin switches it on', async () => {
    await client.open('/settings/apps');
    await client.shown(id('device-key-create'));
    assert.ok(client.find(panel).hidden && client.find(other).hidden, 'It is offered before.');
    await client.open('/administration/services');
    await client.click(id('settings-scrobbling'));
    await client.fill(id('field-listenBrainzURL'), 'https://listens.example');
    await client.click(id('scrobbling-save'));
    await client.until(() => settings.scrobbling);
    assert.deepEqual(client.server.sent('PATCH /settings'), { scrobbling: true, listenBrainzURL: 'https://listens.example' });
    await client.fill('[name=linkNetworks]', '127.0.0.1:1\n127.0.0.1:2');
    await client.click(id('networks-save'));
    await client.until(() => client.server.sent('PATCH /settings').linkNetworks?.length === 2);
    listens = { ...none, server: 'https://listens.example' };
});

test('a wrong token is refused, and a right one shows whose it is', async () => {
    await client.open('/settings/apps');
    await client.fill(id('field-token'), 'bad');
    await client.click(id('scrobbling-connect'));
    await client.until(() => client.find(id('field-token')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-token'), 'ada-key-one');
    await client.click(id('scrobbling-connect'));
    await client.reads('ada-there', id('scrobbling-name'));
    assert.ok(!client.document.documentElement.outerHTML.includes('ada-key-one'), 'The token is shown.');
});

test('what was handed on is counted without a reload', async () => {
    listens = { ...listens, handedOn: 1, lastAt: '2026-11-20T10:00:00Z' };
    client.server.send('scrobbling');
    await client.reads('1 play', id('scrobbling-counts'));
});

test('when the server refuses the token it is paused, which a notification leads to; a new one goes on', async () => {
    listens = { ...listens, connected: true, pause: 'token' };
    await client.open('/notifications');
    await client.reads('ada-there', id('notification'));
    await client.click(`${id('notification')} a`);
    await client.until(() => client.window.location.pathname === '/settings/apps');
    await client.reads('refuses your token', id('scrobbling-trouble'));
    await client.fill(id('field-token'), 'ada-key-two');
    client.server.send('scrobbling');
    await client.click(id('scrobbling-connect'));
    await client.gone(id('scrobbling-trouble'));
    assert.equal(client.server.sent('PUT /me/scrobbling').token, 'ada-key-two');
});

test('listens are imported, and disconnecting asks first', async () => {
    await client.click(id('scrobbling-import'));
    await client.reads('Imported', id('scrobbling-import-state'));
    await client.click(id('scrobbling-disconnect'));
    await client.shown(id('confirm'));
    assert.equal(client.server.asked('DELETE /me/scrobbling').length, 0);
    await client.click(id('confirm'));
    await client.until(() => client.find(id('scrobbling-form')) && !client.find(id('scrobbling-name')));
});

test('an admin registers the server at Last.fm; a secret that is refused is said', async () => {
    await client.open('/administration/services');
    await client.shown(id('lastfm-settings'));
    await client.fill(id('field-key'), 'KEY');
    await client.fill(id('field-secret'), 'wrong');
    await client.click(id('lastfm-on'));
    await client.click(id('lastfm-save'));
    await client.until(() => client.find(`${id('lastfm-settings')} ${id('field-secret')}`).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-secret'), 'shh');
    await client.click(id('lastfm-save'));
    await client.reads('One is stored', id('lastfm-settings'));
    assert.deepEqual(client.server.sent('PATCH /settings/lastfm'), { enabled: true, url: 'https://fm.example/2.0/', page: 'https://fm.example/auth/', key: 'KEY', secret: 'shh' });
    fm = { ...none, server: 'https://fm.example' };
});

test('a user allows it on a page of Last.fm that opens by itself, and connects', async () => {
    await client.open('/settings/apps');
    await client.click(id('lastfm-begin'));
    const { href, target, rel } = await client.shown(id('lastfm-page'));
    assert.deepEqual([href, target, rel], ['https://fm.example/auth/?api_key=KEY&token=page-token', '_blank', 'noopener noreferrer']);
    await client.click(id('lastfm-connect'));
    await client.until(() => client.find(`${other} [data-form-error]`).hidden === false);
    isAllowed = true;
    await client.click(id('lastfm-connect'));
    await client.reads('ada-fm', `${other} ${id('scrobbling-name')}`);
    assert.equal(client.find(`${other} ${id('scrobbling-history')}`), null, 'What was before is offered.');
});

test('nothing went wrong unseen', () => client.end());
