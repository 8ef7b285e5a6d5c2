import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// The account that a guest creates with an invitation.

let isOpen = true;
const client = await start({
    me: null,
    path: '/join#TOKEN',
    answers: {
        'POST /invitations/check': () => (isOpen ? undefined : new Refusal(404)),
        'POST /invitations/acceptance': ({ body }) => {
            if (body.username === 'taken') return new Refusal(409, 'username_taken', 'username');
            isOpen = false;
            client.server.signIn({ id: 'guest', username: body.username, displayName: '', role: 'listener', permissions: ['listen'] });
            return client.server.me;
        },
        'GET /home': { order: [], tiles: [] },
    },
});

test('the link of an invitation asks for a name and a password, and says at the field what is wrong with them', async () => {
    await client.shown(id('join-form'));
    assert.deepEqual(client.server.sent('POST /invitations/check'), { token: 'TOKEN' });
    await client.fill(id('field-username'), 'taken');
    await client.fill(id('field-password'), 'short');
    await client.click(id('join'));
    await client.until(() => client.find(id('field-password')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-password'), 'seven amber clarinets');
    await client.click(id('join'));
    await client.until(() => client.find(id('field-username')).getAttribute('aria-invalid') === 'true');
});

test('the guest is signed in at once, and the link is used up', async () => {
    await client.fill(id('field-username'), 'guest');
    await client.click(id('join'));
    await client.until(() => client.window.location.pathname === '/' && client.find('main h1'));
    assert.deepEqual(client.server.sent('POST /invitations/acceptance'), { username: 'guest', password: 'seven amber clarinets', token: 'TOKEN' });
    assert.equal(client.find(id('nav-administration')), null);
    client.window.history.pushState(null, '', '/join#TOKEN');
    client.window.dispatchEvent(new client.window.PopStateEvent('popstate'));
    await client.reads('This link');
    assert.equal(client.find(id('join-form')), null);
});

test('nothing went wrong unseen', () => client.end());
