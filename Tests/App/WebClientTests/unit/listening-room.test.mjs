import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { createTranslator, LOCALES } from '../../../../public/core/i18n.js';
import { HeldDecision } from '../../../../public/features/moderation/held-decision.js';
import { oddities } from '../../../../public/features/moderation/oddities.js';
import { roomAct } from '../../../../public/features/moderation/queue-keys.js';
import { neighbor, openOne, ordered } from '../../../../public/features/moderation/queue-order.js';
import { messagesIn } from './messages.mjs';

// The moderators' listening room: anomalies, the next submission, the keys, and undoing.

const whole = {
    id: 'a', title: 'A walk', artists: ['Band'], album: 'Album', albumArtists: [], genres: ['Folk'], year: 2001, trackNumber: 3,
    cover: '/images/x', durationMs: 180_000, codec: 'mp3', bitrateKbps: 256, sampleRateHz: 44_100, channels: 2,
};
const now = new Date(2026, 10, 21);
const odd = (more) => oddities({ ...whole, ...more }, now).map((one) => one.code);

test('what is whole has nothing odd about it', () => {
    assert.deepEqual(odd({}), []);
    assert.deepEqual(odd({ title: '7 rings' }), [], 'a number may begin a title');
    assert.deepEqual(odd({ title: 'ABBA' }), [], 'a short name may be in capitals');
    assert.deepEqual(odd({ codec: 'flac', bitrateKbps: 100 }), [], 'nothing is lost in FLAC');
});

test('what is missing is told first, then what is hardly meant so', () => {
    assert.deepEqual(odd({ artists: [], album: undefined, cover: undefined, genres: [], year: undefined, trackNumber: undefined }), ['noArtist', 'noAlbum', 'noCover', 'noGenre', 'noYear']);
    assert.deepEqual(odd({ trackNumber: undefined }), ['noNumber']);
    for (const title of ['01 - A walk', 'a_walk_home', 'walk.mp3', 'Track 3', 'Unknown']) assert.deepEqual(odd({ title }), ['fileName'], title);
    assert.deepEqual(odd({ title: 'Band - A walk' }), ['artistInTitle']);
    assert.deepEqual(odd({ title: 'A LONG WALK' }), ['capitals']);
    assert.deepEqual(odd({ title: 'Å¼Ã³Åty' }), ['garbled']);
    assert.deepEqual(odd({ year: 2040 }), ['year']);
    assert.deepEqual(odd({ durationMs: 12_000, bitrateKbps: 64, sampleRateHz: 22_050, channels: 1 }), ['short', 'bitrate', 'sampleRate', 'mono']);
    assert.deepEqual(odd({ durationMs: 30 * 60_000 }), ['long']);
});

test('each oddity has a sentence in each language', () => {
    const codes = [...readFileSync(new URL('../../../../public/features/moderation/oddities.js', import.meta.url), 'utf8').matchAll(/(?:&& |code: )'(\w+)'/g)].map(([, code]) => code);
    assert.ok(codes.length > 14, String(codes.length));
    for (const locale of LOCALES) {
        const { has } = createTranslator(locale, messagesIn(locale));
        for (const code of codes) assert.ok(has(`giving.odd.${code}`), `${locale} ${code}`);
    }
});

test('after a decision the one behind it is open, and after the last the first', () => {
    const waiting = ['a', 'b', 'c'].map((id) => ({ id }));
    assert.equal(openOne(waiting, 'b', 0), 1, 'it stays open wherever it is now');
    assert.equal(openOne([waiting[0], waiting[2]], 'b', 1), 1);
    assert.equal(openOne([waiting[0]], 'b', 1), 0);
    assert.equal(openOne([], 'b', 1), 0);
    assert.equal(neighbor(waiting, 2, 1), 0);
    assert.equal(neighbor(waiting, 0, -1), 2);
    assert.equal(neighbor([], 0, 1), 0);
});

test('the order is that of the list, where an album stands together', () => {
    const items = [{ ...whole, id: 'x2', batch: 'x', trackNumber: 2 }, { ...whole, id: 'y' }, { ...whole, id: 'x1', batch: 'x', trackNumber: 1 }];
    assert.deepEqual(ordered(items).map((one) => one.id), ['x1', 'x2', 'y']);
});

test('keys decide in the room, and are left to fields, buttons and dialogs', () => {
    const key = (name, more = {}) => ({ key: name, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, repeat: false, ...more });
    const free = { editable: false, activatable: false, slider: false, busy: false };
    const cases = [[' ', 'play'], ['A', 'approve'], ['r', 'reject'], ['s', 'next'], ['j', 'next'], ['k', 'previous'], ['ArrowLeft', 'back'], ['u', 'undo'], ['7', 7], ['z', undefined]];
    for (const [name, act] of cases) assert.equal(roomAct(key(name), free), act, name);
    assert.equal(roomAct(key('a', { ctrlKey: true }), free), undefined);
    assert.equal(roomAct(key('a', { repeat: true }), free), undefined, 'a key that is held decides once');
    assert.equal(roomAct(key('ArrowRight', { repeat: true }), free), 'forward');
    for (const place of ['editable', 'busy']) assert.equal(roomAct(key('a'), { ...free, [place]: true }), undefined, place);
    assert.equal(roomAct(key(' '), { ...free, activatable: true }), undefined, 'the space bar presses the button that has the focus');
    assert.equal(roomAct(key('a'), { ...free, activatable: true }), 'approve');
    assert.equal(roomAct(key('ArrowLeft'), { ...free, slider: true }), undefined);
});

test('a decision is held, taken back, or sent by the next one or the end of the page', (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const sent = [];
    const held = new HeldDecision((decision, { isLeaving = false }) => sent.push([decision, isLeaving]), 6000);
    held.hold('first');
    t.mock.timers.tick(5999);
    assert.deepEqual(sent, []);
    assert.equal(held.undo(), 'first');
    t.mock.timers.tick(60_000);
    assert.deepEqual(sent, [], 'what was taken back is never sent');
    held.hold('given up');
    t.mock.timers.tick(3000);
    held.undo();
    held.hold('second');
    t.mock.timers.tick(4000);
    assert.deepEqual(sent, [], 'what was taken back does not hurry the next one');
    held.hold('third');
    assert.deepEqual(sent, [['second', false]]);
    t.mock.timers.tick(6000);
    assert.deepEqual(sent.at(-1), ['third', false]);
    assert.equal(held.undo(), undefined);
    held.hold('fourth');
    held.flush({ isLeaving: true });
    held.flush();
    assert.deepEqual(sent.slice(2), [['fourth', true]]);
});
