import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besideTrack, fullTrack } from './samples.mjs';

// Wishes, their notifications, and the bell.

const AT = '2026-11-20T10:00:00Z';
const song = fullTrack('one', { title: 'The song' });
let [wishes, notices, muted, made] = [[], [], [], 0];
const wish = (more) => ({
    id: `w${(made += 1)}`, title: 'Wish', artist: '', note: '', genre: '', person: { id: 'mo', name: 'mo' }, backerCount: 0, backed: false, own: false, createdAt: AT, changedAt: AT, ...more,
});
const unreadCount = () => notices.filter((one) => !one.read).length;
const bell = () => client.all(id('unread')).filter((one) => !one.hidden).map((one) => one.textContent);
const client = await start({
    me: { permissions: ['listen', 'submit', 'takePart'], role: 'contributor' },
    answers: {
        'GET /wishes': () => ({ items: wishes }),
        'POST /wishes': ({ body }) => {
            wishes = [wish({ ...body, own: true }), ...wishes];
            return wishes[0];
        },
        'PUT /wishes/*/backing': ({ params: [one] }) => { wishes = wishes.map((other) => (other.id === one ? { ...other, backed: true, backerCount: 1 } : other)); },
        'POST /wishes/*/fulfil': ({ params: [one] }) => {
            wishes = wishes.filter((other) => other.id !== one);
            return {};
        },
        'GET /notifications': () => ({ items: notices, unreadCount: unreadCount() }),
        'POST /notifications/read': ({ body }) => {
            notices = notices.map((one) => (!body.ids || body.ids.includes(one.id) ? { ...one, read: true } : one));
            return { unreadCount: unreadCount() };
        },
        'GET /notifications/choices': () => ({ kinds: ['wishBacked', 'wishArrived'], muted }),
        'PUT /notifications/choices': ({ body }) => {
            ({ muted } = body);
            return { kinds: ['wishBacked', 'wishArrived'], muted };
        },
        'GET /shelf/folders': { items: [], itemCount: 0, unfiledCount: 0 },
        'GET /search': { tracks: [song], albums: [] },
        'GET /tracks/one': song, ...besideTrack('one'), 'GET /me/mail': { enabled: false },
    },
});
const notify = (more) => {
    notices = [{ id: `n${notices.length}`, kind: 'wishBacked', at: AT, read: false, actor: { id: 'mo', name: 'mo' }, subject: { kind: 'wish', id: 'w1' }, title: 'The song', text: '', ...more }, ...notices];
    client.server.send('notification', { unread: unreadCount() });
};

test('one wishes for music, and what it needs is said', async () => {
    await client.open('/wishes');
    await client.shown(id('empty-state'));
    await client.click(id('new-wish'));
    await client.click(id('wish-save'));
    await client.until(() => client.document.activeElement.getAttribute('aria-invalid') === 'true');
    await client.fill(`${id('wish-dialog')} ${id('field-title')}`, 'The song');
    await client.fill(`${id('wish-dialog')} ${id('field-note')}`, 'The version with the choir, please.');
    await client.click(id('wish-save'));
    await client.gone(id('wish-dialog'));
    await client.reads('The version with the choir', id('wishes'));
    assert.deepEqual(client.server.sent('POST /wishes'), { title: 'The song', artist: '', note: 'The version with the choir, please.' });
    assert.equal(client.find(id('back-wish')), null, 'One backs one’s own.');
});

test('a backer is counted and the bell rings without a reload', async () => {
    assert.deepEqual(bell(), []);
    wishes = [{ ...wishes[0], backerCount: 1 }];
    client.server.send('wish', {});
    notify();
    await client.reads('1 backer', id('backers'));
    await client.until(() => bell().includes('1'));
});

test('what somebody else wishes for is backed', async () => {
    wishes = [...wishes, wish({ id: 'theirs' })];
    client.server.send('wish', {});
    await client.click(id('back-wish'));
    await client.until(() => client.find(id('back-wish')).getAttribute('aria-pressed') === 'true');
    assert.equal(client.server.asked('PUT /wishes/theirs/backing').length, 1);
});

test('a notification is read here, or in another window', async () => {
    notify({ id: 'later', actor: { id: 'lea', name: 'lea' } });
    await client.open('/notifications');
    await client.reads('mo wants it too', id('notifications'));
    await client.click(id('read-one'));
    await client.until(() => client.all(id('read-one')).length === 1 && bell().includes('1'));
    assert.deepEqual(client.server.sent('POST /notifications/read'), { ids: ['later'] });
    notices = notices.map((one) => ({ ...one, read: true }));
    client.server.send('notification', { unread: 0 });
    await client.gone(id('read-one'));
    assert.deepEqual(bell(), []);
});

test('a wish becomes the music that has come', async () => {
    await client.open('/wishes');
    await client.click(`[data-key="w1"] ${id('fulfil-wish')}`);
    await client.shown(`${id('fulfil-dialog')} ${id('music-choice')}`);
    await client.click(id('fulfil-save'));
    await client.reads('Choose a track or an album first', id('fulfil-dialog'));
    await client.click(id('music-choice'));
    await client.click(id('fulfil-save'));
    await client.gone(id('fulfil-dialog'));
    await client.gone('[data-key="w1"]');
    assert.equal(client.server.sent('POST /wishes/w1/fulfil').trackId, 'one');
});

test('who backed it is told, and led to the music; then it is read', async () => {
    await client.open('/notifications');
    notify({ id: 'came', kind: 'wishArrived', subject: { kind: 'track', id: 'one' } });
    await client.reads('has made a wish come true', id('notifications'));
    await client.click(`${id('notification')} a[href^="/tracks"]`);
    await client.until(() => client.window.location.pathname === '/tracks/one' && client.text('main h1') === 'The song');
    assert.deepEqual(client.server.sent('POST /notifications/read'), { ids: ['came'] });
    await client.until(() => bell().length === 0);
});

test('kinds of notifications are muted', async () => {
    await client.open('/settings/notifications');
    assert.ok((await client.shown(id('notify-wishBacked'))).checked);
    await client.click(id('notify-wishBacked'));
    await client.shown(id('toast'));
    assert.deepEqual(client.server.sent('PUT /notifications/choices'), { muted: ['wishBacked'] });
});

test('nothing went wrong unseen', () => client.end());
