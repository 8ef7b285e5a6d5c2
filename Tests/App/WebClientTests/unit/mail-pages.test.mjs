import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// The pages that links in emails open, and the pages from which admins send such links.

const ROWS = ['board', 'friends', 'playlists', 'mixes', 'recentlyPlayed', 'recentlyAdded', 'start', 'popular', 'liked', 'rediscover', 'mostPlayed', 'onThisDay', 'artists', 'genres'];
const gran = { id: 'gran', username: 'gran', displayName: '', role: 'contributor', explicit: true, passwordSet: false };
let isUsed = false;
let confirmed = false;
const client = await start({
    me: null,
    path: '/confirm-email#TOKEN',
    server: { sendsMail: true },
    answers: {
        'POST /email-confirmation': ({ body }) => (body.token === 'TOKEN' ? undefined : new Refusal(404, 'link_invalid')),
        'POST /password-reset': undefined,
        'POST /links/check': () => (isUsed ? new Refusal(404) : { purpose: 'password', username: 'ada' }),
        'POST /links/password': () => {
            isUsed = true;
            client.server.signIn({ email: 'ada@example.org' });
            return client.server.me;
        },
        'GET /home': { order: ROWS, tiles: [], ...Object.fromEntries(ROWS.map((row) => [row, []])) },
        'GET /me/mail': () => ({ enabled: true, confirmed, kinds: [] }), 'POST /me/mail/confirmation': undefined, 'GET /notifications/choices': { kinds: [], muted: [] },
        'GET /users': { items: [gran] }, 'GET /plans': { items: [] }, 'GET /libraries': { items: [] },
        'POST /users': ({ body }) => ({ user: { ...gran, ...body }, link: { url: 'https://music.example/welcome#NEW', expiresAt: '2026-12-20T10:00:00Z' } }),
        'POST /users/gran/link/mail': undefined,
        'GET /invitations': { items: [] },
        'POST /invitations': ({ body }) => (body.email.includes('@') ? { url: 'https://music.example/join#NEW', expiresAt: '2026-12-20T10:00:00Z' } : new Refusal(400, undefined, 'email')),
    },
});
/** Opens an address with a token, like a link in an email does. */
const visit = (path) => {
    client.window.history.pushState(null, '', path);
    client.window.dispatchEvent(new client.window.PopStateEvent('popstate'));
};

test('an address is confirmed when the button is pressed, not by looking at the link', async () => {
    await client.shown(id('confirm-email'));
    assert.equal(client.server.asked('POST /email-confirmation').length, 0);
    await client.click(id('confirm-email'));
    await client.shown(id('email-confirmed'));
    visit('/confirm-email#OLD');
    await client.click(id('confirm-email'));
    await client.until(() => client.find('[data-form-error]')?.hidden === false);
});

test('who has forgotten the password is told the same, whoever asks', async () => {
    visit('/sign-in');
    await client.click(id('forgotten'));
    await client.fill(id('field-identity'), 'ADA@example.org');
    await client.click(id('forgotten-submit'));
    await client.shown(id('forgotten-done'));
    assert.deepEqual(client.server.sent('POST /password-reset'), { identity: 'ADA@example.org' });
});

test('the link of the letter takes a new password, once, and leads in', async () => {
    visit('/welcome#RESET');
    await client.reads('ada', 'main');
    await client.fill(id('field-password'), 'short');
    await client.click(id('welcome'));
    await client.until(() => client.find(id('field-password')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-password'), 'nineteen copper kettles sing');
    await client.click(id('welcome'));
    await client.until(() => client.window.location.pathname === '/');
    assert.deepEqual(client.server.sent('POST /links/password'), { token: 'RESET', password: 'nineteen copper kettles sing' });
    visit('/welcome#RESET');
    await client.reads('used', 'main');
    assert.equal(client.find(id('welcome-form')), null);
});

test('one’s own address is confirmed from the settings', async () => {
    await client.open('/settings/notifications');
    await client.click(id('email-confirm'));
    await client.until(() => client.server.asked('POST /me/mail/confirmation').length === 1);
    confirmed = true;
    await client.open('/settings/appearance');
    await client.open('/settings/notifications');
    await client.reads('ada@example.org', id('email-state'));
    assert.equal(client.find(id('email-confirm')), null);
});

test('an admin adds somebody and has the link sent', async () => {
    await client.open('/administration/users');
    await client.click(id('user-create'));
    await client.fill(`${id('user-dialog')} ${id('field-username')}`, 'gran');
    await client.fill(`${id('user-dialog')} ${id('field-email')}`, 'gran@example.org');
    await client.click(id('user-save'));
    await client.shown(id('link-mail'));
    assert.equal(client.find(id('link-value')).value, 'https://music.example/welcome#NEW');
    await client.click(id('link-mail'));
    await client.gone(id('link-mail'));
    assert.equal(client.server.asked('POST /users/gran/link/mail').length, 1);
});

test('an admin invites somebody by mail; what is no address is refused at its field', async () => {
    await client.open('/administration/invitations');
    await client.click(id('invite'));
    await client.fill(`${id('invite-dialog')} ${id('field-email')}`, 'nobody at all');
    await client.click(id('invite-save'));
    await client.until(() => client.find(`${id('invite-dialog')} ${id('field-email')}`).getAttribute('aria-invalid') === 'true');
    await client.fill(`${id('invite-dialog')} ${id('field-email')}`, 'aunt@example.org');
    await client.click(id('invite-save'));
    await client.reads('aunt@example.org', id('invite-mailed'));
    assert.equal(client.find(id('invite-value')).value, 'https://music.example/join#NEW');
});

test('nothing went wrong unseen', () => client.end());
