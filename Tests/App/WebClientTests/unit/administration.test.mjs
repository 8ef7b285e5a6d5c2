import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// The admin console: overview, plans, invitations, requests, journal, settings and accounts.

const AT = '2026-11-20T10:00:00Z';
const overview = {
    version: '1', startedAt: AT, warnings: [{ kind: 'certificateEnds', urgent: false, detail: '2026-12-01' }], streams: [], listeners: 0, people: 2,
    openRequests: 0, tracks: 5, conversions: { running: 0, waiting: 0 }, cleanups: [], jobs: [], storage: [{ name: 'database', bytes: 4096 }],
    disks: [{ name: 'data', library: false, free: 1e9, total: 2e9 }],
    certificate: { subject: 'localhost', issuer: 'Rondo', names: ['localhost'], until: AT, fingerprint: 'AB', own: true },
};
const plan = (more) => ({ id: 'default', name: 'Usual', default: true, members: 2, streams: null, maximumBitrate: null, uploadQuota: null, monthlyTransfer: null, downloads: true, ...more });
const guest = { id: 'guest', username: 'guest', displayName: 'Guest', role: 'listener', explicit: true, passwordSet: true, planId: 'small', plan: 'Small' };
const ada = { id: 'ada', username: 'ada', displayName: 'Ada', role: 'admin', explicit: true, passwordSet: true };
const settings = {
    name: 'Rondo', registrationOpen: false, registrationRole: 'listener', journalDays: null, sharingOpen: true, sharingDays: null, splitArtists: false,
    lyricsFiles: false, jukebox: false, renderers: false, privacyPolicy: '', configuration: [],
};
const entry = (number, action) => ({ number, at: AT, action, person: 'Ada', personId: 'ada', origin: '192.0.2.1', details: {} });
let [plans, invitations, requests, users, sessions] = [[plan()], [], [], [ada, guest], [{ id: 's', client: 'Firefox', address: '192.0.2.7', lastUsedAt: AT }]];
let entries = [entry(2, 'plan.create'), entry(1, 'invitation.accept')];
let [backups, schedule, scans] = [[], { enabled: false, minute: 180, keep: 7, withMusic: false }, []];
const scan = (state) => ({
    id: 's', state, step: 'read', startedAt: AT, finishedAt: state === 'running' ? undefined : AT, filesFound: 4, filesTotal: 4, filesRead: 1, added: 1, updated: 0, moved: 0, removed: 0, restored: 0,
    unchanged: 0, problems: 0,
});
const client = await start({
    me: { permissions: ['administer', 'manageUsers', 'manageLibraries', 'moderate', 'listen'] },
    answers: {
        'GET /overview': overview, 'GET /overview/history': { from: AT, hours: 0, figures: [] },
        'GET /plans': () => ({ items: plans }), 'POST /plans': ({ body }) => { plans = [...plans, plan({ ...body, id: body.name, default: false, members: 0 })]; },
        'GET /libraries': { items: [{ id: 'l', name: 'Music' }] },
        'GET /invitations': () => ({ items: invitations }),
        'POST /invitations': ({ body }) => {
            invitations = [{ ...body, id: body.label, state: 'open', expiresAt: AT }];
            return { url: 'https://music.example/join#TOKEN', expiresAt: AT };
        },
        'DELETE /invitations/*': () => { invitations = []; },
        'GET /feature-requests': ({ query }) => ({ items: requests.filter((one) => !query.state || one.state === query.state) }),
        'PUT /feature-requests/*/answer': ({ body }) => { requests = requests.map((one) => ({ ...one, ...body })); },
        'GET /journal/actions': { items: ['plan.create', 'invitation.accept'] },
        'GET /journal': ({ query }) => ({ items: entries.filter((one) => !query.action || one.action === query.action) }),
        'GET /journal/verification': { intact: true, checked: 2, head: 'ABCDEF' },
        'GET /settings': () => settings, 'PATCH /settings': ({ body }) => Object.assign(settings, body),
        'GET /renderers': { interfaceNamed: false, on: false, items: [] }, 'GET /joint-artists': { items: [] },
        'GET /jukebox': { output: null, device: null, programInstalled: false, on: false, playing: false, queueLength: 0 },
        'GET /settings/lyrics-files': { written: 0, failures: [] },
        'GET /users': ({ query }) => ({ items: users.filter((one) => one.username.includes(query.q ?? '')) }),
        'PATCH /users/*': ({ params: [one], body }) => (users = users.map((user) => (user.id === one ? { ...user, ...body } : user))).find((user) => user.id === one),
        'DELETE /users/*': ({ params: [one] }) => { users = users.filter((user) => user.id !== one); },
        'GET /users/*/sessions': () => ({ items: sessions }), 'GET /users/*/device-keys': { items: [] },
        'DELETE /users/*/sessions/*': () => { sessions = []; },
        'GET /backups': () => ({ items: backups }), 'GET /backups/status': () => ({}), 'GET /backups/schedule': () => schedule,
        'GET /scans': () => ({ items: scans }), 'GET /problems': { items: [] }, 'GET /analysis/problems': { items: [] },
    },
});
/** Simulates a change by another user in these areas. */
const elsewhere = (...areas) => client.server.send('administration', { areas });

test('the overview shows the certificate, the disks and no stream', async () => {
    await client.open('/administration/overview');
    await client.shown(id('warnings'));
    await client.shown(id('no-streams'));
    await client.reads('localhost', '.admin-grid');
    await client.reads('1 GB', id('storage'));
});

test('a plan is made with limits in people’s units, and a wrong one is refused at its field', async () => {
    await client.open('/administration/plans');
    await client.click(id('plan-create'));
    await client.fill(`${id('plan-dialog')} ${id('field-name')}`, 'Small');
    await client.fill(id('field-streams'), 'many');
    await client.click(id('plan-save'));
    await client.until(() => client.document.activeElement.name === 'streams' && client.find('[name=streams]').getAttribute('aria-invalid') === 'true');
    assert.equal(client.server.asked('POST /plans').length, 0);
    await client.fill(id('field-streams'), '1');
    await client.fill(id('field-maximumBitrate'), '128');
    await client.fill(id('field-monthlyTransfer'), '2.5');
    await client.click(id('plan-save'));
    await client.until(() => client.texts(id('plan-row')).some((row) => row.includes('Small') && row.includes('2.5 GB')));
    assert.deepEqual(client.server.sent('POST /plans'), { name: 'Small', streams: 1, maximumBitrate: 128, uploadQuota: null, monthlyTransfer: 2.5e9, downloads: true });
});

test('plans follow what another admin does, and the focus stays where it was', async () => {
    client.find(id('plan-edit')).focus();
    plans = [...plans, plan({ id: 'other', name: 'Made elsewhere', default: false })];
    elsewhere('plans');
    await client.reads('Made elsewhere');
    assert.equal(client.focused, 'plan-edit');
});

test('an invitation is made for a plan, and taken back after a question', async () => {
    await client.open('/administration/invitations');
    await client.click(id('invite'));
    await client.fill(id('field-label'), 'Grandma');
    await client.choose(id('field-plan'), 'Small');
    await client.click(id('invite-save'));
    await client.shown(id('invite-value'));
    assert.deepEqual(client.server.sent('POST /invitations'), { label: 'Grandma', role: 'contributor', expiresInDays: 7, plan: 'Small', libraries: null });
    assert.equal(client.find(id('invite-value')).value, 'https://music.example/join#TOKEN');
    await client.click(id('invite-done'));
    await client.reads('Grandma', id('invitation'));
    await client.click(id('invitation-revoke'));
    await client.click(id('confirm'));
    await client.shown(id('empty-state'));
    invitations = [{ id: 'i', label: 'Made elsewhere', role: 'listener', state: 'open', expiresAt: AT }];
    elsewhere('invitations');
    await client.reads('Made elsewhere');
});

test('a request arrives, and is answered', async () => {
    await client.open('/administration/requests');
    await client.shown(id('empty-state'));
    requests = [{ id: 'r', person: 'Guest', text: 'A sleep timer', at: AT, state: 'open', answer: '' }];
    elsewhere('requests');
    await client.reads('A sleep timer', id('request'));
    await client.click(id('request-answer'));
    await client.fill(id('field-answer'), 'It comes next month.');
    await client.click(id('answer-save'));
    await client.shown(id('empty-state'));
    assert.deepEqual(client.server.sent('PUT /feature-requests/r/answer'), { state: 'planned', answer: 'It comes next month.' });
    await client.choose(id('field-state'), '');
    await client.reads('It comes next month.', id('request'));
});

test('the journal proves itself, is filtered, and exports what is shown; what comes stands first', async () => {
    await client.open('/administration/journal');
    await client.until(() => client.all(id('journal-row')).length === 2);
    await client.click(id('journal-verify'));
    await client.shown(id('journal-intact'));
    assert.equal(client.find(id('journal-head')).value, 'ABCDEF');
    entries = [entry(3, 'invitation.revoke'), ...entries];
    elsewhere('journal');
    await client.until(() => client.all(id('journal-row')).length === 3 && client.text(id('journal-row')).includes('invitation.revoke'));
    await client.choose(id('field-action'), 'invitation.accept');
    await client.until(() => client.all(id('journal-row')).length === 1 && client.text(`${id('journal-row')} code`).includes('invitation.accept'));
    assert.match(client.find(id('journal-csv')).href, /action=invitation\.accept/);
    client.server.answer({ 'GET /journal/verification': { intact: false, checked: 2, head: '', badNumber: 2, fault: 'chain' } });
    await client.click(id('journal-verify'));
    await client.shown(id('journal-broken'));
});

test('the name of the server is set, and stands in the brand', async () => {
    await client.open('/administration/settings');
    await client.fill(id('field-name'), 'Kapela');
    await client.click(id('settings-save'));
    await client.reads('Kapela', '.brand');
    assert.equal(client.server.sent('PATCH /settings').name, 'Kapela');
    await client.fill(id('field-privacyPolicy'), 'Own words.\n\nSecond paragraph.');
    await client.click(id('settings-save'));
    await client.until(() => client.server.sent('PATCH /settings').privacyPolicy === 'Own words.\n\nSecond paragraph.');
});

test('settings that nobody touches follow; of what somebody is changing they only tell', async () => {
    await client.open('/administration/plans');
    await client.open('/administration/settings');
    const name = () => client.find(`${id('settings-form')} ${id('field-name')}`)?.value;
    Object.assign(settings, { name: 'Named elsewhere' });
    elsewhere('settings');
    await client.until(() => name() === 'Named elsewhere');
    await client.fill(id('field-name'), 'I am typing');
    Object.assign(settings, { name: 'Named again' });
    elsewhere('settings');
    await client.shown(id('form-show'));
    assert.equal(name(), 'I am typing');
    await client.click(id('form-show'));
    await client.until(() => name() === 'Named again');
    assert.equal(client.find(id('form-show')), null);
});

test('an account is searched for, its sessions are ended, and it is disabled', async () => {
    await client.open('/administration/users');
    await client.until(() => client.all(id('user-row')).length === 2);
    await client.fill(id('user-search'), 'guest');
    await client.until(() => client.all(id('user-row')).length === 1 && client.text(id('user-plan')) === 'Small');
    await client.menu(id('user-menu'), 'Access');
    await client.reads('Firefox', id('user-session'));
    await client.click(id('user-session-end'));
    await client.gone(id('user-session'));
    client.press('Escape');
    await client.gone(id('access-dialog'));
    await client.menu(id('user-menu'), 'Disable');
    await client.click(id('confirm'));
    await client.shown('tr.is-off');
    assert.deepEqual(client.server.sent('PATCH /users/guest'), { disabled: true });
});

test('an account is changed elsewhere, and the focus stays where it was', async () => {
    client.find(id('user-menu')).focus();
    users = users.map((user) => (user.id === 'guest' ? { ...user, role: 'moderator' } : user));
    elsewhere('users');
    await client.until(() => client.find(id('user-role')).value === 'moderator');
    assert.equal(client.focused, 'user-menu');
});

test('a refusal is told, and the role stands as it was', async () => {
    client.server.answer({ 'PATCH /users/guest': new Refusal(409, 'last_admin') });
    await client.choose(id('user-role'), 'listener');
    await client.click(id('confirm'));
    await client.until(() => client.find(id('user-role')).value === 'moderator');
    assert.match(client.texts('.toast.is-error').join(), /administrator/);
});

test('an account is deleted, and what others look at stays where that was chosen', async () => {
    await client.menu(id('user-menu'), 'Delete');
    await client.shown(id('delete-shared'));
    assert.ok(client.find(id('delete-all')).checked);
    await client.click(id('delete-shared'));
    await client.click(id('confirm'));
    await client.until(() => client.all(id('user-row')).length === 0);
    assert.deepEqual(client.server.asked('DELETE /users/guest').map(({ query }) => query), [{ keep: 'shared' }]);
});

test('a scan that somebody else starts is followed to its end', async () => {
    await client.open('/administration/library');
    await client.reads('Music');
    client.server.send('scan', scan('running'));
    await client.reads('1 of 4', id('scan-progress'));
    assert.ok(client.find(id('scan-start')).disabled);
    scans = [scan('finished')];
    client.server.send('scan', scan('finished'));
    await client.gone(id('scan-progress'));
    await client.shown(id('scan-row'));
    await client.until(() => !client.find(id('scan-start')).disabled);
});

test('backups and their schedule follow what another admin does', async () => {
    await client.open('/administration/backups');
    await client.shown(id('field-time'));
    backups = [{ name: 'b', createdAt: AT, size: 1000, withMusic: false, encrypted: false }];
    schedule = { enabled: true, minute: 185, keep: 3, withMusic: false };
    elsewhere('backups');
    await client.shown(id('backup-row'));
    await client.until(() => client.find(id('field-time')).value === '03:05');
});

test('nothing went wrong unseen', () => client.end());
