import assert from 'node:assert/strict';
import test from 'node:test';
import { PagedSource } from '../../../../public/elements/lists/paged-source.js';
import { endSelection, MOST, Selection, selection } from '../../../../public/features/selection/model.js';
import { heldSongs, pagedSongs, songsOf } from '../../../../public/features/selection/songs.js';
import { inTurns } from '../../../../public/features/selection/turns.js';

const song = (id) => ({ id, title: `Song ${id}` });
const letters = (text) => [...text].map(song);
const ids = async (chosen) => (await chosen.songs()).map(({ track }) => track.id);

/** A list of `total` songs in pages of 100, which records its requests. */
function long(total) {
    const asked = [];
    const cursors = Array.from({ length: Math.max(0, Math.ceil(total / 100) - 1) }, (_, page) => `c${page + 1}`);
    const source = new PagedSource({ total, step: 100, cursors }, async (cursor, limit) => {
        const first = cursor === undefined ? 0 : Number(cursor.slice(1)) * 100;
        asked.push([first, limit]);
        return { items: Array.from({ length: Math.max(0, Math.min(limit, total - first)) }, (_, place) => song(`${first + place}`)) };
    });
    return { source, asked, list: pagedSongs(() => source, (track) => ({ key: track.id, track })) };
}

test('songs are selected and let go one by one, and come in the order of their list', async () => {
    const list = songsOf(letters('abcde'));
    const chosen = new Selection();
    for (const index of [3, 0, 4]) chosen.toggle(list, index);
    assert.equal(chosen.size, 3);
    assert.deepEqual(await ids(chosen), ['a', 'd', 'e']);
    chosen.toggle(list, 3);
    assert.deepEqual(await ids(chosen), ['a', 'e']);
    assert.equal(chosen.has(list, 0), true);
    assert.equal(chosen.has(list, 3), false);
});

test('a range goes from the last press to here, and another end of it replaces it', async () => {
    const list = songsOf(letters('abcdefgh'));
    const chosen = new Selection();
    chosen.toggle(list, 2);
    await chosen.extend(list, 5);
    assert.deepEqual(await ids(chosen), ['c', 'd', 'e', 'f']);
    await chosen.extend(list, 3);
    assert.deepEqual(await ids(chosen), ['c', 'd']);
    await chosen.extend(list, 0);
    assert.deepEqual(await ids(chosen), ['a', 'b', 'c']);
    // A song that was selected before stays selected when the range shrinks past it.
    chosen.toggle(list, 6);
    chosen.toggle(list, 4);
    await chosen.extend(list, 7);
    await chosen.extend(list, 5);
    assert.deepEqual(await ids(chosen), ['a', 'b', 'c', 'e', 'f', 'g']);
});

test('a plain press is where the next range begins, and selects nothing', async () => {
    const list = songsOf(letters('abcd'));
    const chosen = new Selection();
    chosen.mark(list, 1);
    assert.equal(chosen.size, 0);
    await chosen.extend(list, 3);
    assert.deepEqual(await ids(chosen), ['b', 'c', 'd']);
});

test('one list at a time: the first song of another begins anew', async () => {
    const [one, other] = [songsOf(letters('abc')), songsOf(letters('xyz'))];
    const chosen = new Selection();
    chosen.toggle(one, 0);
    chosen.toggle(other, 2);
    assert.deepEqual(await ids(chosen), ['z']);
    assert.equal(chosen.has(one, 0), false);
});

test('songs stay selected when their list is drawn anew in another order', async () => {
    let items = letters('abcd');
    const list = heldSongs(() => items, (track) => ({ key: track.id, track }));
    const chosen = new Selection();
    for (const index of [0, 3]) chosen.toggle(list, index);
    items = letters('dxa');
    chosen.retain();
    assert.deepEqual(await ids(chosen), ['d', 'a']);
    items = letters('x');
    chosen.retain();
    assert.equal(chosen.size, 0);
});

test('everything of a long list is selected without a request, and fetched in few once it is needed', async () => {
    const { list, asked, source } = long(3000);
    await source.ensure(0, 1);
    asked.length = 0;
    const chosen = new Selection();
    chosen.all(list);
    assert.equal(chosen.size, 3000);
    assert.equal(chosen.has(list, 40), true);
    chosen.toggle(list, 40);
    assert.equal(chosen.size, 2999);
    assert.deepEqual(asked, []);
    const all = await ids(chosen);
    assert.equal(all.length, 2999);
    assert.equal(all.includes('40'), false);
    assert.equal(asked.length, 6);
});

test('of more than can be used at once, the first are selected, and it says so', async () => {
    const { list, asked, source } = long(30_000);
    const chosen = new Selection();
    chosen.all(list);
    assert.equal(chosen.size, MOST);
    assert.equal(chosen.isCut, true);
    await source.ensure(MOST, MOST + 1);
    assert.equal(chosen.has(list, MOST), false);
    assert.equal((await ids(chosen)).length, MOST);
    assert.ok(asked.length <= 1 + MOST / 500, `${asked.length} requests`);
    assert.ok(asked.every(([first, limit]) => first + limit <= MOST + 100));
});

test('a range over a long list is fetched, and no more than that', async () => {
    const { list, asked, source } = long(30_000);
    await source.ensure(200, 201);
    await source.ensure(1250, 1251);
    asked.length = 0;
    const chosen = new Selection();
    chosen.toggle(list, 210);
    await chosen.extend(list, 1250);
    assert.equal(chosen.size, 1041);
    assert.deepEqual(asked.map(([first]) => first), [200, 700, 1200]);
    assert.equal(chosen.isCut, false);
});

test('a range whose songs come late does not select in a list that was left', async () => {
    let arrive;
    const slow = { isPaged: true, total: 9, at: (index) => ({ key: `${index}`, track: song(`${index}`) }), range: () => new Promise((resolve) => { arrive = resolve; }) };
    const other = songsOf(letters('ab'));
    const chosen = new Selection();
    chosen.toggle(slow, 0);
    const waiting = chosen.extend(slow, 3);
    chosen.toggle(other, 1);
    arrive([{ key: '1', track: song('1') }]);
    await waiting;
    assert.deepEqual(await ids(chosen), ['b']);
});

test('where a list holds other things, its selection ends, and no other', () => {
    const [one, other] = [songsOf(letters('abc')), songsOf(letters('xyz'))];
    selection.toggle(one, 0);
    endSelection(other);
    assert.equal(selection.size, 1);
    endSelection(one);
    assert.equal(selection.size, 0);
    assert.equal(selection.list, undefined);
});

test('whoever listens hears of each change', () => {
    const list = songsOf(letters('ab'));
    const chosen = new Selection();
    const sizes = [];
    chosen.addEventListener('change', () => sizes.push(chosen.size));
    chosen.toggle(list, 0);
    chosen.all(list);
    chosen.clear();
    chosen.clear();
    assert.deepEqual(sizes, [1, 2, 0]);
});

test('the same array is the same list', () => {
    const tracks = letters('ab');
    assert.equal(songsOf(tracks), songsOf(tracks));
    assert.notEqual(songsOf(tracks), songsOf(letters('ab')));
    tracks.push(song('c'));
    assert.equal(songsOf(tracks).total, 3);
});

test('a few at once are under way, and after a failure no other is begun', async () => {
    let [now, most, begun] = [0, 0, 0];
    const run = async () => {
        begun += 1;
        most = Math.max(most, ++now);
        await Promise.resolve();
        now -= 1;
    };
    await inTurns(Array.from({ length: 20 }), run);
    assert.deepEqual([begun, most], [20, 4]);
    let tried = 0;
    await assert.rejects(inTurns(Array.from({ length: 50 }), async () => {
        tried += 1;
        throw new Error('no');
    }));
    assert.ok(tried <= 4, String(tried));
});
