import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// Behind a trusted proxy that names its user: users are signed in at once, stay out after signing out, return with one press, and get a message if
// they have no account.

const ROWS = ['board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked', 'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres'];
let hasAccount = true;
/** The client's address when a sign-out was answered. @type {string[]} */
const places = [];
const client = await start({
    me: null,
    path: '/',
    server: { proxyUser: 'ada.lovelace' },
    answers: {
        'POST /session/proxy': () => {
            if (!hasAccount) return new Refusal(403, 'proxy_user_unknown');
            client.server.signIn({ username: 'ada.lovelace' });
            return client.server.me;
        },
        // The session's end is announced before the answer.
        'DELETE /session': async () => {
            client.server.send('session', { ended: true });
            await new Promise((resolve) => setTimeout(resolve, 50));
            places.push(path());
        },
        'GET /home': { order: ROWS, tiles: [], ...Object.fromEntries(ROWS.map((row) => [row, []])) },
    },
});
const path = () => client.window.location.pathname;
const asked = () => client.server.asked('POST /session/proxy').length;
const signOut = async () => {
    await client.click(id('account'));
    await client.click(`${id('account-menu')} [data-sign-out]`);
    await client.until(() => path() === '/sign-in');
};

test('whom the proxy names is in at once', async () => {
    await client.until(() => path() === '/' && client.find('main h1'));
    assert.equal(asked(), 1);
});

test('signing out stays out, until a press', async () => {
    await signOut();
    // The sign-in page is shown once: a second one would lose the typed text.
    assert.deepEqual(places, ['/']);
    await client.reads('ada.lovelace', id('sign-in-proxy'));
    assert.equal(asked(), 1);
    await client.click(id('sign-in-proxy'));
    await client.until(() => path() === '/' && asked() === 2);
});

test('somebody without an account is told so, and may use a password', async () => {
    await signOut();
    hasAccount = false;
    await client.click(id('sign-in-proxy'));
    await client.until(() => client.find(`${id('proxy-form')} [data-form-error]`).hidden === false);
    await client.reads('no account', `${id('proxy-form')} [data-form-error]`);
    await client.shown(id('sign-in'));
});

test('where the proxy names nobody, there is no such button', async () => {
    const { serverInfo } = await import('../../../../public/core/session.js');
    serverInfo.set({ ...serverInfo.value, proxyUser: null });
    await client.open('/join');
    await client.open('/sign-in');
    await client.shown(id('sign-in'));
    assert.equal(client.find(id('sign-in-proxy')), null);
});

test('nothing went wrong unseen', () => client.end());
