import assert from 'node:assert/strict';
import test from 'node:test';
import './long-timers.mjs';
import { ApiError } from '../../../../public/core/api.js';
import { Player } from '../../../../public/player/player.js';
import { trackIds } from '../../../../public/player/queue.js';
import { droppedSongs, heardSongs, isSameQueue, readRadio } from '../../../../public/player/song-radio-model.js';
import { SongRadio } from '../../../../public/player/song-radio.js';

const track = (id) => ({ id, title: id, artists: [], albumId: id, album: '', durationMs: 1000 });
const seed = { kind: 'track', id: 'seed', name: 'Seed' };

/** The parts of an audio element that a player without a browser needs. It plays as soon as it is asked to. */
class Element extends EventTarget {
    src = ''; paused = true; currentTime = 0; duration = NaN; volume = 1; muted = false; ended = false; error = null; buffered = []; seekable = []; readyState = 0;
    async play() { this.paused = false; this.dispatchEvent(new Event('playing')); }
    pause() { if (!this.paused) { this.paused = true; this.dispatchEvent(new Event('pause')); } }
    load() {}
    getAttribute() { return this.src; }
    removeAttribute() { this.src = ''; }
    finish() { this.ended = true; this.paused = true; this.dispatchEvent(new Event('ended')); this.ended = false; }
}

/** Storage with a browser's interface. */
class Memory extends Map {
    getItem(key) { return this.get(key) ?? null; }
    setItem(key, text) { this.set(key, text); }
    removeItem(key) { this.delete(key); }
}

/** A player with a radio whose server never runs out of songs, `count` in each reply. */
function stage({ count = 25, storage = new Memory(), first = 0 } = {}) {
    const elements = [new Element(), new Element()];
    const player = new Player(elements, { source: (one) => one.id, diagnose: async () => 'missing', random: () => 0.1 });
    const asked = [];
    const server = { count, /** @type {unknown} */ error: undefined };
    let given = first;
    const ask = async (which, heard) => {
        asked.push({ which, heard });
        if (server.error) throw server.error;
        return Array.from({ length: server.count }, () => ({ track: track(`s${++given}`), reason: { kind: 'sound', similarity: 0.9 } }));
    };
    const radio = new SongRadio(player, { ask, storage });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const goTo = async (place) => { player.jump(player.queue.entries[place].key); await settle(); };
    return { player, radio, server, asked, storage, settle, goTo, elements, ids: () => trackIds(player.queue) };
}

test('a radio begins with its song, says why each came, and fetches more before fewer than ten are left', async () => {
    const { player, radio, asked, goTo, ids } = stage();
    assert.equal(await radio.start(seed, track('seed')), true);
    assert.equal(player.isPlaying, true);
    assert.deepEqual([ids()[0], ids().length, asked.length], ['seed', 26, 1]);
    assert.deepEqual(radio.reasonOf(track('s3')), { kind: 'sound', similarity: 0.9 });
    assert.equal(radio.reasonOf(track('seed')).kind, 'seed');
    assert.equal(radio.reasonOf(track('else')), undefined);
    await goTo(15);
    assert.equal(ids().length, 26);
    await goTo(16);
    assert.equal(ids().length, 51);
    assert.deepEqual(asked[1].heard, ids().slice(0, 26));
});

test('a radio from what is playing lets it go on', async () => {
    const { player, radio, ids } = stage();
    player.playTracks([track('a'), track('seed'), track('b')], 1);
    const { loaded } = player.decks;
    await radio.start(seed, track('seed'));
    assert.equal(player.decks.loaded, loaded);
    assert.deepEqual([ids()[0], ids()[1], player.queue.index], ['seed', 's1', 0]);
});

test('what is removed does not come again soon, and what is added by hand keeps the radio', async () => {
    const { player, radio, asked, goTo, ids } = stage();
    await radio.start({ kind: 'genre', id: 'g', name: 'Jazz' });
    player.remove(player.queue.entries[4].key);
    player.enqueue([track('mine')]);
    assert.equal(radio.seed?.id, 'g');
    await goTo(20);
    assert.ok(asked[1].heard.includes('s5'));
    assert.ok(asked[1].heard.includes('mine'));
    assert.equal(ids().length, 50);
});

test('what comes next can be cleared: other songs come', async () => {
    const { player, radio, asked, settle, ids } = stage();
    await radio.start(seed, track('seed'));
    player.clearUpcoming();
    await settle();
    assert.equal(ids().length, 26);
    assert.equal(new Set([...ids(), ...asked[1].heard]).size, 51);
});

test('a failed request is tried again at the next track, not before', async () => {
    const { player, radio, server, asked, goTo, settle, ids } = stage();
    await radio.start(seed, track('seed'));
    server.error = new ApiError({ status: 0, code: 'network' });
    await goTo(17);
    player.pause();
    player.play();
    await settle();
    assert.equal(asked.length, 2);
    assert.equal(player.isPlaying, true);
    await goTo(18);
    assert.deepEqual([asked.length, ids().length], [3, 26]);
    server.error = undefined;
    await goTo(19);
    assert.equal(ids().length, 51);
});

test('where the last song ended before more came, the music goes on as soon as it does', async () => {
    const { player, radio, server, goTo, settle, elements, ids } = stage();
    await radio.start(seed, track('seed'));
    server.error = new ApiError({ status: 503, code: 'unavailable' });
    await goTo(25);
    server.error = undefined;
    elements.find((one) => !one.paused).finish();
    await settle();
    assert.deepEqual([ids().length, player.queue.index, player.isPlaying], [51, 26, true]);
});

test('a small library is asked once for each track', async () => {
    const { radio, asked, goTo } = stage({ count: 2 });
    await radio.start(seed, track('seed'));
    await goTo(1);
    await goTo(2);
    assert.ok(asked.length <= 4, String(asked.length));
});

test('another queue ends the radio, and so does a seed that is gone', async () => {
    const { player, radio, server, storage, goTo, ids } = stage();
    await radio.start(seed, track('seed'));
    assert.equal(storage.size, 1);
    player.playTracks([track('a')]);
    assert.deepEqual([radio.seed, storage.size], [undefined, 0]);
    await radio.start(seed, track('seed'));
    player.restore([track('b')], 0, 0);
    assert.equal(radio.seed, undefined);
    await radio.start(seed, track('seed'));
    server.error = new ApiError({ status: 404, code: 'notFound' });
    await goTo(20);
    assert.deepEqual([radio.seed, ids().length, storage.size], [undefined, 26, 0]);
});

test('a radio that is ended leaves the queue, and nothing more comes', async () => {
    const { radio, asked, goTo, ids } = stage();
    await radio.start(seed, track('seed'));
    radio.end();
    await goTo(25);
    assert.deepEqual([asked.length, ids().length, radio.reasonOf(track('s1'))], [1, 26, undefined]);
});

test('shuffle mixes what is there, and a track that would repeat itself does not', async () => {
    const { player, radio, goTo, ids } = stage();
    player.setModes({ shuffled: true, repeat: 'one' });
    await radio.start(seed, track('seed'));
    assert.equal(player.queue.repeat, 'off');
    assert.equal(ids()[0], 'seed');
    assert.notEqual(ids()[1], 's1');
    await goTo(20);
    assert.equal(ids().length, 51);
    player.setShuffle(false);
    assert.equal(radio.seed, seed);
    assert.equal(ids()[1], 's1');
});

test('a reload goes on with the radio, but only where its queue came back, and only once it plays', async () => {
    const before = stage();
    await before.radio.start(seed, track('seed'));
    const queue = before.ids().map(track);

    const { player, radio, asked, settle, ids } = stage({ storage: new Memory(before.storage), first: 100 });
    player.restore(queue, 20, 500);
    await settle();
    assert.equal(radio.seed?.name, 'Seed');
    assert.equal(radio.reasonOf(track('s2'))?.kind, 'sound');
    player.setRepeat('all');
    await settle();
    assert.equal(asked.length, 0);
    player.play();
    await settle();
    assert.deepEqual([asked.length, ids().length], [1, 51]);

    const elsewhere = stage({ storage: new Memory(before.storage) });
    elsewhere.player.restore([track('x'), ...queue.slice(0, 15)], 0, 0);
    assert.deepEqual([elsewhere.radio.seed, elsewhere.storage.size], [undefined, 0]);
});

test('the values: what was heard, what was removed, and what was stored', () => {
    const many = Array.from({ length: 300 }, (_, index) => `t${index}`);
    assert.deepEqual(heardSongs(['a', 'b', 'a'], ['c']), ['b', 'a', 'c']);
    assert.equal(heardSongs(many, ['c']).length, 200);
    assert.equal(heardSongs(many, ['c']).at(-1), 'c');
    const reasons = new Map([['a', { kind: 'sound' }], ['b', { kind: 'artist' }]]);
    assert.deepEqual(droppedSongs([], { before: ['a', 'b', 'mine'], now: ['b'] }, reasons), ['a']);
    assert.deepEqual(droppedSongs(['a'], { before: ['b'], now: ['b', 'a'] }, reasons), []);
    for (const text of [null, '', 'x', '{}', '{"seed":{"kind":"x","id":"1","name":""},"queue":[],"reasons":[],"dropped":[]}']) assert.equal(readRadio(text), undefined);
    const saved = { seed, queue: ['a', 'b', 'c'], reasons: [], dropped: [] };
    assert.equal(isSameQueue(saved, ['a', 'c']), true);
    assert.equal(isSameQueue(saved, ['a']), false);
    assert.equal(isSameQueue(saved, []), false);
});
