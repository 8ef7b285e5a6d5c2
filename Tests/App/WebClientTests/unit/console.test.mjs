import assert from 'node:assert/strict';
import test from 'node:test';
import { beginsDay, bounds } from '../../../../public/features/administration/journal/days.js';
import { byDay, filled, hasLine, highest, midnights, parts, paths, recent } from '../../../../public/features/administration/overview/figures-model.js';
import { merged, progress } from '../../../../public/features/administration/overview/streams-model.js';
import { asTable, each, targets } from '../../../../public/features/administration/users/bulk-model.js';

// The console: figures of a week, streams, the journal's days, and several accounts at once.

const course = (rule, pairs) => ({ name: 'one', rule, at: pairs.map(([hour]) => hour), values: pairs.map(([, value]) => value) });

test('hours are put together by the rule of their figure, and the last part ends with the last hour', () => {
    const pairs = [[0, 5], [1, 3], [2, 4], [6, 1]];
    assert.deepEqual(parts(course('sum', pairs), 7, 3), [5, 7, undefined].toSpliced(2, 1, 1));
    assert.deepEqual(parts(course('greatest', pairs), 7, 3), [5, 4, 1]);
    assert.deepEqual(parts(course('last', pairs), 7, 3), [5, 4, 1]);
    assert.deepEqual(parts(course('sum', [[0, 2], [8, 3]]), 9, 3), [2, undefined, 3]);
});

test('a figure of which nothing is known has no line, and one that was counted anyway was zero in between', () => {
    assert.equal(hasLine(parts(course('greatest', []), 6, 3)), false);
    assert.equal(hasLine(parts(course('greatest', [[5, 2]]), 6, 3)), false);
    const plays = filled(course('sum', [[1, 4]]), 6);
    assert.deepEqual(plays.values, [0, 4, 0, 0, 0, 0]);
    assert.equal(hasLine(parts(plays, 6, 3)), true);
});

test('the last day is what its hours come to', () => {
    const pairs = [[0, 9], [30, 2], [40, 5]];
    assert.equal(recent(course('sum', pairs), 48, 24), 7);
    assert.equal(recent(course('greatest', pairs), 48, 24), 5);
    assert.equal(recent(course('sum', [[0, 9]]), 48, 24), undefined);
});

test('a line breaks off where nothing is known, and its area is closed at the bottom', () => {
    const { line, area } = paths([0, 4, undefined, 4, 2], { width: 40, height: 23, rule: 'sum' });
    assert.equal(line, 'M0 21.5L10 1.5M30 1.5L40 11.5');
    assert.equal(area, 'M0 23L0 21.5L10 1.5L10 23ZM30 23L30 1.5L40 11.5L40 23Z');
    assert.equal(paths([0, 0], { width: 10, height: 23, rule: 'sum' }).line, 'M0 21.5L10 21.5', 'nothing lies at the bottom');
    assert.equal(paths([7, 7], { width: 10, height: 23, rule: 'last' }).line, 'M0 11.5L10 11.5', 'a size at rest lies in the middle');
});

test('the highest value is told with the time of its part', () => {
    const history = { from: '2026-11-20T00:00:00Z', hours: 7, figures: [] };
    assert.deepEqual(highest([1, 5, 5], history, 3), { value: 5, at: new Date('2026-11-20T01:00:00Z') });
    assert.equal(highest([undefined], history, 3), undefined);
});

test('days are those of the reader, the latest first', () => {
    const from = new Date(2026, 10, 20, 22).toISOString();
    assert.deepEqual([...byDay(course('sum', [[0, 1], [1, 2], [2, 4]]), { from, hours: 3, figures: [] })], [['2026-11-21', 4], ['2026-11-20', 3]]);
    assert.deepEqual(midnights({ from, hours: 4, figures: [] }), [0.5]);
});

test('the requests of one player for one song are one stream', () => {
    const one = { personId: 'a', person: 'Ada', visitor: false, address: '192.0.2.1', trackId: 't', format: 'flac', bitrate: 900, converted: false, since: '2026-11-21T08:00:05Z', sent: 10 };
    const found = merged([one, { ...one, since: '2026-11-21T08:00:00Z', sent: 5 }, { ...one, address: '192.0.2.2' }, { ...one, visitor: true }]);
    assert.deepEqual(found.map(({ sent, since, address, visitor }) => [sent, since, address, visitor]), [
        [15, '2026-11-21T08:00:00Z', '192.0.2.1', false], [10, one.since, '192.0.2.2', false], [10, one.since, '192.0.2.1', true],
    ]);
    assert.equal(progress({ ...one, positionMs: 30, durationMs: 120 }), 0.25);
    assert.equal(progress({ ...one, durationMs: 120 }), undefined, 'a player that says nothing has no progress');
});

test('a day begins with its first entry, and a choice of time has its days', () => {
    const at = (...parts) => ({ at: new Date(...parts).toISOString() });
    assert.equal(beginsDay(at(2026, 10, 21, 9), undefined), true);
    assert.equal(beginsDay(at(2026, 10, 21, 0, 1), at(2026, 10, 21, 9)), false);
    assert.equal(beginsDay(at(2026, 10, 20, 23, 59), at(2026, 10, 21, 0, 1)), true);
    const now = new Date(2026, 10, 3, 8);
    assert.deepEqual(bounds('today', now), { from: '2026-11-03', until: '' });
    assert.deepEqual(bounds('week', now), { from: '2026-10-28', until: '' });
    assert.deepEqual(bounds('', now), { from: '', until: '' });
});

const user = (id, more = {}) => ({ id, username: id, displayName: id, role: 'listener', disabled: false, ...more });

test('one does nothing to oneself from a list, and nothing to those who are so already', () => {
    const all = [user('me', { role: 'admin' }), user('a'), user('b', { role: 'moderator', disabled: true })];
    const ids = (found) => ({ ...found, users: found.users.map((one) => one.id) });
    assert.deepEqual(ids(targets('role', all, 'me', 'listener')), { users: ['b'], isOwnLeftOut: true, unchanged: 1 });
    assert.deepEqual(ids(targets('disable', all, 'me')), { users: ['a'], isOwnLeftOut: true, unchanged: 1 });
    assert.deepEqual(ids(targets('signOut', all, 'me')).users, ['a', 'b']);
    assert.deepEqual(ids(targets('plan', all, 'me', 'p')), { users: ['me', 'a', 'b'], isOwnLeftOut: false, unchanged: 0 });
    assert.deepEqual(ids(targets('enable', all, 'me')).users, ['b']);
});

test('who is refused is named, and the others are changed all the same', async () => {
    const order = [];
    const result = await each([user('a'), user('b'), user('c')], async ({ id }) => {
        order.push(id);
        if (id === 'b') throw Object.assign(new Error(), { status: 409, reason: 'last_admin' });
    });
    assert.deepEqual(order, ['a', 'b', 'c']);
    assert.deepEqual(result.failed.map((one) => [one.user.id, one.error.reason]), [['b', 'last_admin']]);
    assert.deepEqual(result.done.map((one) => one.id), ['a', 'c']);
});

test('what would fail for all is not asked again for each, and one can stop', async () => {
    const unconfirmed = Object.assign(new Error(), { status: 403, reason: 'confirmation_required' });
    const first = await each([user('a'), user('b')], async () => { throw unconfirmed; });
    assert.deepEqual([first.failed.length, first.left.map((one) => one.id)], [1, ['b']]);
    let count = 0;
    const second = await each([user('a'), user('b')], async () => { count += 1; }, { isStopped: () => count === 1 });
    assert.deepEqual([second.done.map((one) => one.id), second.left.map((one) => one.id)], [['a'], ['b']]);
});

test('the list of users is a table that no spreadsheet evaluates', () => {
    const text = asTable([user('a', { displayName: '=1+1', email: 'a@example.org', plan: 'Big, "best"' })]);
    assert.equal(text, 'username,displayName,email,role,plan,disabled,lastSeenAt\r\na,\'=1+1,a@example.org,listener,"Big, ""best""",false,\r\n');
});
