import assert from 'node:assert/strict';
import test from 'node:test';
import { chosenIndex, localSections, marked, readRecent, startSections, stepped, withRecent } from '../../../../public/features/palette/model.js';

const entry = (kind, name, path = `/${name}`) => ({ key: path, kind, name, path });
const names = (sections) => sections.map(({ name, entries }) => [name, entries.map((one) => one.name)]);
const known = {
    recent: [entry('song', 'Old song')],
    playlists: [entry('playlist', 'Evening'), entry('playlist', 'Running')],
    screens: [entry('screen', 'Settings'), entry('screen', 'Server settings'), entry('screen', 'Żądania')],
    actions: [entry('action', 'Sign out')],
};

test('empty, it shows what was opened lately first, then what can be done, and where one can go', () => {
    assert.deepEqual(startSections(known).map(({ name }) => name), ['recent', 'actions', 'screens']);
    assert.deepEqual(startSections({ ...known, recent: [] }).map(({ name }) => name), ['actions', 'screens']);
});

test('words find what has them at the beginning of its own, without marks and case', () => {
    assert.deepEqual(names(localSections('eve', known)), [['playlists', ['Evening']]]);
    assert.deepEqual(names(localSections('set', known)), [['screens', ['Settings', 'Server settings']]]);
    assert.deepEqual(names(localSections('zadania', known)), [['screens', ['Żądania']]]);
    assert.deepEqual(names(localSections('OUT', known)), [['actions', ['Sign out']]]);
    assert.deepEqual(localSections('nothing of this', known), []);
});

test('of many only some are shown', () => {
    const playlists = Array.from({ length: 40 }, (_, index) => entry('playlist', `List ${index}`));
    assert.ok(localSections('list', { ...known, playlists })[0].entries.length <= 10);
});

test('what is chosen stays chosen when more comes, else the first is', () => {
    const entries = [entry('song', 'a'), entry('song', 'b')];
    assert.equal(chosenIndex(entries, '/b'), 1);
    assert.equal(chosenIndex([entry('song', 'c'), ...entries], '/b'), 2);
    assert.equal(chosenIndex(entries, '/gone'), 0);
    assert.equal(chosenIndex([], '/b'), -1);
});

test('arrows go around, pages stop at the ends, and other keys are the field’s', () => {
    assert.equal(stepped('ArrowDown', 0, 3), 1);
    assert.equal(stepped('ArrowDown', 2, 3), 0);
    assert.equal(stepped('ArrowUp', 0, 3), 2);
    assert.equal(stepped('PageDown', 1, 3), 2);
    assert.equal(stepped('PageUp', 1, 3), 0);
    for (const key of ['Home', 'End', 'a', 'Enter', 'ArrowLeft']) assert.equal(stepped(key, 1, 3), undefined, key);
    assert.equal(stepped('ArrowDown', -1, 0), undefined);
});

test('what was opened is kept once, the latest first, and not without end', () => {
    let recent = [];
    for (let index = 0; index < 20; index += 1) recent = withRecent(recent, entry('song', `song ${index}`));
    assert.ok(recent.length <= 8);
    assert.equal(recent[0].name, 'song 19');
    assert.deepEqual(withRecent(recent, entry('song', 'song 18')).slice(0, 2).map(({ name }) => name), ['song 18', 'song 19']);
    assert.deepEqual(withRecent([], { key: 'action:play', kind: 'action', name: 'Play', run() {} }), []);
    assert.deepEqual(withRecent([], { key: 'everything', kind: 'everything', name: 'x', path: '/search?q=x' }), []);
});

test('what is stored is not trusted', () => {
    const good = { kind: 'song', path: '/tracks/1', name: 'A', line: 'B' };
    assert.deepEqual(readRecent([good, null, 5, { ...good, path: '//evil.example' }, { ...good, path: 'javascript:alert(1)' }, { ...good, path: '/\\evil' }, { ...good, name: {} }]), [good]);
    for (const stored of [undefined, null, 'x', {}, 7]) assert.deepEqual(readRecent(stored), []);
});

test('a name shows where it has what was typed', () => {
    const text = (parts) => parts.map((part) => (part.isMatch ? `[${part.text}]` : part.text)).join('');
    assert.equal(text(marked('Evening', 'EVE')), '[Eve]ning');
    assert.equal(text(marked('Łódź nocą', 'lodz')), '[Łódź] nocą');
    assert.equal(text(marked('Straße', 'stras')), 'Straße');
    assert.equal(text(marked('Other', 'x')), 'Other');
    assert.equal(text(marked('Other', '')), 'Other');
});
