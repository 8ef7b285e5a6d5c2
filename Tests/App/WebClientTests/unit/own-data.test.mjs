import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';

// Importing a history from another service, and exporting all of one's own data as a file.

const counts = (more) => ({ kind: 'plays', found: 250, added: 245, present: 0, unmatched: 5, ...more });
const report = (more) => ({ source: 'listenBrainz', counts: [counts(more)], unreadable: 0, unmatched: ['Nobody – Nowhere <b>song</b>'], playlists: [] });
let state = { state: 'none' };
const client = await start({
    answers: {
        'GET /me/import': () => state,
        'POST /me/import': () => state, 'POST /me/import/run': () => state, 'DELETE /me/import': () => { state = { state: 'none' }; },
        'GET /me/playback-sharing': { playback: 'nobody' }, 'GET /me/sharing': { opinions: 'nobody' }, 'GET /statistics/sharing': { listening: 'nobody' }, 'GET /privacy': { text: '', standard: true },
    },
});
const choose = (content) => {
    const input = client.find(id('import-file'));
    const file = new File([content], 'listens.json', { type: 'application/json' });
    Object.defineProperty(input, 'files', { configurable: true, value: [file] });
    Object.defineProperty(input, 'value', { configurable: true, writable: true, value: '' });
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return file;
};

test('everything can be taken along', async () => {
    await client.open('/settings/privacy');
    await client.shown(id('import-file'));
    const link = client.find(id('export'));
    assert.equal(link.pathname, '/api/v1/me/export');
    assert.equal(link.download, 'rondo-export.zip');
});

test('a file that is none of those is refused in words', async () => {
    state = { state: 'failed', reason: 'import_unreadable' };
    const file = choose('{"what": 1');
    await client.shown(id('import-failed'));
    assert.notEqual(client.text(id('import-failed')), '');
    const [{ query, body }] = client.server.asked('POST /me/import');
    assert.deepEqual([query, body], [{ name: 'listens.json' }, file]);
});

test('a history is looked through before anything changes', async () => {
    state = { state: 'examining', done: 100 };
    choose('[]');
    await client.shown(id('import-stop'));
    state = { state: 'ready', report: report() };
    await client.shown(id('import-ready'));
    assert.equal(client.text(id('import-plays-added')), '245');
    assert.equal(client.text('.own-data-unmatched li'), 'Nobody – Nowhere <b>song</b>');
    assert.equal(client.server.asked('POST /me/import/run').length, 0);
});

test('it is taken in at a press, with its progress, and what is there already is not offered again', async () => {
    state = { state: 'running', done: 50, total: 250 };
    await client.click(id('import-run'));
    await client.until(() => client.find('[data-state] progress')?.value === 50);
    const stop = client.find(id('import-stop'));
    state = { state: 'running', done: 100, total: 250 };
    await client.until(() => client.find('[data-state] progress').value === 100);
    assert.equal(client.find(id('import-stop')), stop, 'The button that ends it was drawn anew.');
    state = { state: 'finished', report: report() };
    await client.shown(id('import-finished'));
    assert.equal(client.text(id('import-plays-added')), '245');
    state = { state: 'ready', report: report({ added: 0, present: 245 }) };
    choose('[]');
    await client.shown(id('import-ready'));
    assert.equal(client.text(id('import-plays-added')), '0');
    assert.equal(client.find(id('import-run')), null);
});

test('nothing went wrong unseen', () => client.end());
