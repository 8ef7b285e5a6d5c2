import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { Refusal } from './stand-in-server.mjs';

// The listening room: one submission at a time is heard and decided by keys, the next one follows at once, and decisions can be undone.

const AT = '2026-11-20T10:00:00Z';
const submission = (name, more = {}) => ({
    id: name, state: 'pending', revision: 1, own: false, giver: { id: 'bob', name: 'bob' }, fileName: `${name}.flac`, sizeBytes: 1000, durationMs: 36_000, mediaType: 'audio/flac', codec: 'flac',
    bitrateKbps: 900, sampleRateHz: 44_100, channels: 2, title: name, artists: ['The Walkers'], album: name, albumArtists: [], genres: ['Folk'], year: 2001, trackNumber: 1, cover: '/images/c',
    coverGiven: false, note: '', alike: [], createdAt: AT, submittedAt: AT, ...more,
});
const odd = { artists: [], album: undefined, cover: undefined, genres: [], year: undefined, codec: 'mp3', mediaType: 'audio/mpeg', bitrateKbps: 64, channels: 1 };
let all = [submission('A long walk'), submission('Second walk'), submission('Third walk'), submission('01_HIDDEN_track', odd)];
const decide = (ids, change) => {
    all = all.map((one) => (ids.includes(one.id) ? { ...one, ...change } : one));
    return { items: ids.map((one) => ({ id: one })) };
};
const client = await start({
    answers: {
        'GET /moderation/libraries': { items: [{ id: 'l', name: 'Music' }] },
        'GET /submissions': ({ query }) => ({
            items: all.filter((one) => one.state === query.state && (!query.giverId || one.giver.id === query.giverId)), pendingCount: all.filter((one) => one.state === 'pending').length,
        }),
        'GET /submissions/*/analysis': new Refusal(404), 'GET /moderation/reports': { items: [] },
        'POST /moderation/approve': ({ body }) => decide(body.ids, { state: 'approved' }),
        'POST /moderation/reject': ({ body }) => decide(body.ids, { state: 'rejected', reason: body.reason }),
        'GET /reports': { items: [] },
    },
});
const title = () => client.text('#room-title');
const rows = () => client.all(id('queued')).length;
const heard = () => client.find(id('hearing'));
const press = (key) => {
    client.document.activeElement.blur();
    client.press(key);
};

test('the first is open with its values, and the others stand beside', async () => {
    await client.open('/administration/moderation');
    await client.until(() => rows() === 4 && title() === 'A long walk');
    assert.equal(client.text(id('room-place')), '1 of 4');
    assert.equal(client.find(id('odd')), null);
    await client.reads('FLAC · 900 kbit/s · 44.1 kHz', '.room-file');
    assert.equal(client.text(id('approve')), 'Approve into Music');
});

test('the space bar plays, digits jump, arrows go on, and the slider says where', async () => {
    press(' ');
    await client.until(() => !heard().paused);
    press('5');
    await client.until(() => heard().currentTime >= 18);
    press(' ');
    await client.until(() => heard().paused);
    const place = heard().currentTime + 5;
    press('ArrowRight');
    await client.until(() => heard().currentTime === place);
    await client.until(() => Number(client.find(id('hearing-place')).value) === Math.floor(place));
    assert.match(client.find(id('hearing-place')).getAttribute('aria-valuetext'), /^2\d seconds of 36 seconds$/);
    press(' ');
    await client.until(() => !heard().paused);
});

test('what is approved makes room for the next one, which plays, and is taken back: nobody was told, and it is open again', async () => {
    press('a');
    await client.until(() => title() === 'Second walk' && rows() === 3);
    await client.until(() => !heard().paused);
    press('u');
    await client.until(() => title() === 'A long walk' && rows() === 4);
    assert.equal(client.server.asked('POST /moderation/approve').length, 0);
});

test('one is skipped and stays, and one goes back to it; a menu takes no keys', async () => {
    press('s');
    await client.until(() => title() === 'Second walk');
    assert.equal(rows(), 4);
    press('k');
    await client.until(() => title() === 'A long walk');
});

test('what is decided is sent with the next decision, and what is odd is named', async () => {
    await client.click(id('approve'));
    await client.until(() => title() === 'Second walk');
    await client.click(client.all(id('open-queued')).find((one) => one.textContent.includes('01_HIDDEN_track')));
    await client.until(() => title() === '01_HIDDEN_track');
    const codes = client.all(`${id('odd')} [data-odd]`).map((one) => one.dataset.odd);
    for (const code of ['noArtist', 'noCover', 'fileName', 'bitrate', 'mono']) assert.ok(codes.includes(code), `${code} is not among ${codes}`);
    press('r');
    await client.shown(id('reject-dialog'));
    await client.click(id('reject-send'));
    await client.until(() => client.document.activeElement.getAttribute('aria-invalid') === 'true', 'a reason is asked for');
    await client.fill(`${id('reject-dialog')} textarea`, 'What is it?');
    await client.click(id('reject-send'));
    await client.until(() => rows() === 2);
    assert.deepEqual(client.server.sent('POST /moderation/approve'), { ids: ['A long walk'], revisions: [1], libraryId: 'l' });
    assert.equal(client.server.asked('POST /moderation/reject').length, 0);
});

test('leaving the page sends what was decided at once', async () => {
    await client.open('/administration/moderation/reports');
    // At once. Otherwise a pending decision is sent only after some seconds.
    assert.equal(client.server.asked('POST /moderation/reject').length, 1);
    assert.deepEqual(client.server.sent('POST /moderation/reject'), { ids: ['01_HIDDEN_track'], reason: 'What is it?' });
});

test('several are chosen and decided at once', async () => {
    await client.open('/administration/moderation');
    await client.until(() => rows() === 2);
    for (const box of client.all(id('choose'))) await client.click(box);
    await client.until(() => !client.find(id('bulk')).hidden);
    await client.click(id('bulk-approve'));
    await client.shown(id('empty-state'));
    assert.deepEqual(client.server.sent('POST /moderation/approve').ids, ['Second walk', 'Third walk']);
    assert.equal(client.find(id('room')), null);
});

test('what was decided has its own list, and what comes is open at once', async () => {
    await client.choose(id('queue-state'), 'rejected');
    await client.until(() => rows() === 1 && client.text(id('queued')).includes('What is it?'));
    await client.choose(id('queue-state'), 'pending');
    await client.shown(id('empty-state'));
    all = [...all, submission('Fourth walk')];
    client.server.send('moderation', {});
    await client.until(() => title() === 'Fourth walk');
});

test('nothing went wrong unseen', () => client.end());
