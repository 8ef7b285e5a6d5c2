import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// The operators' view of the server: its week, current listeners, several accounts at once, and the journal by day.

const HOURS = 168;
const now = new Date();
const from = new Date(Date.now() - HOURS * 3_600_000).toISOString();
const figure = (name, rule, values = Array.from({ length: HOURS }, (_, hour) => hour % 24)) => ({ name, rule, at: values.map((_, hour) => hour), values });
const stream = {
    personId: 'bea', person: 'Bea', username: 'bea', visitor: false, address: '192.0.2.1', trackId: '1', title: 'Long song', artist: 'First singer', album: 'Long song album', durationMs: 240_000,
    format: 'flac', bitrate: 900, converted: false, since: now.toISOString(), sent: 1000, client: 'Chromium on Linux', positionMs: 24_000, paused: false,
};
let streams = [];
const account = (name, more = {}) => ({ id: name, username: name, displayName: name, role: 'listener', explicit: true, passwordSet: true, disabled: false, ...more });
let users = [account('ada', { role: 'admin' }), ...['bea', 'cleo', 'dan', 'eva'].map((name) => account(name))];
const entry = (number, action, more) => ({ number, at: now.toISOString(), action, person: 'ada', personId: 'ada', origin: '192.0.2.1', details: {}, ...more });
const entries = [
    entry(3, 'user.role', { subjectKind: 'user', subjectId: 'bea', names: { user: { name: 'bea' } }, details: { from: 'listener', to: 'contributor' } }),
    entry(2, 'album.withdraw', { subjectKind: 'album', subjectId: 'a', details: { reason: 'It is not ours', title: 'Album a' } }),
    entry(1, 'plan.create', { at: new Date(Date.now() - 3 * 86_400_000).toISOString(), person: 'bea', personId: 'bea' }),
];
const client = await start({
    answers: {
        'GET /overview': () => ({
            version: '1', startedAt: from, warnings: [], streams, listeners: streams.length, people: 5, openRequests: 0, tracks: 30, conversions: { running: 0, waiting: 0 }, cleanups: [],
            jobs: [{ name: 'analysis', running: false, waiting: 2, done: 30, failed: 1 }], storage: [{ name: 'database', bytes: 4096 }], disks: [{ name: 'data', library: false, free: 1e9, total: 2e9 }],
        }),
        'GET /overview/history': { from, hours: HOURS, figures: [
            ...['streams', 'listeners'].map((name) => figure(name, 'greatest')), ...['sent', 'requests', 'errors'].map((name) => figure(name, 'sum')), figure('data', 'last'), figure('free', 'last', []),
        ] },
        'GET /users': () => ({ items: users }), 'GET /plans': { items: [] },
        'PATCH /users/*': ({ params: [one], body }) => {
            if (!users.some((user) => user.id === one)) return new Refusal(404);
            users = users.map((user) => (user.id === one ? { ...user, ...body } : user));
        },
        'GET /journal/actions': { items: ['user.role', 'album.withdraw', 'plan.create'] },
        'GET /journal': ({ query }) => ({ items: entries.filter((one) => (!query.kind || one.action.startsWith(query.kind)) && (!query.person || one.personId === query.person)
            && (!query.from || one.at >= query.from) && (!query.until || one.at < query.until)) }),
    },
});
// The page polls every few seconds, so its timers are made faster.
const { setTimeout: later } = client.window;
client.window.setTimeout = (run, ms) => later.call(client.window, run, ms / 50);
const count = (name) => client.all(id(name)).length;

test('each figure has the line of its week, and one without a history has none', async () => {
    await client.open('/administration/overview');
    await client.until(() => count('figure-line') >= 6);
    assert.ok(client.find(`${id('figure-sent')} path.figure-stroke`).getAttribute('d').length > 200, 'The line of what was sent is no week long.');
    await client.reads('No history yet', id('figure-free'));
    assert.equal(client.find(`${id('figure-free')} svg`), null);
    assert.match(client.find(`${id('figure-streams')} svg`).getAttribute('aria-label'), /Most: \d/);
    assert.equal(client.all(`${id('week')} tbody tr`).length > 6, true, 'The week is no table of days.');
});

test('it says how much is analyzed', async () => {
    await client.reads('29 of 32 songs are analyzed', id('analysis'));
    assert.equal(client.find(`${id('analysis')} progress`).value, 29);
});

test('who hears what has a face, a cover, a device, a format and a progress that goes on in its place', async () => {
    await client.shown(id('no-streams'));
    streams = [stream];
    const again = async () => { await client.open('/administration/plans'); await client.open('/administration/overview'); };
    await again();
    await client.shown(id('stream'));
    for (const words of ['Bea', 'Long song', 'Chromium', 'flac', '0:24 / 4:00']) await client.reads(words, id('stream'));
    assert.ok(client.find(`${id('stream')} .avatar`) && client.find(`${id('stream')} .cover`), 'It has no face.');
    const [card] = client.all(id('stream'));
    streams = [{ ...stream, positionMs: 48_000 }];
    await client.until(() => client.find(`${id('stream')} progress`).value === 0.2);
    assert.equal(client.find(id('stream')), card, 'The card was drawn anew.');
});

test('several users are chosen, one of whom is gone meanwhile: the others are changed, and that one is named', async () => {
    await client.open('/administration/users');
    const choose = (name) => client.click(`[data-name="${name}"] ${id('user-choose')}`);
    await client.until(() => count('user-row') === 5);
    for (const name of ['bea', 'cleo', 'eva', 'ada']) await choose(name);
    await client.reads('4', id('user-bulk-count'));
    await client.click(id('bulk-role'));
    await client.choose(`${id('bulk-dialog')} select`, 'contributor');
    await client.reads('3 users', id('bulk-who'));
    await client.reads('Your own account is left out', id('bulk-dialog'));
    users = users.filter(({ id: one }) => one !== 'eva');
    await client.click(id('bulk-confirm'));
    await client.reads('eva', id('bulk-failures'));
    await client.click(id('bulk-close'));
    assert.deepEqual(users.map(({ role }) => role), ['admin', 'contributor', 'contributor', 'listener']);
    await client.until(() => count('user-row') === 4);
});

test('several are disabled and enabled again, and their list is saved', async () => {
    await client.click(id('bulk-none'));
    assert.ok(client.find(id('user-bulk')).hidden);
    for (const name of ['cleo', 'dan']) await client.click(`[data-name="${name}"] ${id('user-choose')}`);
    await client.click(id('bulk-disable'));
    await client.click(id('bulk-confirm'));
    await client.until(() => client.all('tr.is-off').length === 2 && !client.find(id('bulk-dialog')));
    const saved = [];
    URL.createObjectURL = (blob) => { saved.push(blob); return 'blob:list'; };
    await client.click(id('bulk-export'));
    const reader = new FileReader();
    reader.readAsText(saved[0]);
    const table = await client.until(() => reader.result);
    assert.ok(table.startsWith('username,') && table.includes('cleo,') && table.includes('dan,') && !table.includes('bea,'), table);
    await client.click(id('bulk-enable'));
    await client.click(id('bulk-confirm'));
    await client.until(() => client.all('tr.is-off').length === 0);
    assert.ok(users.every(({ disabled }) => !disabled));
});

test('the journal is told by the day, with faces and sentences, and holds its record behind a disclosure', async () => {
    await client.open('/administration/journal');
    await client.until(() => count('journal-row') === 3);
    assert.equal(client.text(id('journal-day')), 'Today');
    assert.equal(count('journal-day'), 2);
    assert.ok(client.find(`${id('journal-row')} .avatar`), 'Nobody has a face.');
    await client.reads('From Listener to Contributor', '.timeline');
    await client.reads('withdrew the album', '.timeline');
    await client.reads('Reason: It is not ours', '.timeline');
    assert.ok(client.texts(id('journal-said')).every((said) => !/\w\.\w+ /.test(said)), 'A code stands in a sentence.');
    assert.equal(client.find('.journal-codes[open]'), null);
    assert.equal(client.text(`${id('journal-row')} .journal-codes code`), 'user.role');
});

test('it is narrowed by person, kind and time', async () => {
    await client.choose(id('field-kind'), 'user');
    await client.until(() => count('journal-row') === 1);
    await client.choose(id('field-kind'), '');
    await client.choose(id('field-person'), 'bea');
    await client.until(() => count('journal-row') === 1 && client.text(id('journal-said')).startsWith('bea'));
    await client.choose(id('field-span'), 'today');
    await client.shown(id('empty-state'));
    assert.match(client.find(id('journal-csv')).href, /person=bea.*from=/);
    await client.choose(id('field-person'), '');
    await client.until(() => count('journal-row') === 2);
    await client.choose(id('field-span'), 'days');
    assert.equal(client.find(id('journal-until')).closest('[hidden]'), null);
    await client.fill(id('journal-until'), '2020-01-01');
    await client.shown(id('empty-state'));
});

test('nothing went wrong unseen', () => client.end());
