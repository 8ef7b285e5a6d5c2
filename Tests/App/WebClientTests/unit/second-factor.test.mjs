import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// A second factor: enabled, required at sign-in, and switched off.

const SECRET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const codes = Array.from({ length: 10 }, (_, index) => `code-${index}`);
const state = { enabled: false, required: false, recoveryCodesLeft: 0 };
const wrongCode = new Refusal(400, 'wrong_code', 'code');
const client = await start({
    answers: {
        'GET /me/two-factor': () => state,
        'POST /me/two-factor': ({ body }) => (body.password === 'right' ? { secret: SECRET, address: 'otpauth://x', qrCode: '<svg></svg>' } : new Refusal(400, 'wrong_password', 'password')),
        'POST /me/two-factor/enable': ({ body }) => {
            if (body.code !== '123456') return wrongCode;
            Object.assign(state, { enabled: true, enabledAt: '2026-11-20T10:00:00Z', recoveryCodesLeft: 10 });
            return { recoveryCodes: codes };
        },
        'POST /me/two-factor/recovery-codes': () => ({ recoveryCodes: codes }),
        'POST /me/two-factor/disable': () => { Object.assign(state, { enabled: false }); },
        'GET /me/passkeys': { items: [] }, 'GET /me/sessions': { items: [] }, 'GET /me/openid': { items: [] },
        'GET /home': { order: [], tiles: [], recentlyAdded: [] }, 'DELETE /session': undefined, 'POST /session': { step: 'two_factor', methods: ['code'], token: 'TOKEN' },
        'POST /session/two-factor': ({ body }) => (body.code === codes[1] ? client.server.me : wrongCode),
    },
});
const dialog = id('two-factor-dialog');

test('it is set up with the password and a code of it, and recovery codes are shown once', async () => {
    await client.open('/settings/security');
    await client.click(id('two-factor-enable'));
    await client.fill(`${dialog} ${id('field-password')}`, 'wrong');
    await client.click(id('two-factor-submit'));
    await client.until(() => client.find(`${dialog} ${id('field-password')}`).getAttribute('aria-invalid') === 'true');
    await client.fill(`${dialog} ${id('field-password')}`, 'right');
    await client.click(id('two-factor-submit'));
    await client.shown('.qr-code img');
    assert.equal(client.find(id('two-factor-secret')).value, SECRET);
    assert.equal(client.focused, 'field-code');
    await client.fill(`${dialog} ${id('field-code')}`, '000000');
    await client.click(id('two-factor-submit'));
    await client.until(() => client.find(id('field-code')).getAttribute('aria-invalid') === 'true');
    await client.fill(`${dialog} ${id('field-code')}`, '123456');
    await client.click(id('two-factor-submit'));
    await client.shown(id('recovery-codes'));
    assert.equal(client.find(id('recovery-codes-text')).value, codes.join(' '));
    assert.equal(client.all(`${id('recovery-codes')} li`).length, 10);
    assert.equal(client.focused, 'codes-stored');
    await client.click(id('codes-stored'));
    await client.shown(id('two-factor-disable'));
    assert.ok(!client.document.body.outerHTML.includes(SECRET), 'The secret is still in the page.');
});

test('signing in takes a code, and a wrong one is refused at its field', async () => {
    await client.click(id('account'));
    await client.click(id('nav-sign-out'));
    await client.shown(id('sign-in-form'));
    await client.fill(id('field-username'), 'ada');
    await client.fill(id('field-password'), 'right');
    await client.click(id('sign-in'));
    await client.shown(id('code-form'));
    await client.fill(id('field-code'), codes[0]);
    await client.click(id('code-submit'));
    await client.until(() => client.find(id('field-code')).getAttribute('aria-invalid') === 'true');
    await client.fill(id('field-code'), codes[1]);
    await client.click(id('code-submit'));
    await client.until(() => client.window.location.pathname !== '/sign-in');
    assert.deepEqual(client.server.sent('POST /session/two-factor'), { token: 'TOKEN', code: codes[1] });
});

test('it is switched off by password and code', async () => {
    await client.open('/settings/security');
    await client.click(id('two-factor-disable'));
    await client.fill(`${dialog} ${id('field-password')}`, 'right');
    await client.fill(`${dialog} ${id('field-code')}`, codes[2]);
    await client.click(id('two-factor-submit'));
    await client.shown(id('two-factor-enable'));
    assert.deepEqual(client.server.sent('POST /me/two-factor/disable'), { password: 'right', code: codes[2] });
});

test('where the role needs one, it is not offered to switch it off', async () => {
    Object.assign(state, { enabled: true, required: true });
    await client.open('/settings/appearance');
    await client.open('/settings/security');
    await client.shown(id('two-factor-renew'));
    assert.equal(client.find(id('two-factor-disable')), null);
});

test('nothing went wrong unseen', () => client.end());
