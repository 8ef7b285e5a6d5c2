import assert from 'node:assert/strict';
import test from 'node:test';
import { anchorOf, nameOf } from '../../../../public/features/playlists/model.js';

test('what is moved comes behind the entry that is shown before its new place', () => {
    const order = ['a', 'b', 'c', 'd'];
    const moved = (from, to) => {
        const rest = order.filter((_, index) => index !== from);
        rest.splice(to, 0, order[from]);
        return rest;
    };
    for (let from = 0; from < 4; from += 1) {
        for (let to = 0; to < 4; to += 1) {
            const result = moved(from, to);
            assert.equal(anchorOf(order, from, to), to === 0 ? null : result[to - 1], `${from} to ${to}`);
        }
    }
});

test('a file without a title lends its name', async () => {
    assert.equal(await nameOf(new File(['#EXTM3U\na.mp3'], 'Road trip.m3u8')), 'Road trip');
    assert.equal(await nameOf(new File(['#EXTM3U\n#PLAYLIST:Own\na.mp3'], 'x.m3u8')), undefined);
    assert.equal(await nameOf(new File(['<playlist><title>Own</title>'], 'x.xspf')), undefined);
    assert.equal(await nameOf(new File(['{"playlist": {"title" : "Own"}}'], 'x.jspf')), undefined);
});
