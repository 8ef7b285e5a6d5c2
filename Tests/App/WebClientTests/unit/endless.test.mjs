import assert from 'node:assert/strict';
import test from 'node:test';
import { needsMore, restoredCount, seedsOf, upcomingAuto } from '../../../../public/player/autoplay-model.js';
import { Autoplay } from '../../../../public/player/autoplay.js';
import { downbeats, gridOf, offsetOf, pointsOf } from '../../../../public/player/beats.js';
import { DjMode } from '../../../../public/player/dj.js';
import { fitOf, orderForMixing, tempoDistance, wheelOf } from '../../../../public/player/dj-order.js';
import { bendOf, planMix } from '../../../../public/player/mix-plan.js';
import * as Queue from '../../../../public/player/queue.js';
import { QueueReasons } from '../../../../public/player/reasons.js';
import { requestOf, standingFor } from '../../../../public/player/song-radio-model.js';
import { songsAmong } from '../../../../public/features/device/songs.js';

const track = (id, more = {}) => ({ id, title: id, artists: [], genres: [], durationMs: 100_000, ...more });
const tracks = (text) => [...text].map((id) => track(id));
const ids = (queue) => Queue.trackIds(queue).join('');

// The queue and its automatic songs.

test('what somebody adds goes before what came by itself, and is no part of it', () => {
    let queue = Queue.append(Queue.create(tracks('ab')), tracks('xyz'));
    assert.deepEqual([ids(queue), Queue.autoFrom(queue)], ['abxyz', 2]);
    queue = Queue.enqueue(queue, tracks('c'));
    assert.deepEqual([ids(queue), Queue.autoFrom(queue)], ['abcxyz', 3]);
    // While an automatic song plays, the addition goes after it.
    queue = Queue.enqueue(Queue.jump(queue, queue.entries[4].key), tracks('d'));
    assert.deepEqual([ids(queue), Queue.autoFrom(queue)], ['abcxydz', 6]);
    assert.equal(Queue.autoFrom(Queue.EMPTY), 0);
});

test('a shuffle leaves what came by itself at the end', () => {
    const queue = Queue.append(Queue.create(tracks('abcd'), 1), tracks('xyz'));
    for (const random of [() => 0, () => 0.99, () => 0.5]) {
        const shuffled = Queue.shuffle(queue, random);
        assert.deepEqual([ids(shuffled).slice(4), Queue.autoFrom(shuffled)], ['xyz', 4]);
        assert.equal(ids(Queue.unshuffle(shuffled)), 'abcdxyz');
    }
});

test('an arranged queue gets its order back', () => {
    const queue = Queue.create(tracks('abcd'), 1);
    const [c, d] = queue.entries.slice(2).map(({ key }) => key);
    const arranged = Queue.arrange(queue, [d, c]);
    assert.equal(ids(arranged), 'abdc');
    assert.equal(ids(Queue.unshuffle(arranged)), 'abcd');
    assert.equal(Queue.current(Queue.unshuffle(arranged)).track.id, 'b');
});

test('more is needed with the last song of the queue, and only where it is to be', () => {
    const at = (index, queue = Queue.create(tracks('ab'))) => ({ ...queue, index });
    const situation = { queue: at(1), isOn: true, hasRadio: false, endsWithQueue: false };
    assert.ok(needsMore(situation));
    for (const other of [{ queue: at(0) }, { isOn: false }, { hasRadio: true }, { endsWithQueue: true }, { queue: Queue.EMPTY },
        { queue: { ...at(1), repeat: 'all' } }, { queue: { ...at(1), repeat: 'one' } }])
        assert.ok(!needsMore({ ...situation, ...other }), JSON.stringify(other));
    const more = Queue.append(Queue.create(tracks('ab')), tracks('wxyz'));
    assert.deepEqual([0, 1, 2, 3, 4].map((index) => needsMore({ ...situation, queue: at(index, more) })), [false, false, false, true, true]);
    assert.deepEqual(upcomingAuto(at(3, more)).length, 2);
});

test('others are like the last songs that somebody has chosen', () => {
    const queue = Queue.append(Queue.create(tracks('abcdefghijklm'), 12), tracks('xyz'));
    assert.equal(seedsOf(queue).join(''), 'defghijklm');
    assert.equal(seedsOf({ ...queue, index: 14 }).join(''), 'defghijklm');
    assert.equal(seedsOf(Queue.append(Queue.EMPTY, tracks('xyz'))).join(''), 'x');
});

test('the part that came by itself is known again when the queue comes back', () => {
    assert.equal(restoredCount(['x', 'y'], ['a', 'x', 'y']), 2);
    // One song was removed from the library, and another was added on another device.
    assert.equal(restoredCount(['x', 'y', 'z'], ['a', 'x', 'z']), 2);
    assert.equal(restoredCount(['x', 'y'], ['x', 'y', 'b']), 0);
    assert.equal(restoredCount([], ['x']), 0);
    assert.equal(restoredCount(['x'], ['x', 'x']), 1);
});

class FakePlayer extends EventTarget {
    queue = Queue.EMPTY;
    isPlaying = true;
    set(queue) {
        this.queue = queue;
        this.dispatchEvent(new Event('queue'));
    }
    append(list) { this.set(Queue.append(this.queue, list)); }
    markAuto(count) { this.set(Queue.mark(this.queue, count)); }
    remove(...keys) { this.set(Queue.remove(this.queue, ...keys)); }
    arrange(keys) { this.set(Queue.arrange(this.queue, keys)); }
    disarrange() { this.set(Queue.unshuffle(this.queue)); }
    next() { this.set(Queue.jump(this.queue, Queue.following(this.queue).key)); }
    say(type) { this.dispatchEvent(new Event(type)); }
}
const settle = () => new Promise((resolve) => setImmediate(resolve));
const storageOf = () => {
    const map = new Map();
    return { getItem: (key) => map.get(key) ?? null, setItem: (key, value) => map.set(key, value), removeItem: (key) => map.delete(key) };
};

function autoplayOf({ given = 'xyz', isOn = true, storage = storageOf(), ...means } = {}) {
    const player = new FakePlayer();
    const asked = [];
    const setting = { isOn };
    const reasons = new QueueReasons(player, storage);
    const state = { fails: false, now: 0, given, ...means };
    const autoplay = new Autoplay(player, {
        ask: async (seeds, heard) => {
            asked.push({ seeds: seeds.join(''), heard: heard.join('') });
            if (state.fails) throw new Error('none');
            return [...state.given].map((id) => ({ track: track(id), reason: { kind: 'sound', similarity: 0.7, like: { id: 'b', title: 'b' } } }));
        },
        reasons, setting, storage, now: () => state.now,
        hasRadio: () => state.hasRadio ?? false, endsWithQueue: () => state.endsWithQueue ?? false,
    });
    return { player, autoplay, asked, state, reasons, storage };
}

test('with the last song others come, each with its reason, and not what is there already', async () => {
    const { player, asked, reasons } = autoplayOf({ given: 'axy' });
    player.set(Queue.create(tracks('ab'), 0));
    await settle();
    assert.deepEqual(asked, []);
    player.set(Queue.jump(player.queue, player.queue.entries[1].key));
    await settle();
    assert.deepEqual(asked, [{ seeds: 'ab', heard: 'ab' }]);
    assert.deepEqual([ids(player.queue), Queue.autoFrom(player.queue)], ['abxy', 2]);
    assert.deepEqual([reasons.of({ id: 'x' }).kind, reasons.of({ id: 'x' }).by, reasons.of({ id: 'a' })], ['sound', 'autoplay', undefined]);
});

test('a page that only has the queue asks for nothing; neither does one that sleeps at its end, or repeats', async () => {
    for (const change of [(one) => (one.player.isPlaying = false), (one) => (one.state.endsWithQueue = true), (one) => (one.state.hasRadio = true)]) {
        const one = autoplayOf();
        change(one);
        one.player.set(Queue.create(tracks('a')));
        await settle();
        assert.deepEqual(one.asked, []);
    }
});

test('switched off, what nobody has heard goes; what plays stays', async () => {
    const { player, autoplay } = autoplayOf();
    player.set(Queue.create(tracks('a')));
    await settle();
    player.set(Queue.jump(player.queue, player.queue.entries[1].key));
    autoplay.isOn = false;
    assert.equal(ids(player.queue), 'ax');
    await settle();
    assert.equal(ids(player.queue), 'ax');
    autoplay.isOn = true;
    await settle();
    assert.equal(ids(player.queue), 'axyz');
    // Only the user's own songs repeat.
    player.queue = Queue.setRepeat(player.queue, 'all');
    player.say('change');
    assert.equal(ids(player.queue), 'ax');
});

test('what somebody has removed of it does not come again', async () => {
    const { player, asked } = autoplayOf();
    player.set(Queue.create(tracks('a')));
    await settle();
    player.remove(player.queue.entries[2].key);
    player.set(Queue.jump(player.queue, player.queue.entries[1].key));
    await settle();
    assert.equal(asked[1].heard, 'axzy');
});

test('what failed is asked for again, not at once, and music that had ended goes on', async () => {
    const { player, asked, state } = autoplayOf();
    state.fails = true;
    player.set(Queue.create(tracks('a')));
    await settle();
    player.say('time');
    await settle();
    assert.equal(asked.length, 1);
    state.now = 20_000;
    state.fails = false;
    player.isPlaying = false;
    player.say('ended');
    await settle();
    assert.deepEqual([asked.length, Queue.current(player.queue).track.id], [2, 'x']);
});

test('after a reload the mark and the reasons are there again', async () => {
    const first = autoplayOf();
    first.player.set(Queue.create(tracks('ab'), 1));
    await settle();
    const again = autoplayOf({ storage: first.storage });
    again.player.isPlaying = false;
    again.player.set(Queue.create(tracks('abxyz'), 1));
    again.player.say('restored');
    assert.equal(Queue.autoFrom(again.player.queue), 2);
    // It survives another reload.
    const third = autoplayOf({ storage: first.storage });
    third.player.isPlaying = false;
    third.player.set(Queue.create(tracks('abxyz'), 1));
    third.player.say('restored');
    assert.equal(Queue.autoFrom(third.player.queue), 2);
    assert.equal(again.reasons.of({ id: 'y' }).like.title, 'b');
});

test('without a connection the device gives what it has, the closest first', () => {
    const stored = [
        track('a', { artists: [{ id: 'n' }], genres: ['Jazz'] }), track('b', { genres: ['Rock'] }), track('c', { genres: ['Jazz'] }),
        track('d', { artists: [{ id: 'n' }] }), track('e', { genres: ['Jazz'], rating: 1 }), track('f', { genres: ['Jazz'] }),
    ];
    const found = songsAmong(stored, { like: ['a'], heard: ['a', 'f'], limit: 10 }, () => 0.5);
    assert.deepEqual(found.map(({ track: { id }, reason }) => `${id} ${reason.kind}`), ['d artist', 'c genre', 'b library']);
    assert.equal(songsAmong(stored, { like: ['a'], heard: [], limit: 1 }).length, 1);
});

test('a radio starts from whatever there is', () => {
    assert.deepEqual(requestOf({ kind: 'album', id: 'a b', name: '' }), { path: '/albums/a%20b/radio', query: {} });
    assert.deepEqual(requestOf({ kind: 'years', id: '1990-1999', name: '' }).query, { from: '1990', to: '1999' });
    assert.deepEqual(requestOf({ kind: 'mood', id: 'calm', name: '' }), { path: '/radio/songs', query: { mood: 'calm' } });
    assert.deepEqual(requestOf({ kind: 'playlist', id: 'p', name: '', songs: ['a', 'b'] }).query, { like: 'a,b' });
    const many = Array.from({ length: 1000 }, (_, place) => track(String(place)));
    const some = standingFor(many);
    assert.deepEqual([some.length, some[0], some.at(-1)], [50, '0', '980']);
    assert.deepEqual(standingFor([track('a'), track('a'), track('b', { missing: true })]), ['a']);
});

// The order of DJ mode.

test('keys lie on the wheel as mixing software has them', () => {
    const key = (tonic, mode) => { const { place, isMinor } = wheelOf({ tonic, mode }); return `${place}${isMinor ? 'A' : 'B'}`; };
    assert.deepEqual([key('C', 'major'), key('A', 'minor'), key('G', 'major'), key('E', 'minor'), key('F#', 'major'), key('D#', 'minor'), key('B', 'major')],
        ['8B', '8A', '9B', '9A', '2B', '2A', '1B']);
    assert.equal(wheelOf(undefined), undefined);
    assert.equal(wheelOf({ tonic: 'H', mode: 'minor' }), undefined);
});

const song = (id, bpm, tonic, mode = 'minor', more = {}) => ({ id, bpm, energy: 0.5, ...(tonic ? { key: { tonic, mode } } : {}), ...more });

test('half and double tempo go together, and tempos up to eight percent apart', () => {
    assert.ok(tempoDistance(70, 140) < 1e-9);
    assert.deepEqual(fitOf(song('a', 120, 'A'), song('b', 129, 'E')), { tempo: true, key: true });
    assert.deepEqual(fitOf(song('a', 120, 'A'), song('b', 131, 'D#')), { tempo: false, key: false });
    assert.deepEqual(fitOf(song('a', 64, 'A'), song('b', 126, 'C', 'major')), { tempo: true, key: true });
    assert.deepEqual(fitOf(song('a', 120), undefined), { tempo: false, key: false });
});

test('neighbors fit, the first stays, the unknown stay in their order at the end', () => {
    const songs = [song('a', 120, 'A'), song('far', 90, 'D#'), song('?', undefined), song('b', 126, 'B'), song('c', 122, 'E'), song('!', undefined), song('near far', 92, 'A#')];
    assert.deepEqual(orderForMixing(songs).map(({ id }) => id), ['a', 'c', 'b', 'near far', 'far', '?', '!']);
    assert.equal(orderForMixing(songs, song('before', 91, 'D#'))[0].id, 'far');
    assert.deepEqual(orderForMixing([]), []);
    assert.deepEqual(orderForMixing([song('?')]).map(({ id }) => id), ['?']);
    assert.equal(orderForMixing([song('one', 100)])[0].id, 'one');
});

test('two thousand songs are ordered within a second, always alike, and most neighbors fit', () => {
    let state = 7;
    const random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const tonics = ['C', 'C#', 'D', 'D#', 'E', 'F', 'F#', 'G', 'G#', 'A', 'A#', 'B'];
    const songs = Array.from({ length: 2000 }, (_, place) => song(String(place), 70 + random() * 110, tonics[Math.floor(random() * 12)], random() < 0.5 ? 'minor' : 'major', { energy: random() }));
    // Measures processor time, because the machine may have other work.
    const start = process.cpuUsage();
    const ordered = orderForMixing(songs);
    const took = process.cpuUsage(start).user / 1000;
    assert.ok(took < 1000, `It took ${took} ms.`);
    assert.deepEqual(orderForMixing(songs), ordered);
    assert.equal(new Set(ordered).size, 2000);
    const fits = ordered.slice(1).filter((one, place) => { const { tempo, key } = fitOf(ordered[place], one); return tempo && key; });
    const before = songs.slice(1).filter((one, place) => { const { tempo, key } = fitOf(songs[place], one); return tempo && key; });
    assert.ok(fits.length > 1900 && before.length < 200, `${fits.length} fit, ${before.length} before`);
});

test('DJ mode orders what comes next, says what fits, and gives the order back', async () => {
    const player = new FakePlayer();
    const figures = [song('a', 120, 'A'), song('b', 90, 'D#'), song('c', 122, 'E')];
    const storage = storageOf();
    const dj = new DjMode(player, { ask: async (wanted) => figures.filter(({ id }) => wanted.includes(id)), storage });
    player.set(Queue.create(tracks('abc?')));
    assert.equal(await dj.arrange(), true);
    assert.deepEqual([dj.isOn, ids(player.queue)], [true, 'acb?']);
    const mixing = dj.mixingOf(player.queue.entries[1].key);
    assert.deepEqual([mixing.before.id, mixing.own.bpm, mixing.fit], ['a', 122, { tempo: true, key: true }]);
    assert.equal(dj.mixingOf(player.queue.entries[2].key), undefined);
    assert.equal(dj.mixingOf(player.queue.entries[0].key), undefined);
    assert.equal(dj.end(), true);
    assert.deepEqual([dj.isOn, ids(player.queue), storage.getItem('rondo.dj')], [false, 'abc?', null]);
    // A queue that was shuffled meanwhile does not get its old order back.
    await dj.arrange();
    player.queue = { ...player.queue, shuffled: true };
    assert.equal(dj.end(), false);
    assert.equal(ids(player.queue), 'acb?');
    player.set(Queue.create(tracks('abc?')));
    await dj.arrange();
    // After a reload it is on for this queue only.
    for (const [queue, isOn] of [[player.queue, true], [Queue.create(tracks('abz?')), false]]) {
        const again = new FakePlayer();
        const other = new DjMode(again, { ask: async () => figures, storage: { ...storage, removeItem: () => {} } });
        again.queue = queue;
        again.say('restored');
        assert.equal(other.isOn, isOn);
    }
    player.say('replaced');
    assert.deepEqual([dj.isOn, storage.getItem('rondo.dj')], [false, null]);
});

// The mix.

const beatsOf = (bpm, { from = 500, toMs = 100_000, jitter = () => 0 } = {}) => {
    const all = [];
    for (let at = from, place = 0; at < toMs; place += 1, at = from + (place * 60_000) / bpm) all.push(Math.round(at + jitter(place)));
    return all;
};
const rhythmOf = (bpm, { confidence = 0.8, ...more } = {}) => {
    const beats = beatsOf(bpm, more);
    return { tempo: { bpm, confidence }, beats, hardPoints: beats.map((beat, place) => [beat, place % 4 === 1 ? 255 : 120, 0]) };
};
const side = (rhythm, more = {}) => ({ rhythm, durationMs: 100_000, facts: { durationMs: 100_000, startMs: 0, endMs: 2000, silent: [] }, ...more });
const mixOf = (one, other, more = {}) => planMix({ leaving: side(one), entering: side(other), positionMs: 20_000, leadMs: 1500, canSeek: true, ...more });

test('a pulse is found through small errors and gaps, and none where there is none', () => {
    const grid = gridOf(beatsOf(120, { jitter: (place) => (place % 3) * 5 - 5 }), 0, 40_000);
    assert.ok(Math.abs(grid.periodMs - 500) < 0.1 && Math.abs(grid.firstMs - 500) < 3, JSON.stringify(grid));
    const gaps = gridOf(beatsOf(120).filter((_, place) => place % 10 !== 4), 0, 40_000);
    assert.ok(Math.abs(gaps.periodMs - 500) < 0.1);
    let state = 3;
    const wild = () => ((state = (state * 48_271) % 2_147_483_647) / 2_147_483_647 - 0.5) * 200;
    assert.equal(gridOf(beatsOf(120, { jitter: wild }), 0, 40_000), undefined);
    assert.equal(gridOf(beatsOf(120).slice(0, 5), 0, 40_000), undefined);
    assert.equal(gridOf([], 0, 40_000), undefined);
    assert.equal(gridOf(Array(20).fill(1000), 0, 40_000), undefined);
});

test('beats that are no hard points count for less', () => {
    assert.deepEqual(pointsOf({ beats: [500, 1000], hardPoints: [[505, 200, 1]] }), [[505, 200, 1], [1000, 80, 0]]);
});

test('bars begin with the strongest of four beats', () => {
    const { beats, hardPoints } = rhythmOf(120);
    const places = downbeats(gridOf(beats, 0, 60_000), hardPoints, 10_000, 20_000);
    assert.ok(places.length >= 4 && places.every((ms) => Math.round((ms - 1000) % 2000) % 2000 === 0), String(places));
});

test('a mix begins with a bar near the end, lasts whole bars, and the other track has its beat there', () => {
    const plan = mixOf(rhythmOf(120), rhythmOf(124));
    assert.equal(plan.fadeMs, 8000);
    assert.ok(plan.atMs + plan.fadeMs <= 98_000 && plan.atMs > 98_000 - plan.fadeMs - 20_000, `at ${plan.atMs}`);
    assert.ok(Math.abs(plan.mix.bend - 120 / 124) < 0.001);
    const heardAt = plan.atMs + (plan.mix.enteringBeatMs - plan.mix.startMs) / plan.mix.bend;
    assert.ok(Math.abs(heardAt - plan.mix.beatMs) < 1e-6);
    assert.ok(Math.abs(((plan.mix.beatMs - 1000) / 2000) % 1) < 0.01, `${plan.mix.beatMs} begins no bar`);
    // All beats of the mix coincide.
    for (let beat = 0; beat < 16; beat++) {
        const other = plan.mix.enteringBeatMs + (beat * 60_000) / 124;
        assert.ok(Math.abs(plan.atMs + (other - plan.mix.startMs) / plan.mix.bend - plan.mix.beatMs - beat * 500) < 5);
    }
});

test('a long beginning is left out where the track can be sought, and is no mix where it cannot', () => {
    const late = rhythmOf(120, { from: 9000 });
    const plan = mixOf(rhythmOf(120), late);
    assert.ok(plan.mix.startMs >= 9000 && plan.mix.startMs === plan.mix.enteringBeatMs && plan.leadingMs === -1);
    assert.equal(mixOf(rhythmOf(120), late, { canSeek: false }), undefined);
    const short = mixOf(rhythmOf(120), rhythmOf(120, { from: 4000 }), { canSeek: false });
    assert.deepEqual([short.mix.startMs, short.leadingMs], [0, 0]);
});

test('half and double tempo mix, and what is too far, uncertain, unknown, short or over does not', () => {
    assert.ok(Math.abs(mixOf(rhythmOf(140), rhythmOf(71)).mix.bend - 140 / 142) < 0.002);
    assert.equal(bendOf(500, 535), undefined);
    assert.ok(bendOf(500, 528) > 0.94);
    const fine = rhythmOf(120);
    assert.equal(mixOf(fine, rhythmOf(129)), undefined);
    assert.equal(mixOf(fine, rhythmOf(120, { confidence: 0.1 })), undefined);
    assert.equal(mixOf(fine, undefined), undefined);
    assert.equal(mixOf({ ...fine, tempo: null }, fine), undefined);
    assert.equal(mixOf(fine, { ...fine, beats: [], hardPoints: [] }), undefined);
    assert.equal(planMix({ leaving: side(fine), entering: side(fine, { durationMs: 3000 }), positionMs: 0, leadMs: 1500, canSeek: true }), undefined);
    assert.equal(mixOf(fine, fine, { positionMs: 96_000 }), undefined);
    assert.ok(mixOf({ ...fine, hardPoints: [] }, { ...fine, hardPoints: [] }));
});

test('the beats of a track are found in its sound, wherever they are', () => {
    const rate = 48_000;
    for (const off of [-70, -13.4, 0, 25, 96]) {
        const energies = new Float32Array(2000).map((_, place) => 0.01 + 0.002 * Math.sin(place));
        const hardPoints = beatsOf(120, { from: 30_200, toMs: 36_000 }).map((beat) => [beat, 200, 0]);
        for (const [ms] of hardPoints) {
            const place = Math.round(((ms + off - 30_000) / 1000) * rate / 128);
            for (let behind = 0; behind < 20 && place + behind < 2000; behind++) energies[place + behind] += 5 * 0.7 ** behind;
        }
        const found = offsetOf({ energies, end: 2000 * 128, first: 0, loud: 0 }, hardPoints, (frame) => 30_000 + (frame / rate) * 1000, rate);
        assert.ok(Math.abs(found - off) < 2.7, `${found} for ${off}`);
    }
    const silent = { energies: new Float32Array(2000), end: 2000 * 128, first: 0, loud: 0 };
    const points = beatsOf(120).map((beat) => [beat, 200, 0]);
    assert.equal(offsetOf(silent, points, (frame) => (frame / rate) * 1000, rate), undefined);
    const noise = { ...silent, energies: new Float32Array(2000).map((_, place) => 1 + ((place * 7919) % 13) / 13) };
    assert.equal(offsetOf(noise, points, (frame) => (frame / rate) * 1000, rate), undefined);
    assert.equal(offsetOf({ ...silent, energies: new Float32Array(0) }, points, () => 0, rate), undefined);
});

test('after a stall the latest sound decides how late a track is, and earlier sound where the latest has no beats', () => {
    const rate = 48_000;
    for (const { lateAt, endMs, expected } of [{ lateAt: (ms) => (ms < 36_500 ? 0 : 72), endMs: 42_000, expected: 72 }, { lateAt: () => 25, endMs: 36_500, expected: 25 }]) {
        const energies = new Float32Array(4096).map((_, place) => 0.01 + 0.002 * Math.sin(place));
        const hardPoints = beatsOf(120, { from: 30_200, toMs: 42_000 }).map((beat) => [beat, 200, 0]);
        for (const [ms] of hardPoints.filter(([ms]) => ms < endMs)) {
            const place = Math.round(((ms + lateAt(ms) - 30_000) / 1000) * rate / 128);
            for (let behind = 0; behind < 20 && place + behind < 4096; behind++) energies[place + behind] += 5 * 0.7 ** behind;
        }
        const found = offsetOf({ energies, end: 4096 * 128, first: 0, loud: 0 }, hardPoints, (frame) => 30_000 + (frame / rate) * 1000, rate);
        assert.ok(Math.abs(found - expected) < 2.7, `${found}`);
    }
});
