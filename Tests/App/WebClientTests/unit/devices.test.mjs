import assert from 'node:assert/strict';
import test from 'node:test';
import { CommandRunner } from '../../../../public/features/devices/commands.js';
import { continueHere } from '../../../../public/features/devices/hand-over.js';
import { deviceKind, tabId } from '../../../../public/features/devices/identity.js';
import { Devices, steeredDevice } from '../../../../public/features/devices/model.js';
import { RemotePlayer } from '../../../../public/features/devices/remote-player.js';
import { DeviceReporter, reportedEntries } from '../../../../public/features/devices/report.js';
import { positionOf, ServerClock } from '../../../../public/features/devices/server-clock.js';
import { playInOneTab } from '../../../../public/player/one-tab.js';
import * as Queue from '../../../../public/player/queue.js';
import { Reporter } from '../../../../public/player/reporter.js';

const track = (id) => ({ id, title: id, artists: [], durationMs: 100_000 });
const now = () => Date.parse('2026-11-26T12:00:00.000Z');
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

/** A player that plays at once, and records its calls. */
class FakePlayer extends EventTarget {
    queue = Queue.create([track('a'), track('b'), track('c')], 0);
    status = 'paused';
    positionMs = 0;
    volume = 0.5;
    muted = false;
    rate = 1;
    asked = [];
    get current() { return Queue.current(this.queue)?.track; }
    get isPlaying() { return this.status === 'playing'; }
    become(status) { this.status = status; this.dispatchEvent(new CustomEvent('change')); }
    play() { this.asked.push('play'); this.become('playing'); }
    pause() { this.asked.push('pause'); this.become('paused'); }
    seek(ms) { this.asked.push(`seek ${ms}`); this.positionMs = ms; this.dispatchEvent(new Event('seeked')); }
    next() { this.asked.push('next'); this.queue = { ...this.queue, index: this.queue.index + 1 }; }
    setVolume(volume) { this.volume = volume; }
    setModes(modes) { this.queue = { ...this.queue, ...modes }; }
    restore(tracks, index, ms) { this.queue = Queue.create(tracks, index, this.queue); this.positionMs = ms; }
    enqueue(tracks) { this.queue = Queue.enqueue(this.queue, tracks); }
    insert(tracks, at) { this.queue = Queue.insert(this.queue, at, tracks); }
    move(from, to) { this.queue = Queue.move(this.queue, from, to); }
    remove(...keys) { this.queue = Queue.remove(this.queue, ...keys); }
    clearUpcoming() { this.queue = Queue.clearUpcoming(this.queue); }
    jump(key) { this.queue = Queue.jump(this.queue, key); }
    get ids() { return Queue.trackIds(this.queue).join(''); }
    key(id) { return this.queue.entries.find((entry) => entry.track.id === id).key; }
}

test('a tab keeps its id over a reload, and one that is duplicated gets its own', () => {
    const cells = new Map();
    const storage = { getItem: (key) => cells.get(key) ?? null, setItem: (key, value) => cells.set(key, value), removeItem: (key) => cells.delete(key) };
    let count = 0;
    const makeId = () => `id-${++count}`;
    const first = tabId(storage, makeId);
    const copy = tabId({ ...storage, getItem: (key) => new Map(cells).get(key) ?? null }, makeId);
    assert.notEqual(copy.id, first.id);
    first.leave();
    assert.equal(tabId(storage, makeId).id, first.id);
    assert.equal(tabId({ ...storage, getItem: (key) => new Map(cells).get(key) ?? null }, makeId).id, 'id-3');
    assert.equal(tabId({ getItem() { throw new Error('forbidden'); } }, makeId).id, 'id-4');
});

test('what a browser runs on is told from its name for itself', () => {
    assert.equal(deviceKind('Mozilla/5.0 (Linux; Android 15; Pixel) Chrome/140 Mobile Safari/537.36'), 'phone');
    assert.equal(deviceKind('Mozilla/5.0 (Linux; Android 15) Chrome/140 Safari/537.36'), 'tablet');
    assert.equal(deviceKind('Mozilla/5.0 (SMART-TV; Linux; Tizen 6.0)'), 'television');
    assert.equal(deviceKind('Mozilla/5.0 (X11; Linux x86_64) Chrome/140 Safari/537.36'), 'computer');
});

test('the quickest answer sets the clock, and a song goes on by it, to its end', () => {
    let time = 1000;
    const clock = new ServerClock(() => time);
    time = 1100;
    clock.note('2026-11-26T12:00:00.000Z', 1090);
    assert.equal(clock.now(), now() + 5);
    clock.note('2026-11-26T12:00:09.000Z', 100);
    assert.equal(clock.now(), now() + 5, 'a slow answer changed it');
    const device = { playing: true, positionMs: 5000, at: '2026-11-26T12:00:00.000Z', rate: 2, track: track('a') };
    assert.equal(positionOf(device, now() + 1000), 7000);
    assert.equal(positionOf(device, now() + 900_000), 100_000);
    assert.equal(positionOf({ ...device, playing: false }, now() + 1000), 5000);
});

test('another device is steered while it sounds, and then until it goes; not while this one plays', () => {
    const there = { id: 'x', active: true, lost: false, playing: true, track: track('a') };
    const here = { self: 'me', isPlaying: false, shown: undefined };
    assert.equal(steeredDevice([there], here), there);
    assert.equal(steeredDevice([there], { ...here, isPlaying: true }), undefined);
    assert.equal(steeredDevice([there], { ...here, self: 'x' }), undefined);
    assert.equal(steeredDevice([{ ...there, sameBrowser: true }], here), undefined);
    const resting = { ...there, playing: false };
    assert.equal(steeredDevice([resting], here), undefined);
    assert.equal(steeredDevice([resting], { ...here, shown: 'x' }), resting);
    assert.equal(steeredDevice([{ ...resting, lost: true }], { ...here, shown: 'x' }), undefined);
});

test('a speaker that somebody else has started is steered by choice, as long as it is there and this one is silent', () => {
    const speaker = { id: 'room', active: false, lost: false, playing: false, shared: true, track: track('a') };
    const there = { id: 'x', active: true, lost: false, playing: true, track: track('b') };
    const here = { self: 'me', isPlaying: false, shown: undefined, chosen: 'room' };
    assert.equal(steeredDevice([there, speaker], here), speaker);
    assert.equal(steeredDevice([there, speaker], { ...here, isPlaying: true }), undefined);
    assert.equal(steeredDevice([there, { ...speaker, track: undefined }], here), there);
    assert.equal(steeredDevice([speaker], { ...here, chosen: undefined }), undefined);
});

function runner(player = new FakePlayer()) {
    const answers = [];
    const yields = [];
    const run = new CommandRunner({
        player, now, answer: (command, outcome) => answers.push(`${command} ${outcome}`),
        added: async () => [track('x'), track('y')], takeOver: async () => 'blocked', yielded: (command) => yields.push(command.to),
    });
    let count = 0;
    const send = async (command) => {
        run.run({ id: `c${++count}`, expiresAt: new Date(now() + 1000).toISOString(), ...command });
        await settle();
        return answers.at(-1)?.split(' ')[1];
    };
    return { player, run, send, answers, yields };
}

test('commands are carried out about what their sender saw, and only then', async () => {
    const { player, send } = runner();
    const [a, b, c] = ['a', 'b', 'c'].map((id) => player.key(id));
    assert.equal(await send({ action: 'seek', entry: b, positionMs: 7000 }), 'outdated');
    assert.equal(player.positionMs, 0);
    assert.equal(await send({ action: 'seek', entry: a, positionMs: 7000 }), 'done');
    assert.equal(player.positionMs, 7000);
    assert.equal(await send({ action: 'next', entry: a }), 'done');
    assert.equal(await send({ action: 'next', entry: a }), 'outdated', 'one song was skipped twice');
    assert.equal(player.current.id, 'b');
    assert.equal(await send({ action: 'volume', volume: 30 }), 'done');
    assert.equal(player.volume, 0.3);
    assert.equal(await send({ action: 'move', entry: a }), 'done');
    assert.equal(player.ids, 'bca');
    assert.equal(await send({ action: 'move', entry: a, before: c }), 'done');
    assert.equal(player.ids, 'bac');
    assert.equal(await send({ action: 'move', entry: 999 }), 'outdated');
    await send({ action: 'add', before: c });
    assert.equal(player.ids, 'baxyc');
    await send({ action: 'add', before: 999 });
    assert.equal(player.ids, 'baxycxy');
    await send({ action: 'remove', keys: [a, c, 999] });
    assert.equal(player.ids, 'bxyxy');
    assert.equal(await send({ action: 'jump', entry: player.queue.entries[2].key }), 'done');
    assert.equal(await send({ action: 'jump', entry: a }), 'outdated');
    await send({ action: 'clear' });
    assert.equal(player.ids, 'bxy');
    assert.equal(await send({ action: 'takeOver', from: 'z' }), 'blocked');
});

test('a command is carried out once, and not after its time', async () => {
    const { player, send, answers, yields } = runner();
    const entry = player.key('a');
    await send({ id: 'same', action: 'play' });
    await send({ id: 'same', action: 'pause' });
    assert.deepEqual([player.asked.join(), answers.length], ['play', 1]);
    assert.equal(await send({ action: 'next', entry, expiresAt: '2026-11-26T11:59:59.000Z' }), 'outdated');
    assert.equal(player.current.id, 'a');
    await send({ action: 'yield', to: 'room' });
    assert.deepEqual([yields, answers.length], [['room'], 2], 'the server waits for no answer');
});

test('a play that moves to another device is one play: the new one goes on with it, the old one is silent', async () => {
    const sent = [];
    const make = (name) => new Reporter({ send: async ({ playId, event }) => sent.push(`${name} ${playId} ${event}`), makeId: () => `own-${name}`, now, client: 'Test' });
    const [from, to] = [make('from'), make('to')];
    from.started('t', 0);
    to.adopt(from.playId, 't');
    assert.equal(to.playId, 'own-from');
    to.started('t', 30_000);
    from.release();
    from.paused(30_100);
    from.leave(30_200);
    to.ended(100_000);
    to.started('t', 0);
    await settle();
    assert.deepEqual(sent, ['from own-from start', 'to own-from start', 'to own-from end', 'to own-to start']);
    to.adopt('another', 'u');
    to.started('t', 0);
    assert.equal(to.playId, 'own-to', 'a play of another song was taken');
});

test('a tab that goes on with the play of another one of this browser lets it end silently', () => {
    const listeners = [];
    const channel = { postMessage() {}, addEventListener: (_, listener) => listeners.push(listener) };
    const player = new FakePlayer();
    const heard = [];
    playInOneTab(player, { channel, tab: 'a', now: () => 1, playId: () => 'p', released: () => heard.push('released'), yielded: () => heard.push('yielded') });
    player.play();
    listeners[0]({ data: { startedAt: 2, tab: 'b', playId: 'p' } });
    assert.deepEqual([heard, player.isPlaying], [['released', 'yielded'], false]);
    player.play();
    listeners[0]({ data: { startedAt: 3, tab: 'b', playId: 'q' } });
    assert.deepEqual(heard, ['released', 'yielded', 'yielded']);
});

test('what goes on here has the queue, the modes, the play and the second, and is told once it sounds', async () => {
    const player = new FakePlayer();
    const done = [];
    const device = { id: 'x', playing: true, rate: 1, shuffled: true, repeat: 'all', playId: 'p', track: track('b') };
    const queue = { items: [{ key: 5, track: track('a') }, { key: 6, track: track('b') }], entry: 6, positionMs: 20_000, at: '2026-11-26T12:00:00.000Z' };
    const means = {
        player, devices: { queueOf: async () => queue, clock: { now: () => now() + 3000 } },
        plays: { adopt: (play, id) => done.push(`adopt ${play} ${id}`) }, reporter: { hold: (held) => done.push(`hold ${held} ${player.status}`) },
        persistence: { keepMine: () => done.push('keep') },
    };
    assert.equal(await continueHere(device, means), 'done');
    assert.deepEqual(done, ['hold true paused', 'adopt p b', 'keep', 'hold false playing']);
    assert.deepEqual([player.current.id, player.positionMs, player.queue.repeat, player.queue.shuffled], ['b', 23_000, 'all', true]);
    player.play = () => player.dispatchEvent(new CustomEvent('problem', { detail: { trouble: 'blocked' } }));
    player.become('paused');
    assert.equal(await continueHere(device, means), 'blocked');
    queue.items = [];
    assert.equal(await continueHere(device, means), 'outdated');
});

test('what a sound takes to begin, at first and after each seek, is made up for', async () => {
    const player = new FakePlayer();
    let [from, began] = [0, Infinity];
    const begin = (ms) => { [from, began] = [ms, performance.now() + 150]; };
    Object.defineProperty(player, 'positionMs', { get: () => from + Math.max(0, performance.now() - began), set: (ms) => begin(ms) });
    const clock = { now: () => now() + performance.now() };
    const device = { id: 'x', playing: true, positionMs: 20_000, at: new Date(clock.now()).toISOString(), rate: 1, entry: 1, track: track('b'), shuffled: false, repeat: 'off' };
    const queue = { items: [{ key: 1, track: track('b') }], entry: 1, positionMs: 20_000, at: device.at };
    const means = { player, devices: { clock, queueOf: async () => queue }, plays: {}, reporter: { hold() {} }, persistence: { keepMine() {} } };
    assert.equal(await continueHere(device, means), 'done');
    const off = positionOf(device, clock.now()) - player.positionMs;
    assert.ok(Math.abs(off) < 60, `It is off by ${off} ms.`);
});

test('a long queue is reported around what plays', () => {
    const queue = Queue.create(Array.from({ length: 5000 }, (_, at) => track(`t${at}`)), 3000);
    const entries = reportedEntries(queue);
    assert.deepEqual([entries.length, entries[200].trackId], [2000, 't3000']);
    assert.equal(reportedEntries({ ...queue, index: 4999 }).at(-1).trackId, 't4999');
});

test('reports carry the queue only when it changed, or when the server has forgotten this device', async () => {
    const player = new FakePlayer();
    const sent = [];
    let revision = 0;
    const api = { post: async (_, body) => { sent.push(body); return { now: new Date(now()).toISOString(), revision: ++revision }; } };
    const reporter = new DeviceReporter({ player, api, clock: new ServerClock(), id: 'me', name: () => 'Me', kind: 'phone', playId: () => 'p' });
    const next = async (count) => {
        const deadline = Date.now() + 5000;
        while (sent.length < count) { assert.ok(Date.now() < deadline, 'No report came.'); await settle(); }
        return sent.at(-1);
    };
    reporter.start();
    assert.equal((await next(1)).entries.length, 3);
    player.rate = 1.5;
    player.play();
    player.seek(5000);
    const second = await next(2);
    assert.deepEqual(
        [second.entries, second.playing, second.positionMs, second.rate, second.playId], [undefined, true, 5000, 1.5, 'p']);
    reporter.answer('c', 'done');
    assert.deepEqual((await next(3)).answers, [{ command: 'c', outcome: 'done' }]);
    player.positionMs = 9000;
    await new Promise((resolve) => setTimeout(resolve, 500));
    player.dispatchEvent(new Event('time'));
    assert.equal((await next(4)).positionMs, 9000, 'a stall was not told');
    revision = 0;
    player.pause();
    await next(5);
    assert.equal((await next(6)).entries.length, 3, 'a server that began anew was not told the queue');
    reporter.stop();
});

test('a device that is steered looks as it was asked to until it reports, and hears of a hand that moves at a pace', async () => {
    const devices = new Devices({ api: {}, self: 'me', isPlaying: () => false, clock: { now, monotonic: now } });
    const [a, b] = [{ key: 1, track: track('a') }, { key: 2, track: track('b') }];
    devices.entries = [a, b];
    devices.steered = { id: 'x', playing: true, positionMs: 1000, at: new Date(now() - 500).toISOString(), rate: 1, volume: 50, muted: false, entry: 1, track: a.track };
    const asked = [];
    const player = new RemotePlayer(devices, (_, command) => asked.push(command));
    assert.deepEqual([player.positionMs, player.current.id, player.queue.index, player.volume], [1500, 'a', 0, 0.5]);
    player.pause();
    assert.deepEqual([player.status, player.positionMs], ['paused', 1500]);
    player.next();
    assert.deepEqual([player.current.id, player.positionMs], ['b', 0]);
    player.move(1, 0);
    assert.deepEqual(devices.entries.map(({ key }) => key), [2, 1]);
    for (const volume of [0.1, 0.2, 0.3]) player.setVolume(volume);
    assert.deepEqual(asked.map(({ action }) => action), ['pause', 'next', 'move', 'volume']);
    await new Promise((resolve) => setTimeout(resolve, 400));
    assert.deepEqual(asked.slice(3).map(({ volume }) => volume), [10, 30]);
    assert.deepEqual(asked.slice(0, 3), [{ action: 'pause' }, { action: 'next', entry: 1 }, { action: 'move', entry: 2, before: 1 }]);
});

test('a list asks again when something changed while it was asked for, and tells who is gone', async () => {
    const lists = [];
    const device = { id: 'x', active: true, lost: false, playing: true, track: track('a'), queueRevision: 1, answers: [] };
    let items = [device];
    const api = { get: async (path) => {
        lists.push(path);
        await settle();
        return path === '/devices' ? { now: new Date(now()).toISOString(), items, players: [] } : { now: new Date(now()).toISOString(), items: [{ key: 1, track: track('a') }] };
    } };
    const devices = new Devices({ api, self: 'me', isPlaying: () => false });
    const heard = [];
    for (const type of ['switch', 'vanished', 'queue']) devices.addEventListener(type, () => heard.push(type));
    void devices.refresh();
    void devices.refresh();
    await devices.refresh();
    assert.deepEqual(lists, ['/devices', '/devices/x/queue', '/devices']);
    assert.equal(devices.entries.length, 1);
    items = [{ ...device, active: false, lost: true, playing: false }];
    await devices.refresh();
    assert.deepEqual(heard, ['queue', 'switch', 'switch', 'vanished']);
    assert.equal(devices.steered, undefined);
});

test('what a device was asked for is not undone by an answer from before, but by its report, or by time', async () => {
    let time = 0;
    const told = { id: 'x', active: true, lost: false, playing: true, revision: 4, track: track('a'), entry: 1, queueRevision: 1, answers: [] };
    let items = [told];
    const api = { get: async (path) => ({ now: new Date(now()).toISOString(), items: path === '/devices' ? structuredClone(items) : [], players: [] }) };
    const devices = new Devices({ api, self: 'me', isPlaying: () => false, clock: new ServerClock(() => time) });
    await devices.refresh();
    const face = new RemotePlayer(devices, () => {});
    const ask = async () => {
        items = [{ ...told, revision: items[0].revision }];
        await devices.refresh();
        face.pause();
        await devices.refresh();
    };
    await ask();
    assert.equal(face.status, 'paused', 'an old answer undid it');
    items = [{ ...told, revision: 5 }];
    await devices.refresh();
    assert.equal(face.status, 'playing', 'the report does not count');
    await ask();
    time = 1600;
    await devices.refresh();
    assert.equal(face.status, 'playing', 'it is expected for ever');
    await ask();
    devices.expectNothing('x');
    await devices.refresh();
    assert.equal(face.status, 'playing', 'a refusal is not put right');
    face.pause();
});
