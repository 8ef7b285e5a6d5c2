import assert from 'node:assert/strict';
import test from 'node:test';
import { id, start } from './client.mjs';
import { besidePlaylist, playlist, track } from './samples.mjs';
import { Refusal } from './stand-in-server.mjs';

// Smart playlists: rules are built by keyboard and mouse, previewed, and saved.

const dialog = id('smart-dialog');
const songs = [track('1', { title: 'First <b>song</b>' }), track('2'), track('3')];
let found = [];
let list = playlist('s', { name: 'Liked or long', smart: true, mayEdit: false, sources: ['catalogue', 'shelf'], contents: 1 });
const client = await start({
    answers: {
        'GET /playlists': { items: [] }, 'GET /libraries': { items: [{ id: 'l', name: 'Music' }] },
        'POST /playlists/smart/preview': () => ({ count: found.length, durationMs: found.length * 180_000, items: found }),
        'POST /playlists': ({ body }) => (list = { ...list, ...body, id: 's' }),
        'PATCH /playlists/s': ({ body }) => (list = { ...list, ...body }),
        'GET /playlists/s': () => list, ...besidePlaylist('s', songs),
        'GET /playlists/s/outline': () => ({ total: found.length, step: 100, cursors: [] }),
        'GET /playlists/s/entries': () => ({ items: found.map((one) => ({ id: one.id, addedAt: '2026-11-20T10:00:00Z', track: one })) }),
    },
});
const at = (path, part) => `${dialog} [data-path="${path}"] ${part}`;
const add = (kind = 'rule') => client.click(`${dialog} [data-path=""] > .rule-tools [data-add="${kind}"]`);
const focus = () => [client.document.activeElement.closest('[data-path]')?.dataset.path, ...Object.keys(client.document.activeElement.dataset)].join(' ');
const shown = () => client.all('main tr[data-track]').length;

test('rules are built, say what is missing, and show what they find', async () => {
    await client.open('/playlists');
    await client.click(id('new-smart'));
    await client.fill(`${dialog} ${id('field-name')}`, 'Liked or long');
    await client.reads('Fill in', id('smart-count'));
    await client.choose(at('0', '[data-field]'), 'liked');
    assert.match(focus(), /^0 field/);
    await client.reads('0 tracks', id('smart-count'));
    await client.choose(`${dialog} [data-match]`, 'any');
    client.find(`${dialog} [data-path=""] > .rule-tools [data-add="group"]`).focus();
    client.press('Enter');
    assert.match(focus(), /^1\.0 field/);
    await client.choose(at('1.0', '[data-field]'), 'title');
    found = [songs[0]];
    await client.fill(at('1.0', '[data-value]'), 'song');
    await client.reads('1 track', id('smart-count'));
    await client.reads('First <b>song</b>', id('smart-first'));
});

test('they become a playlist, which nobody rearranges', async () => {
    await client.click(id('smart-save'));
    await client.until(() => client.window.location.pathname === '/playlists/s' && shown() === 1);
    const { name, rules } = client.server.sent('POST /playlists');
    assert.equal(name, 'Liked or long');
    assert.equal(rules.match, 'any');
    assert.deepEqual(rules.rules.map((rule) => rule.field ?? rule.rules[0].field), ['liked', 'title']);
    assert.equal(client.find('.track-entry, [data-grip]'), null);
});

test('an open one follows what its rules read, and nothing else', async () => {
    const asked = () => client.server.asked('GET /playlists/s').length;
    found = songs.slice(0, 2);
    list = { ...list, contents: 2 };
    client.server.send('opinions');
    await client.until(() => shown() === 2);
    const before = asked();
    client.server.send('history');
    found = [songs[0]];
    list = { ...list, contents: 3 };
    client.server.send('changes', { sources: ['shelf'] });
    await client.until(() => shown() === 1);
    assert.equal(asked(), before + 1);
});

test('the rules come back as they were, and a wrong one is refused beside its row', async () => {
    await client.click(id('edit-playlist'));
    await client.shown(dialog);
    assert.equal(client.all(`${dialog} ${id('rule')}`).length, 2);
    assert.equal(client.find(at('1.0', '[data-value]')).value, 'song');
    await add();
    await client.choose(at('2', '[data-field]'), 'rating');
    await client.fill(at('2', '[data-value]'), '3.3');
    client.server.answer({ 'PATCH /playlists/s': new Refusal(400, undefined, 'rules.rules[2].value') });
    await client.click(id('smart-save'));
    await client.until(() => client.text(at('2', '[data-note]')) !== '');
    assert.match(focus(), /^2 value/);
    client.press('Escape');
    await client.gone(dialog);
});

test('there are rules about tempo, key, loudness and energy', async () => {
    await client.click(id('edit-playlist'));
    await client.shown(dialog);
    for (const path of ['1', '0']) await client.click(at(path, '[data-drop]'));
    await client.until(() => client.all(`${dialog} ${id('rule')}`).length === 0);
    for (let rule = 0; rule < 4; rule += 1) await add();
    await client.choose(at('0', '[data-field]'), 'tempo');
    const [from, to] = client.all(at('0', '[data-value]'));
    for (const [field, value] of [[from, '40'], [to, '250']]) {
        field.value = value;
        field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    await client.choose(at('1', '[data-field]'), 'loudness');
    await client.choose(at('1', '[data-operator]'), 'greaterThan');
    await client.fill(at('1', '[data-value]'), '-60.5');
    await client.choose(at('2', '[data-field]'), 'energy');
    await client.choose(at('2', '[data-operator]'), 'lessThan');
    await client.fill(at('2', '[data-value]'), '100');
    await client.choose(at('3', '[data-field]'), 'key');
    assert.equal(client.all(at('3', '[data-value] option')).length, 25, 'There are not 24 keys.');
    await client.choose(at('3', '[data-operator]'), 'isNot');
    await client.choose(at('3', '[data-value]'), 'C# minor');
    await client.choose(`${dialog} [name=order]`, 'energy');
    client.server.answer({ 'PATCH /playlists/s': ({ body }) => (list = { ...list, ...body, revision: 2 }) });
    await client.click(id('smart-save'));
    await client.gone(dialog);
    const { rules } = client.server.sent('PATCH /playlists/s');
    assert.equal(rules.order, 'energy');
    assert.deepEqual(rules.rules.map(({ field, operator, value }) => [field, operator, value]), [
        ['tempo', 'between', [40, 250]], ['loudness', 'greaterThan', -60.5], ['energy', 'lessThan', 100], ['key', 'isNot', 'C# minor'],
    ]);
    await client.click(id('edit-playlist'));
    await client.shown(dialog);
    assert.equal(`${client.find(at('1', '[data-value]')).value} ${client.find(at('3', '[data-value]')).value}`, '-60.5 C# minor');
    client.press('Escape');
    await client.gone(dialog);
});

test('its copy is an ordinary playlist', async () => {
    client.server.answer({ 'POST /playlists/s/duplicate': playlist('copy'), 'GET /playlists/copy': playlist('copy'), ...besidePlaylist('copy', songs.slice(0, 1)) });
    await client.menu(id('playlist-menu'), 'Duplicate');
    await client.until(() => client.window.location.pathname === '/playlists/copy' && client.find('[data-grip]'));
});

test('nothing went wrong unseen', () => client.end());
