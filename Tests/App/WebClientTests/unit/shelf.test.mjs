import assert from 'node:assert/strict';
import test from 'node:test';
import { folderIcons } from '../../../../public/features/shelf/folder-icons.js';
import { FOLDER_ICONS, folderPath, parseDuration, subjectPath } from '../../../../public/features/shelf/model.js';
import { messagesIn } from './messages.mjs';

const messages = messagesIn('en');

test('durations are read as people write them', () => {
    const cases = [['3:45', 225_000], ['1:02:03', 3_723_000], ['45', 2_700_000], [' 0:07 ', 7000], ['90:00', 5_400_000]];
    for (const [text, ms] of cases) assert.equal(parseDuration(text), ms, text);
    assert.equal(parseDuration('  '), undefined);
    for (const text of ['0', '0:00', '3:60', '1:60:00', '-3:00', 'long', '3.5', '12345', '1:2:3:4']) assert.ok(Number.isNaN(parseDuration(text)), text);
});

test('each icon has a name', () => {
    assert.deepEqual(Object.keys(messages.shelf.icons), FOLDER_ICONS);
    assert.deepEqual(Object.keys(folderIcons), FOLDER_ICONS);
});

test('each kind of notification can be told and chosen', () => {
    assert.deepEqual(Object.keys(messages.notifications.kinds).sort(), Object.keys(messages.notifications.choices).sort());
});

test('notifications lead to what they are about', () => {
    assert.equal(subjectPath({ kind: 'post', id: 'p', date: '2026-11-21' }), '/board/2026-11-21');
    assert.equal(subjectPath({ kind: 'track', id: 'a/b' }), '/tracks/a%2Fb');
    assert.equal(subjectPath({ kind: 'wish', id: 'w' }), '/wishes');
    assert.equal(subjectPath(undefined), undefined);
    assert.equal(subjectPath({ kind: 'planet', id: 'x' }), undefined);
    assert.equal(folderPath('ł'), '/shelf/folders/%C5%82');
});
