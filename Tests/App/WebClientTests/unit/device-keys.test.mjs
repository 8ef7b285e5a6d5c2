import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';

// Device keys for their owner and for an admin, and the admin's limit.

const KEY = 'ABCDEFGHIJKLMNOPQRSTUVWXY2';
let keys = [];
const user = { id: 'ada', username: 'ada', displayName: 'Ada', role: 'admin', explicit: true, passwordSet: true };
const key = (label) => ({ id: label, label, scopes: ['read', 'stream'], usable: true, createdAt: '2026-11-20T10:00:00Z' });
const client = await start({
    answers: {
        'GET /me/device-keys': () => ({ items: keys }),
        'POST /me/device-keys': ({ body }) => {
            keys = [...keys, key(body.label)];
            return { server: 'https://music.example', username: 'ada', text: KEY, qrCode: '<svg></svg>' };
        },
        'PATCH /me/device-keys/*': ({ params: [one], body }) => { keys = keys.map((other) => (other.id === one ? { ...other, ...body } : other)); },
        'DELETE /me/device-keys/*': ({ params: [one] }) => { keys = keys.filter((other) => other.id !== one); },
        'GET /me/scrobbling': { connected: false }, 'GET /me/scrobbling/lastfm': { connected: false }, 'GET /me/tokens': { items: [] },
        'GET /users': () => ({ items: [user] }),
        'PATCH /users/ada': ({ body }) => Object.assign(user, body, { maximumBitrate: body.maximumBitrate ?? undefined }),
        'GET /plans': { items: [] }, 'GET /users/ada/sessions': { items: [] },
        'GET /users/ada/device-keys': () => ({ items: keys }),
        'DELETE /users/ada/device-keys/*': ({ params: [one] }) => { keys = keys.filter((other) => other.id !== one); },
    },
});
const make = async (label) => {
    await client.click(id('device-key-create'));
    await client.fill(`${id('device-key-dialog')} ${id('field-label')}`, label);
    await client.click(id('device-key-save'));
    await client.shown(id('device-key-value'));
};

test('a new key is shown once, with all that a player asks for', async () => {
    await client.open('/settings/apps');
    await client.click(id('device-key-create'));
    await client.shown(id('scope-admin'));
    client.press('Escape');
    await client.gone(id('device-key-dialog'));
    await make('Symfonium');
    assert.deepEqual(client.server.sent('POST /me/device-keys'), { label: 'Symfonium', scopes: ['read', 'write', 'stream'] });
    assert.equal(client.find(id('device-key-value')).value, KEY);
    assert.equal(client.find(`${id('device-key-dialog')} form`), null);
    assert.equal(client.find(id('device-key-server')).value, 'https://music.example');
    assert.equal(client.find('.qr-code img').getAttribute('src'), 'data:image/svg+xml,%3Csvg%3E%3C%2Fsvg%3E');
    await client.click(id('device-key-done'));
    await client.gone(id('device-key-value'));
    await client.reads('Symfonium', id('device-key'));
    assert.ok(!client.document.documentElement.outerHTML.includes(KEY), 'The key is still in the page.');
});

test('a key is renamed, and revoked after a question', async () => {
    await client.click(id('device-key-rename'));
    await client.fill(`${id('device-key-rename-dialog')} ${id('field-label')}`, 'Feishin');
    await client.click(id('device-key-rename-save'));
    await client.reads('Feishin', id('device-key'));
    await make('Tempo');
    await client.click(id('device-key-done'));
    await client.shown(id('device-key-revoke-all'));
    await client.click(id('device-key-revoke'));
    await client.reads('Feishin', id('confirm-dialog'));
    await client.click('[data-cancel]');
    await client.gone(id('confirm-dialog'));
    assert.equal(client.server.asked('DELETE /me/device-keys/*').length, 0);
    await client.click(id('device-key-revoke'));
    await client.click(id('confirm'));
    await client.until(() => client.all(id('device-key')).length === 1);
    assert.equal(client.server.asked('DELETE /me/device-keys/Symfonium').length, 1);
});

test('an admin ends the keys of somebody, and sets a limit and takes it away', async () => {
    await client.open('/administration/users');
    await client.menu(id('user-menu'), 'Access');
    await client.shown(`${id('access-dialog')} ${id('device-key')}`);
    await client.click(`${id('access-dialog')} ${id('device-key-revoke')}`);
    await client.click(id('confirm'));
    await client.gone(id('device-key'));
    await client.choose(id('field-maximumBitrate'), '192');
    await client.click(id('access-save'));
    await client.reads('192', id('user-bitrate'));
    await client.menu(id('user-menu'), 'Access');
    await client.choose(id('field-maximumBitrate'), '');
    await client.click(id('access-save'));
    await client.gone(id('user-bitrate'));
});

test('nothing went wrong unseen', () => client.end());
