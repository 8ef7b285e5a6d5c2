import assert from 'node:assert/strict';
import test from 'node:test';

// The parts of a browser's storage that the device's music uses, in memory, and two tabs that share it.

const ORIGIN = 'https://music.example';
const bases = new Map();
const request = (run) => {
    const one = {};
    queueMicrotask(() => run(one));
    return one;
};
const baseOf = (tables) => ({
    createObjectStore: (name, { keyPath }) => tables.set(name, { keyPath, rows: new Map() }),
    close() {},
    transaction(name) {
        const { keyPath, rows } = tables.get(name);
        const transaction = { objectStore: () => ({ getAll: () => ({ result: [...rows.values()] }), get: (key) => ({ result: rows.get(key) }), put: (row) => void rows.set(row[keyPath], structuredClone(row)), delete: (key) => void rows.delete(key), clear: () => rows.clear() }) };
        queueMicrotask(() => queueMicrotask(() => transaction.oncomplete()));
        return transaction;
    },
});
globalThis.indexedDB = {
    databases: async () => [...bases.keys()].map((name) => ({ name })),
    deleteDatabase: (name) => bases.delete(name),
    open: (name) => request((one) => {
        const isNew = !bases.has(name);
        if (isNew) bases.set(name, new Map());
        one.result = baseOf(bases.get(name));
        if (isNew) one.onupgradeneeded();
        one.onsuccess();
    }),
};
let content = new Map();
globalThis.caches = {
    delete: async () => { content = new Map(); },
    has: async () => content.size > 0,
    open: async () => ({
        put: async (path, response) => void content.set(path, response),
        delete: async (one) => content.delete(one.url ? new URL(one.url).pathname : one),
        keys: async () => [...content.keys()].map((path) => ({ url: ORIGIN + path })),
    }),
};
const channels = [];
globalThis.BroadcastChannel = class extends EventTarget {
    constructor() { super(); channels.push(this); }
    postMessage(data) { for (const other of channels) if (other !== this) other.dispatchEvent(Object.assign(new Event('message'), { data })); }
};

const { Device } = await import('../../../../public/features/device/store.js');

const track = (id) => ({ id, title: id, cover: `/api/v1/images/${id}` });
const album = (id, ...ids) => ({ key: `album:${id}`, kind: 'album', id, name: id, line: '', covers: [], tracks: ids.map(track), addedAt: id });
const stored = (id) => ({ id, bytes: 1, quality: '128', pictures: [`/api/v1/images/${id}`] });
const sound = async (id) => (await caches.open('rondo-device')).put(`/device/sound/${id}`, new Response('sound'));

async function tab(person) {
    const device = new Device();
    await device.belongTo(person);
    return device;
}

test.beforeEach(() => {
    bases.clear();
    content = new Map();
    channels.length = 0;
});

test('what another tab stores while the user signs out is nobody’s, and least of all the next user’s', async () => {
    const [one, other] = [await tab('ada'), await tab('ada')];
    await one.put(album('a', '1', '2'), []);
    await sound('1');
    await other.putTrack(stored('1'));
    await one.removeAll();
    await sound('2');
    await other.putTrack(stored('2'));
    assert.deepEqual([...content.keys()], []);
    const bea = await tab('bea');
    assert.deepEqual([bea.tracks.size, bea.collections.length], [0, 0]);
});

test('what is there without an owner is not taken for one’s own', async () => {
    const ada = await tab('ada');
    await ada.put(album('a', '1'), []);
    await sound('1');
    await ada.putTrack(stored('1'));
    bases.get('rondo-device').get('facts').rows.clear();
    const bea = await tab('bea');
    assert.deepEqual([bea.tracks.size, bea.collections.length, content.size], [0, 0, 0]);
});

test('a song that is removed while it is fetched leaves nothing behind', async () => {
    const device = await tab('ada');
    await device.put(album('a', '1'), []);
    await sound('1');
    await device.remove('album:a');
    await sound('1');
    await device.putTrack(stored('1'));
    assert.deepEqual([device.tracks.size, content.size], [0, 0]);
});

test('a song and a picture that are being fetched stay when something else is removed or stored', async () => {
    const device = await tab('ada');
    await device.put(album('a', '1'), []);
    await device.put(album('b', '2'), []);
    await sound('1');
    await device.putContent('/device/pictures/1', new Response('picture'));
    await device.remove('album:b');
    assert.deepEqual([...content.keys()], ['/device/sound/1', '/device/pictures/1']);
    await device.putTrack(stored('1'));
    assert.deepEqual([...device.tracks.keys()], ['1']);
});

test('half a fetch that ended is thrown away once its collection goes', async () => {
    const device = await tab('ada');
    await device.put(album('a', '1'), []);
    await sound('1');
    await device.remove('album:a');
    assert.equal(content.size, 0);
});

test('a choice that is made while the one before is handed in is not lost with it', async () => {
    const device = await tab('ada');
    const like = (liked, at) => ({ id: 'track:1', kind: 'track', subject: '1', liked, at });
    await device.owe(like(true, '2026-01-01T00:00:00Z'));
    const [sent] = device.outbox;
    await device.owe(like(false, '2026-01-02T00:00:00Z'));
    assert.ok(!device.owes(sent));
    await device.settle([sent]);
    assert.deepEqual(device.outbox, [like(false, '2026-01-02T00:00:00Z')]);
    await device.settle(device.outbox);
    assert.deepEqual(device.outbox, []);
});

test('words that are asked for again take the place of what is there, and leave nothing where their song is gone', async () => {
    const device = await tab('ada');
    await device.put(album('a', '1'), []);
    await sound('1');
    await device.putAnswers([{ path: '/tracks/1/lyrics', answer: { items: ['old'] }, tag: '"1"' }]);
    await device.putTrack(stored('1'));
    assert.deepEqual([await device.wordsTag('1'), await device.wordsTag('2'), await device.lastRenewed()], ['"1"', undefined, undefined]);
    await device.renewWords('1', undefined);
    assert.deepEqual([await device.answer('/tracks/1/lyrics', {}), await device.lastRenewed()], [{ items: ['old'] }, '1']);
    await device.renewWords('1', { answer: { items: [] }, tag: '"2"' });
    assert.deepEqual([await device.answer('/tracks/1/lyrics', {}), await device.wordsTag('1')], [{ items: [] }, '"2"']);
    await device.remove('album:a');
    await device.renewWords('1', { answer: { items: ['late'] }, tag: '"3"' });
    assert.equal(await device.answer('/tracks/1/lyrics', {}), undefined);
});
