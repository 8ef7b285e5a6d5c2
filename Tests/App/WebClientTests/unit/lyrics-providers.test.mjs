import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besideTrack, fullTrack } from './samples.mjs';

// Lyrics providers in an admin's order, and the state of a lookup on a song's page.

let [providers, runs, words, lookup] = [[], [], [], { state: 'running' }];
const provider = (name, more = {}) => ({ id: name, name, kind: 'lrclib', url: `http://${name}`, hasKey: false, enabled: true, storageDays: null, ...more });
const lyrics = (text, more = {}) => ({ synced: true, language: 'en', lines: [{ startMs: 0, text }], ...more });
const client = await start({
    answers: {
        'GET /lyrics/providers': () => ({ items: providers }),
        'POST /lyrics/providers': ({ body }) => { providers = [...providers, provider(body.name, body)]; },
        'PUT /lyrics/providers': ({ body }) => { providers = body.ids.map((one) => providers.find((other) => other.id === one)); },
        'POST /lyrics/providers/*/test': ({ params: [one] }) => (one === 'Nobody' ? { answers: false, failure: 'unreachable' } : { answers: true }),
        'PATCH /lyrics/providers/*': ({ params: [one], body }) => { providers = providers.map((other) => (other.id === one ? { ...other, ...body } : other)); },
        'DELETE /lyrics/providers/*': ({ params: [one] }) => { providers = providers.filter((other) => other.id !== one); },
        'GET /libraries': { items: [{ id: 'l', name: 'Music' }] },
        'GET /lyrics/lookups': () => ({ items: runs }),
        'PUT /lyrics/lookups/l': ({ body }) => ({ libraryId: 'l', state: 'running', total: 4, done: 1, found: 1, changedAt: '2026-11-20T10:00:00Z', ...body }),
        'DELETE /lyrics/lookups/l': () => ({ libraryId: 'l', state: 'stopped', total: 4, done: 2, found: 1, perMinute: 60, changedAt: '2026-11-20T10:00:02Z' }),
        'GET /tracks/one': fullTrack('one'), 'GET /tracks/two': fullTrack('two'), ...besideTrack('two'), ...besideTrack('one'),
        'GET /tracks/one/lyrics': () => ({ items: words }), 'POST /tracks/one/lyrics/lookup': () => lookup,
    },
});
const names = () => client.texts(`${id('provider-row')} .thing-title`).join('|');
const inRow = (place, name) => `${id('provider-row')}:nth-child(${place}) ${id(name)}`;
const add = async (name) => {
    await client.click(id('provider-create'));
    await client.fill(`${id('provider-dialog')} ${id('field-name')}`, name);
    await client.fill(id('field-url'), `http://${name}`);
    await client.click(id('provider-enable'));
    await client.click(id('provider-save'));
    await client.gone(id('provider-dialog'));
};
const lines = () => client.texts('.lyrics-line').join('|');

test('without a provider the page says that nothing leaves the server', async () => {
    await client.open('/administration/lyrics');
    await client.shown(id('providers-none'));
    await client.shown(id('run-row'));
});

test('a provider is added with what it takes, and a wrong number is said at its field', async () => {
    await client.click(id('provider-create'));
    await client.choose(`${id('provider-dialog')} [name=kind]`, 'musixmatch');
    assert.equal(client.find('[name=storageDays]').value, '1', 'A license is taken for one that never ends.');
    await client.fill(`${id('provider-dialog')} ${id('field-name')}`, 'Wrong');
    await client.fill(id('field-url'), 'http://wrong');
    await client.fill('[name=storageDays]', 'many');
    await client.click(id('provider-save'));
    await client.until(() => client.find('[name=storageDays]').getAttribute('aria-invalid') === 'true');
    client.press('Escape');
    await client.gone(id('provider-dialog'));
    await add('Words');
    await client.until(() => names() === 'Words');
    assert.deepEqual(client.server.sent('POST /lyrics/providers'), { name: 'Words', url: 'http://Words', storageDays: null, kind: 'lrclib', enabled: true });
});

test('each is tried, and ordered with the focus where it was', async () => {
    await add('Nobody');
    await client.until(() => names() === 'Words|Nobody');
    await client.click(inRow(1, 'provider-test'));
    await client.until(() => client.texts(id('toast')).some((one) => one.includes('answers as it should')));
    await client.click(inRow(2, 'provider-test'));
    await client.until(() => client.texts('.toast.is-error').some((one) => one.includes('cannot be reached')));
    client.find(inRow(2, 'provider-up')).focus();
    client.press('Enter');
    await client.until(() => names() === 'Nobody|Words');
    assert.deepEqual(client.server.sent('PUT /lyrics/providers'), { ids: ['Nobody', 'Words'] });
    assert.ok(client.document.activeElement.closest(id('provider-row')).textContent.includes('Nobody'));
    await client.click(inRow(1, 'provider-down'));
    await client.until(() => names() === 'Words|Nobody');
    await client.click(inRow(2, 'provider-enabled'));
    await client.until(() => client.server.sent('PATCH /lyrics/providers/Nobody')?.enabled === false);
});

test('the words of a whole library are looked up, followed and stopped', async () => {
    await client.choose(id('runs-pace'), '30');
    await client.click(id('run-start'));
    await client.reads('1 of 4', id('run-state'));
    assert.deepEqual(client.server.sent('PUT /lyrics/lookups/l'), { perMinute: 30 });
    client.server.send('lyricsRun', { libraryId: 'l', state: 'running', total: 4, done: 2, found: 2, perMinute: 30, changedAt: '2026-11-20T10:00:01Z' });
    await client.reads('2 of 4', id('run-state'));
    await client.click(id('run-stop'));
    await client.until(() => client.server.asked('DELETE /lyrics/lookups/l').length === 1);
    client.server.send('lyricsRun', { libraryId: 'l', state: 'done', total: 4, done: 4, found: 2, perMinute: 30, changedAt: '2026-11-20T10:00:03Z' });
    await client.reads('Done', id('run-state'));
});

test('with the provider go the words that it gave: that is asked before', async () => {
    await client.click(inRow(1, 'provider-delete'));
    await client.click(id('confirm'));
    await client.until(() => names() === 'Nobody');
    assert.equal(client.server.asked('DELETE /lyrics/providers/Words').length, 1);
});

test('who opens a song without words sees that they are looked up, and then the words', async () => {
    await client.open('/tracks/one');
    await client.shown('[data-lookup=running][role=status]');
    words = [lyrics('Third words')];
    client.server.send('lyricsLookup', { trackId: 'one', state: 'found' });
    await client.until(() => lines() === 'Third words');
});

test('each outcome has its sentence, and what passes can be tried again', async () => {
    words = [];
    for (const [state, isOffered] of [['none', false], ['restricted', false], ['instrumental', false], ['unavailable', true]]) {
        lookup = { state };
        await client.open('/tracks/two');
        await client.open('/tracks/one');
        await client.shown(`[data-lookup=${state}]`);
        assert.equal(client.find(id('lyrics-retry')) !== null, isOffered, state);
    }
    assert.equal(client.find('[data-lookup=unavailable]').getAttribute('role'), 'alert');
    lookup = { state: 'instrumental' };
    await client.click(id('lyrics-retry'));
    await client.shown('[data-lookup=instrumental]');
});

test('words whose license ends while they are shown go, the page says so, and what the provider has now comes', async () => {
    words = [lyrics('Fourth words', { rights: { provider: 'Words', copyright: '© Somebody', expiresAt: new Date(Date.now() + 1500).toISOString() } })];
    await client.open('/tracks/two');
    await client.open('/tracks/one');
    await client.until(() => lines() === 'Fourth words');
    await client.reads('© Somebody', id('lyrics-rights'));
    [words, lookup] = [[], { state: 'expired' }];
    await client.reads('license of the stored words has ended', '[data-lookup=expired][role=status]');
    assert.equal(lines(), '');
    words = [lyrics('Fourth words as they are now')];
    client.server.send('lyricsLookup', { trackId: 'one', state: 'found' });
    await client.until(() => lines() === 'Fourth words as they are now');
});

test('words that are taken away go from the page', async () => {
    words = [];
    client.server.send('lyrics', { track: 'one' });
    await client.shown(id('lyrics-none'));
    assert.equal(lines(), '');
});

test('nothing went wrong unseen', () => client.end());
