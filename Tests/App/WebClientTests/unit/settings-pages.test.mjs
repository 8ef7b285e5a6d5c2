import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// Settings pages: the plan, requests and feedback to the admins, and the privacy policy.

const AT = '2026-11-20T10:00:00Z';
const plan = { name: 'Small', streams: 1, maximumBitrate: 128, uploadQuota: null, monthlyTransfer: 2.5e9, downloads: true, transferred: 5e8, monthFrom: AT, monthUntil: AT, openStreams: 0 };
let requests = [];
const request = (text) => ({ id: 'r', person: 'Guest', text, at: AT, state: 'open', answer: '' });
const client = await start({
    me: { id: 'guest', username: 'guest', role: 'listener', permissions: ['listen'] },
    answers: {
        'GET /me/plan': () => plan,
        'GET /me/feature-requests': () => ({ items: requests }),
        'POST /me/feature-requests': ({ body }) => { requests = [...requests, request(body.text)]; },
        'DELETE /me/feature-requests/r': () => new Refusal(409, 'request_answered'),
        'GET /privacy': { text: 'One cookie keeps you signed in.', standard: true },
    },
});

test('the account says what the plan allows, and follows another one', async () => {
    await client.open('/settings/account');
    await client.reads('Small', id('own-plan'));
    await client.reads('500 MB of 2.5 GB', id('own-plan'));
    Object.assign(plan, { name: 'Another name' });
    client.server.send('account', { areas: ['plan'] });
    await client.reads('Another name', id('own-plan'));
});

test('a request is sent; what is being written stays when an answer comes', async () => {
    await client.open('/settings/feedback');
    await client.shown(id('request-send'));
    assert.equal(client.find('[data-part=requests] .form-error:not([hidden])'), null, 'Without a request the page says that something is wrong.');
    await client.fill(id('field-text'), 'A sleep timer');
    await client.click(id('request-send'));
    await client.reads('A sleep timer', id('request'));
    assert.deepEqual(client.server.sent('POST /me/feature-requests'), { text: 'A sleep timer' });
    await client.fill(id('field-text'), 'Still being written');
    requests = [{ ...requests[0], state: 'planned', answer: 'Next month' }];
    client.server.send('account', { areas: ['requests'] });
    client.document.activeElement.blur();
    await client.reads('Next month', id('request'));
    assert.equal(client.find(id('request-withdraw')), null);
    assert.equal(client.find(id('field-text')).value, 'Still being written');
});

test('who withdraws what was answered meanwhile reads the answer', async () => {
    requests = [request('Another thing')];
    client.server.send('account', { areas: ['requests'] });
    await client.shown(id('request-withdraw'));
    requests = [{ ...requests[0], state: 'planned', answer: 'It comes' }];
    await client.click(id('request-withdraw'));
    await client.reads('It comes', id('request'));
    await client.shown('.toast.is-error');
});

test('the app is rated with stars, which the admins read', async () => {
    await client.click(id('feedback-send'));
    await client.until(() => client.find('[data-part=feedback] .form-error:not([hidden])'));
    await client.click(id('feedback-4'));
    await client.click(id('feedback-send'));
    await client.until(() => client.server.sent('POST /me/feature-requests').text === '★★★★☆');
});

test('anybody reads the privacy policy in their language, paragraph by paragraph', async () => {
    await client.open('/settings/policy');
    await client.reads('One cookie keeps you signed in', id('policy'));
    assert.deepEqual(client.server.asked('GET /privacy').at(-1).query, { locale: 'en' });
    client.server.answer({ 'GET /privacy': { text: 'Own words.\n\nSecond paragraph.', standard: false } });
    await client.open('/settings/account');
    await client.open('/settings/policy');
    await client.reads('Own words.', id('policy'));
    assert.deepEqual(client.texts(`${id('policy')} p`), ['Own words.', 'Second paragraph.']);
    assert.equal(client.find(`a[href="/administration/settings"]`), null);
});

test('beside the settings there is one way to sign out, in the menu of the account', async () => {
    await client.open('/notifications');
    assert.equal(client.all('[data-sign-out]').length, 1);
    assert.ok(client.find(`${id('account-menu')} [data-sign-out]`));
});

test('nothing went wrong unseen', () => client.end());
