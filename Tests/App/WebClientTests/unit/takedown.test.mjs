import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { album, besideAlbum, besidePlaylist, playlist, track } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Reports, hidden playlists and withdrawn songs, as reporters and moderators see them.

const AT = '2026-11-20T10:00:00Z';
const [bea, ada] = [{ id: 'bea', name: 'Bea' }, { id: 'ada', name: 'Ada' }];
const list = playlist('p', { name: 'Rude list', visibility: 'public', own: false, mayEdit: false });
const report = (of, more) => ({ id: of, kind: of, subjectId: of, title: `A ${of}`, text: 'Its title is rude', at: AT, reporter: bea, state: 'open', answer: '', count: 1, ...more });
let reports = [report('playlist'), report('track', { count: 2 })];
let playlists = [{ id: 'p', name: 'Rude list', description: '', owner: ada, entryCount: 1, changedAt: AT, hidden: { at: AT, reason: 'The title is rude' } }];
let bin = [];
const withdrawal = (one) => ({ id: one, trackId: one, title: `Song ${one}`, artist: 'Artist r', album: 'Album a', reason: 'It is not ours', state: 'binned', at: AT, endsAt: AT, moderator: ada });
const client = await start({
    me: { permissions: ['listen', 'takePart', 'submit', 'moderate', 'administer'] },
    answers: {
        'GET /playlists/p': () => list, ...besidePlaylist('p', [track('1')]),
        'POST /reports': undefined,
        'GET /moderation/reports': ({ query }) => ({ items: reports.filter(({ state }) => (state === 'open') !== (query.closed === 'true')) }),
        'PUT /moderation/playlists/*/hidden': () => { reports = reports.map((one) => (one.kind === 'playlist' ? { ...one, state: 'acted', moderator: ada } : one)); },
        'POST /moderation/reports/*/closing': ({ params: [which], body }) => { reports = reports.map((one) => (one.id === which ? { ...one, state: body.outcome, answer: body.answer, moderator: ada } : one)); },
        'GET /moderation/playlists': ({ query }) => ({ items: playlists.filter(({ name }) => name.toLowerCase().includes(query.q ?? '')) }),
        'DELETE /moderation/playlists/*/hidden': () => { playlists = playlists.map((one) => ({ ...one, hidden: undefined })); },
        'POST /moderation/playlists/*/deletion': () => { playlists = []; },
        'GET /genres': { items: [] }, 'GET /albums/outline': { total: 0, step: 100, cursors: [] },
        'GET /albums/a': album('a', { tracks: [track('1'), track('2')], trackCount: 2 }), ...besideAlbum('a'),
        'POST /moderation/albums/a/withdrawal': () => { bin = [withdrawal('1'), withdrawal('2')]; },
        'GET /moderation/withdrawals': ({ query }) => ({ items: query.list === 'ended' ? [] : bin }),
        'POST /moderation/withdrawals/*/restoration': ({ params: [which] }) => { bin = bin.filter((one) => one.id !== which); },
        'GET /notifications': () => ({ items: [
            { id: 'n', kind: 'reportActed', at: AT, read: false, subject: { kind: 'playlist', id: 'p', title: 'Rude list' }, text: '' },
            { id: 'm', kind: 'reportDismissed', at: AT, read: true, subject: { kind: 'track', id: '1', title: 'Song 1' }, text: 'It is ours' },
        ], unreadCount: 1 }),
    },
});
const rowOf = (name, words) => client.all(id(name)).find((row) => row.textContent.includes(words));

test('a playlist is reported from its menu, with a reason', async () => {
    await client.open('/playlists/p');
    await client.menu(id('playlist-menu'), 'Report');
    assert.equal(client.document.activeElement.name, 'text');
    await client.fill(`${id('report-dialog')} ${id('field-text')}`, 'Its title is rude');
    await client.click(id('report-send'));
    await client.gone(id('report-dialog'));
    assert.deepEqual(client.server.sent('POST /reports'), { kind: 'playlist', id: 'p', text: 'Its title is rude' });
});

test('what was reported before is refused in the dialog', async () => {
    client.server.answer({ 'POST /reports': new Refusal(409, 'already_reported') });
    await client.menu(id('playlist-menu'), 'Report');
    await client.click(id('report-send'));
    await client.until(() => client.find(`${id('report-dialog')} [data-form-error]`)?.hidden === false);
    client.press('Escape');
    await client.gone(id('report-dialog'));
});

test('a moderator acts on one report with a reason, and closes the other with an answer', async () => {
    await client.open('/administration/moderation/reports');
    await client.until(() => client.all(id('report')).length === 2);
    assert.match(rowOf('report', 'A track').querySelector(id('report-count')).textContent, /2/);
    await client.click(rowOf('report', 'A playlist').querySelector(id('report-act')));
    await client.click(id('reason-send'));
    assert.equal(client.find(`${id('reason-dialog')} [name=reason]`).getAttribute('aria-invalid'), 'true');
    await client.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'The title is rude');
    await client.click(id('reason-send'));
    await client.until(() => client.all(id('report')).length === 1);
    assert.deepEqual(client.server.sent('PUT /moderation/playlists/playlist/hidden'), { reason: 'The title is rude' });
    await client.click(id('report-close'));
    await client.fill(`${id('close-report-dialog')} ${id('field-answer')}`, 'It is ours');
    await client.click(id('close-report-send'));
    await client.shown(id('empty-state'));
    assert.deepEqual(client.server.sent('POST /moderation/reports/track/closing'), { outcome: 'dismissed', answer: 'It is ours' });
    await client.open('/administration/moderation/reports?show=closed');
    await client.until(() => client.all(id('report-state')).length === 2);
    await client.reads('It is ours');
});

test('a report that arrives is shown at once', async () => {
    await client.open('/administration/moderation/reports');
    await client.shown(id('empty-state'));
    reports = [...reports, report('post')];
    client.server.send('moderation');
    await client.reads('A post', id('report'));
});

test('who reported is told what came of it', async () => {
    await client.open('/notifications');
    await client.until(() => rowOf('notification', 'acted on your report') && rowOf('notification', 'It is ours'));
});

test('a playlist of one’s own that was hidden says why', async () => {
    Object.assign(list, { hidden: { at: AT, reason: 'The title is rude' }, own: true, mayEdit: true });
    await client.open('/playlists/p');
    await client.reads('The title is rude', id('playlist-hidden'));
});

test('a hidden playlist is found by a moderator, shown again, and deleted with a reason', async () => {
    await client.open('/administration/moderation/playlists?q=rude');
    assert.equal((await client.shown('[data-words]')).value, 'rude');
    await client.reads('The title is rude', id('moderated-playlist'));
    await client.click(id('playlist-show'));
    await client.shown(id('playlist-hide'));
    await client.click(id('playlist-delete'));
    await client.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'Rude once more');
    await client.click(id('reason-send'));
    await client.gone(id('moderated-playlist'));
    assert.deepEqual(client.server.sent('POST /moderation/playlists/p/deletion'), { reason: 'Rude once more' });
});

test('an album is withdrawn from its page, and its songs come back from the bin one by one', async () => {
    await client.open('/albums/a');
    await client.menu('[data-album-menu]', 'Withdraw album');
    await client.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'It is not ours');
    await client.click(id('reason-send'));
    await client.until(() => client.window.location.pathname === '/library/albums');
    assert.deepEqual(client.server.sent('POST /moderation/albums/a/withdrawal'), { reason: 'It is not ours' });
    await client.open('/administration/moderation/bin');
    await client.reads('It is not ours', id('withdrawal'));
    await client.click(id('restore'));
    await client.until(() => client.all(id('withdrawal')).length === 1);
    await client.reads('Song 2', id('withdrawal'));
    await client.click(id('restore'));
    await client.shown(id('empty-state'));
    assert.deepEqual(client.server.asked('POST /moderation/withdrawals/*/restoration').map(({ params: [which] }) => which), ['1', '2']);
});

test('nothing went wrong unseen', () => client.end());
