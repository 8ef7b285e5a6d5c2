import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { runInNewContext } from 'node:vm';

// The worker as the server sends it, in a browser whose network is simulated.

const ORIGIN = 'https://music.example';
const source = readFileSync(new URL('../../../../public/service-worker.js', import.meta.url), 'utf8');
const digest = (text) => createHash('sha256').update(text).digest('hex').slice(0, 24);

class Store {
    all = new Map();
    async keys() { return [...this.all.keys()].map((path) => ({ url: ORIGIN + path })); }
    async put(path, response) { this.all.set(path, response); }
    async match(path) { return this.all.get(path)?.clone(); }
    async delete(request) { return this.all.delete(new URL(request.url ?? ORIGIN + request).pathname); }
}

function browser() {
    const stores = new Map();
    const caches = {
        open: async (name) => stores.get(name) ?? stores.set(name, new Store()).get(name),
        match: async (path, { cacheName }) => stores.get(cacheName)?.match(path),
        delete: async (name) => stores.delete(name),
    };
    const asked = [];
    const files = new Map();
    let isCut = false;
    const isBehindProxy = () => isCut;
    /** Starts the worker with a description of these files. The files that the server sends may differ. */
    const start = (described) => {
        const listeners = {};
        const self = { location: { origin: ORIGIN }, addEventListener: (name, run) => { listeners[name] = run; }, clients: { claim: async () => {} }, skipWaiting: async () => {} };
        const shell = { version: 'v', page: digest(described['/index.html']), files: Object.fromEntries(Object.entries(described).filter(([path]) => path !== '/index.html').map(([path, text]) => [path, digest(text)])) };
        const text = source.replace("const SHELL = { version: '', page: '', files: {} };", `const SHELL = ${JSON.stringify(shell)};`);
        assert.notEqual(text, source, 'The server finds no place for its list.');
        const fetch = async (request) => {
            const path = request.url ? new URL(request.url).pathname : request;
            asked.push(path);
            if (isBehindProxy()) return new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'Content-Type': 'text/html' } });
            return files.has(path) ? new Response(files.get(path), { headers: { 'Content-Type': 'text/plain', 'Set-Cookie': 'secret', 'Content-Security-Policy': 'strict' } }) : new Response('', { status: 404 });
        };
        runInNewContext(text, { self, caches, fetch, crypto: globalThis.crypto, Response, Headers, URL, Uint8Array, console });
        const wait = (name) => new Promise((resolve, reject) => listeners[name]({ waitUntil: (promise) => promise.then(resolve, reject) }));
        const ask = (path, more = {}) => {
            let answer;
            const request = { url: ORIGIN + path, method: 'GET', mode: 'cors', headers: new Headers(more.headers), ...more, ...(more.headers && { headers: new Headers(more.headers) }) };
            listeners.fetch({ request, respondWith: (promise) => { answer = promise; } });
            return answer;
        };
        return { install: () => wait('install'), activate: () => wait('activate'), ask };
    };
    return { stores, asked, files, start, cut: (on) => { isCut = on; }, serve: (all) => { files.clear(); for (const [path, text] of Object.entries(all)) files.set(path, text); } };
}

const first = { '/index.html': '<html>', '/assets/1/app.js': 'app', '/assets/1/app.css': 'css' };
const second = { '/index.html': '<html 2>', '/assets/2/app.js': 'app', '/assets/2/app.css': 'css 2' };

test('the client is stored whole, and then shown without the server', async () => {
    const { files, start, serve } = browser();
    serve(first);
    const worker = start(first);
    await worker.install();
    await worker.activate();
    files.clear();
    const page = await worker.ask('/albums/1', { mode: 'navigate' });
    assert.equal(await page.text(), '<html>');
    assert.equal(page.headers.get('content-security-policy'), 'strict', 'The policy is the page’s.');
    assert.equal(page.headers.get('set-cookie'), null);
    assert.equal(await (await worker.ask('/assets/1/app.js')).text(), 'app');
});

test('answers of the API and pages of other surfaces are left to the server', async () => {
    const { start, serve } = browser();
    serve(first);
    const worker = start(first);
    await worker.install();
    for (const path of ['/api/v1/me', '/api/v1/tracks/1/stream', '/api/v1/images/x', '/rest/ping', '/service-worker.js']) assert.equal(worker.ask(path), undefined, path);
    for (const path of ['/api/docs', '/share/token', '/lrclib/api/get', '/oembed', '/health', '/favicon.svg']) assert.equal(worker.ask(path, { mode: 'navigate' }), undefined, path);
    assert.equal(worker.ask('/', { method: 'POST' }), undefined);
    assert.equal(worker.ask('/', { url: 'https://other.example/', mode: 'navigate' }), undefined);
});

test('an update fetches only what is another, and what is no longer used goes with the old one', async () => {
    const { asked, stores, start, serve } = browser();
    serve(first);
    const old = start(first);
    await old.install();
    await old.activate();
    asked.length = 0;
    serve(second);
    const next = start(second);
    await next.install();
    assert.deepEqual([...asked].sort(), ['/assets/2/app.css', '/index.html']);
    assert.equal(await (await old.ask('/', { mode: 'navigate' })).text(), '<html>', 'The old one goes on until somebody says so.');
    await next.activate();
    assert.equal(stores.get('rondo-shell').all.size, 3);
    assert.equal(await (await next.ask('/', { mode: 'navigate' })).text(), '<html 2>');
});

test('an update that is broken is not installed', async () => {
    const { start, serve } = browser();
    serve(first);
    const old = start(first);
    await old.install();
    serve({ ...second, '/assets/2/app.css': 'of a third version' });
    await assert.rejects(start(second).install(), /app\.css/);
    const { '/assets/2/app.css': _, ...lacking } = second;
    serve(lacking);
    await assert.rejects(start(second).install());
    assert.equal(await (await old.ask('/assets/1/app.css')).text(), 'css');
});

test('a proxy’s page in place of the server is never stored, and the stored client is shown', async () => {
    const { stores, start, serve, cut } = browser();
    serve(first);
    const old = start(first);
    await old.install();
    await old.activate();
    cut(true);
    await assert.rejects(start(second).install());
    for (const [path, stored] of stores.get('rondo-shell').all) assert.ok(!(await stored.clone().text()).includes('gateway'), path);
    assert.equal(await (await old.ask('/library', { mode: 'navigate' })).text(), '<html>');
    stores.get('rondo-shell').all.clear();
    assert.equal((await old.ask('/library', { mode: 'navigate' })).type, 'error', 'The browser shows its own page then.');
});

test('what is stored of the music is answered whole or by its ranges', async () => {
    const { stores, start } = browser();
    const worker = start(first);
    stores.set('rondo-device', new Store());
    await stores.get('rondo-device').put('/device/sound/1', new Response('0123456789', { headers: { 'Content-Type': 'audio/flac' } }));
    const range = async (field) => {
        const answer = await worker.ask('/device/sound/1', { headers: field ? { Range: field } : {} });
        return [answer.status, await answer.text(), answer.headers.get('content-range')];
    };
    assert.deepEqual(await range(), [200, '0123456789', null]);
    assert.deepEqual(await range('bytes=0-'), [206, '0123456789', 'bytes 0-9/10']);
    assert.deepEqual(await range('bytes=2-4'), [206, '234', 'bytes 2-4/10']);
    assert.deepEqual(await range('bytes=8-99'), [206, '89', 'bytes 8-9/10']);
    assert.deepEqual(await range('bytes=-3'), [206, '789', 'bytes 7-9/10']);
    assert.deepEqual(await range('bytes=10-'), [416, '', 'bytes */10']);
    assert.deepEqual(await range('bytes=0-1,3-4'), [200, '0123456789', null]);
    assert.equal((await worker.ask('/device/sound/1')).headers.get('content-type'), 'audio/flac');
    assert.equal((await worker.ask('/device/sound/2')).status, 404);
    for (const headers of [{}, { Range: 'bytes=0-' }]) {
        const answer = await worker.ask('/device/sound/1', { mode: 'navigate', headers });
        assert.match(answer.headers.get('content-security-policy'), /sandbox/, 'What is stored is never a page.');
        assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
    }
});
