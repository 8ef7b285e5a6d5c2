import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';

// Backups, their schedule, and security settings.

const AT = '2026-11-20T10:00:00Z';
let backups = [];
let [status, prepared, schedule, required] = [{}, undefined, { enabled: false, minute: 180, keep: 7, withMusic: false }, []];
const backup = (name) => ({ name, size: 1e6, encrypted: false, createdAt: AT, kind: 'manual' });
const client = await start({
    answers: {
        'GET /backups': () => ({ items: backups }), 'GET /backups/status': () => ({ ...status, prepared }),
        'POST /backups': () => { status = { work: 'making', bytes: 10 }; },
        'POST /backups/*/verification': ({ params: [name] }) => { backups = backups.map((one) => (one.name === name ? { ...one, verifiedAt: AT } : one)); },
        'POST /backups/*/restoration': () => { prepared = { createdAt: AT }; }, 'DELETE /backups/restoration': () => { prepared = undefined; },
        'DELETE /backups/*': ({ params: [name] }) => { backups = backups.filter((one) => one.name !== name); },
        'GET /backups/schedule': () => schedule, 'PUT /backups/schedule': ({ body }) => (schedule = { ...body, nextAt: AT }),
        'GET /users/two-factor/roles': () => ({ roles: required, without: [] }), 'PUT /users/two-factor/roles': ({ body }) => { required = body.roles; return body; },
        'GET /mail/status': { enabled: false }, 'GET /mail': { items: [] }, 'GET /settings/openid': { enabled: false, name: '', issuer: '', clientId: '', scopes: [], groupsClaim: '', groups: [], rolesWithoutPassword: [] },
        'GET /libraries': { items: [] }, 'GET /settings': {},
    },
});

test('a backup is made, and is there when it is done', async () => {
    await client.open('/administration/backups');
    await client.reads('Backups', 'h1');
    await client.click(id('backup-now'));
    await client.shown(id('backup-working'));
    assert.ok(client.find(id('backup-now')).disabled);
    assert.deepEqual(client.server.sent('POST /backups'), { withMusic: false });
    [status, backups] = [{ last: { state: 'done', kind: 'manual', startedAt: AT } }, [backup('one')]];
    await client.shown(id('backup-row'));
    await client.shown(id('backup-last'));
});

test('it is verified, in its place', async () => {
    client.find(id('backup-verify')).focus();
    await client.click(id('backup-verify'));
    await client.shown(id('backup-verified'));
    assert.equal(client.focused, 'backup-verify');
});

test('restoring and deleting ask first; whoever thinks better of it is back at the button', async () => {
    for (const name of ['backup-restore', 'backup-delete']) {
        await client.click(id(name));
        await client.shown(id('confirm'));
        assert.equal(client.document.activeElement.dataset.cancel, '');
        client.press('Escape');
        await client.gone('dialog[open]');
    }
    assert.equal(client.server.asked('DELETE /backups/*').length + client.server.asked('POST /backups/*/restoration').length, 0);
    await client.click(id('backup-restore'));
    await client.click(id('confirm'));
    await client.shown(id('backup-prepared'));
    await client.click('[data-cancel-restore]');
    await client.gone(id('backup-prepared'));
    await client.click(id('backup-delete'));
    await client.click(id('confirm'));
    await client.gone(id('backup-row'));
});

test('the schedule is set, and says when the next one is made', async () => {
    await client.click(id('schedule-enabled'));
    await client.fill(id('field-time'), '04:30');
    await client.click(id('schedule-save'));
    await client.shown(id('schedule-next'));
    assert.deepEqual(client.server.sent('PUT /backups/schedule'), { enabled: true, minute: 270, keep: 7, withMusic: false });
});

test('an admin asks a role for a second factor, and sees whether mail is sent', async () => {
    await client.open('/administration/security');
    await client.shown(id('mail-state'));
    await client.click(id('require-admin'));
    await client.click(`${id('two-factor-roles')} [type=submit]`);
    await client.until(() => required.join() === 'admin');
});

test('nothing went wrong unseen', () => client.end());
