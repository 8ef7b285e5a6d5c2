// Music stored in a browser: it plays without the server, plays and likes are sent later with their times, and revoked music is removed. The journey
// stops the server and starts it again with another version of the client.
//
//   RONDO_URL                    a server whose library is what `WebClientTests.makeSongs` makes, with a cover
//   RONDO_USER, RONDO_PASSWORD   an admin, and RONDO_OTHER a listener with the same password
//   RONDO_SERVER                 the id of the server's process
//   RONDO_PROGRAM                the server program and its arguments, as JSON
//   RONDO_PUBLIC                 the client's folder, which is changed
//   RONDO_CERTS                  the folder of its certificate, server.pem, and its key, server.key
//   RONDO_AXE, RONDO_SHOTS       axe.min.js, and a folder for screenshots, if wanted

import { spawn } from 'node:child_process';
import { appendFile, readFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import { connect } from 'node:net';
import { accessible } from './accessibility-checks.mjs';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

const accepts = () => new Promise((resolve) => {
    const socket = connect(Number(new URL(base).port), 'localhost', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
});
async function until(isDone, what) {
    for (const end = Date.now() + 30_000; !(await isDone()); await pause(100)) if (Date.now() > end) throw new Error(`Waited for ${what}`);
}
/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
const stopServer = async () => {
    if (server) server.kill('SIGTERM');
    else process.kill(Number(process.env.RONDO_SERVER), 'SIGTERM');
    await until(async () => !(await accepts()), 'the server to end');
};
const startServer = async () => {
    const [program, ...flags] = JSON.parse(process.env.RONDO_PROGRAM);
    server = spawn(program, flags, { stdio: ['pipe', 'ignore', 'ignore'], env: { ...process.env, RONDO_SUPERVISED: '1' } });
    await until(accepts, 'the server to start');
};

/** A proxy at the server's address that cannot reach it. @returns {Promise<{ paths: string[], end: () => Promise<void> }>} */
async function startProxy() {
    const paths = [];
    const [key, cert] = await Promise.all(['server.key', 'server.pem'].map((name) => readFile(`${process.env.RONDO_CERTS}/${name}`)));
    const proxy = createServer({ key, cert }, (request, answer) => {
        paths.push(request.url);
        answer.writeHead(502, { 'Content-Type': 'text/html' }).end('<!doctype html><title>502</title><h1>Bad Gateway</h1>');
    });
    await new Promise((resolve) => proxy.listen(Number(new URL(base).port), '127.0.0.1', resolve));
    const end = () => new Promise((resolve) => { proxy.close(resolve); proxy.closeAllConnections(); });
    return { paths, end };
}

const browser = await Browser.launch({ hasWorker: true });
const stored = `caches.open('rondo-device').then((cache) => cache.keys()).then((all) => all.map(({ url }) => new URL(url).pathname))`;
const call = (page, method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then(async (reply) => ({ status: reply.status, json: await reply.json().catch(() => null) }))`);
const follow = (page, path) => page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
const sounding = `[...document.querySelectorAll('audio')].find((deck) => !deck.paused)`;

async function store(page, path, menu, name) {
    await follow(page, path);
    await page.waitFor(`location.pathname === ${JSON.stringify(path)}`);
    await page.click(menu);
    await page.waitForElement('[role=menuitem]');
    await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.includes('Store on this device')).click()`);
    await page.waitFor(`document.querySelector('[data-toast=device]')?.textContent.includes(${JSON.stringify(name)})`);
}
const complete = (count) => `document.querySelectorAll('${id('device-row')}[data-complete=true]').length === ${count}`;
/** @param {number[]} [asked] the widths that axe checks */
async function look(page, name, asked = [390, 1280]) {
    for (const [width, dark] of [[390, false], [1280, true]]) {
        await page.setViewport(width, 800, dark);
        await page.atRest();
        expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth'), `${name} is wider than ${width} pixels.`);
        if (shots) await page.screenshot(`${shots}/offline-${name}-${width}.png`);
        if (asked.includes(width)) await accessible(page);
    }
    await page.setViewport(1280, 800);
}

try {
    const admin = await signedIn(browser, 1280, 800, false);
    process.env.RONDO_USER = process.env.RONDO_OTHER;
    const page = await signedIn(browser, 1280, 800, false);
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    const { items: tracks } = (await call(page, 'GET', '/tracks')).json;
    const named = (title) => tracks.find((track) => track.title === title);
    const [song, other, third] = ['Long song', 'Another song', 'Third song'].map(named);
    const playlist = (await call(page, 'POST', '/playlists', { name: 'For the train', trackIds: [other.id, third.id] })).json;

    await step('once the page is usable the client is stored, and nothing of the API with it', async () => {
        await page.waitFor(`!!navigator.serviceWorker.controller`);
        const paths = await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))`);
        expect(paths.length > 20 && paths.every((path) => path.startsWith('/shell/')), `Stored: ${paths.filter((path) => !path.startsWith('/shell/'))} of ${paths.length}`);
    });
    await step('the manifest names pictures for every system, and what is shared with the app becomes a search or an import', async () => {
        const { manifest, errors } = await page.send('Page.getAppManifest').then(({ data, errors }) => ({ manifest: JSON.parse(data), errors }));
        expect(errors.length === 0, JSON.stringify(errors));
        for (const { src, sizes } of manifest.icons.filter(({ type }) => type === 'image/png')) {
            const size = await page.evaluate(`fetch(${JSON.stringify(src)}).then((reply) => reply.blob()).then(createImageBitmap).then(({ width, height }) => width + 'x' + height)`);
            expect(size === sizes, `${src} is ${size}`);
        }
        const { installabilityErrors } = await page.send('Page.getInstallabilityErrors');
        const others = installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito');
        expect(others.length === 0, JSON.stringify(others));
        await page.open(`${base}/shared?title=Long%20song&text=https%3A%2F%2Fvideo.example%2Fwatch`);
        await page.waitFor(`location.pathname === '/search' && new URLSearchParams(location.search).get('q') === 'Long song' && document.querySelector('main').textContent.includes('Long song')`);
        await admin.open(`${base}/shared?url=https%3A%2F%2Ffiles.example%2Fa.flac`);
        await admin.waitFor(`location.pathname === '/give' && document.querySelector('[data-link-form] textarea')?.value === 'https://files.example/a.flac'`);
    });
    await step('an album, a playlist and a song are stored in the quality that was chosen', async () => {
        await page.open(`${base}/device`);
        await page.waitForElement(id('device'));
        await look(page, 'empty');
        await page.evaluate(`(() => { const field = document.querySelector('[name=quality]'); field.value = '128'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await store(page, `/albums/${song.albumId}`, '[data-album-menu]', 'Long song album');
        await store(page, `/playlists/${playlist.id}`, id('playlist-menu'), 'For the train');
        await follow(page, '/device');
        await page.waitFor(complete(2));
        const text = await page.evaluate(`document.querySelector('${id('device-list')}').textContent`);
        expect(/128 kbit/.test(text), text);
        const type = await page.evaluate(`caches.match('/device/sound/${song.id}', { cacheName: 'rondo-device' }).then((reply) => reply.headers.get('Content-Type'))`);
        expect(type === 'audio/ogg', `It is stored as ${type}.`);
    });

    /** The device's offline reply to a request for the lyrics of the album's song. */
    const words = `import('/features/device/store.js').then(({ device }) => device.answer('/tracks/${song.id}/lyrics', {})).then((all) => JSON.stringify(all?.items.map(({ lines }) => lines.map(({ text }) => text))))`;
    const edit = async (...lines) => {
        const { current } = (await call(admin, 'GET', `/tracks/${song.id}/lyrics/written`)).json;
        const items = lines.length > 0 ? [{ lines: lines.map((text, index) => ({ text, startMs: index * 1000 })) }] : [];
        const { status, json } = await call(admin, 'PUT', `/tracks/${song.id}/lyrics/written`, { basis: current?.id ?? null, items });
        expect(status === 200, JSON.stringify(json));
    };
    let ofTheFile = '';
    await step('words that somebody edits come to the device at once, and those of before its next visit when it comes back', async () => {
        ofTheFile = await page.evaluate(words);
        expect(JSON.parse(ofTheFile)[0].length > 0, `It has ${ofTheFile}.`);
        await edit('Edited while the page is open');
        await until(async () => (await page.evaluate(words)).includes('while the page is open'), 'the edited words');
        await page.open('about:blank');
        await edit('Edited while nobody looks', 'And again');
        await page.open(`${base}/device`);
        await until(async () => (await page.evaluate(words)).startsWith('[["Edited while nobody looks","And again"]'), 'the words of before the visit');
    });

    await step('when the connection breaks off, what is not stored says so, and the queue passes over it', async () => {
        const far = named('Fourth song');
        const mixed = (await call(page, 'POST', '/playlists', { name: 'Mixed', trackIds: [song.id, far.id, song.id] })).json;
        await follow(page, `/playlists/${mixed.id}`);
        await page.waitFor(`document.querySelectorAll('main tr[data-entry]').length === 3`);
        expect(await page.evaluate(`!document.querySelector('.is-unstored')`), 'It says so with a connection.');
        await page.click(id('play-all'));
        await page.waitFor(`${sounding}?.currentTime > 0`);
        await page.click(id('player-play'));
        await stopServer();
        await page.click(id('player-play'));
        const unstored = (place) => `[...document.querySelectorAll('${place} .is-unstored')].map((row) => row.dataset.track).join() === '${far.id}' && document.querySelector('${place} .is-unstored').textContent.includes('Not on this device')`;
        await page.waitFor(unstored('main'));
        await page.click(id('player-next'));
        await page.waitFor(`document.querySelector('[data-toast=player-passed]')?.textContent.includes('1 song was skipped')`);
        await page.waitFor(`${sounding}?.currentTime > 0 && new URL(${sounding}.currentSrc).pathname === '/device/sound/${song.id}'`);
        await page.evaluate(`document.querySelector('main .is-unstored').dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))`);
        await page.waitFor(`document.querySelector('[data-toast=player-problem]')?.textContent.includes('Fourth song” is not on this device')`);
        expect(await page.evaluate(`!!${sounding}`), 'It has stopped.');
        await page.click(id('player-play'));
        await look(page, 'unstored');
        await follow(page, '/queue');
        await page.waitFor(unstored('main'));
        // axe reports a link with a truncated end as overlapping its neighbor.
        await look(page, 'unstored-queue', [1280]);
        await follow(page, `/albums/${far.albumId}`);
        await page.waitForElement(`${id('error-state')} a[href="/device"]`);
        await startServer();
        await follow(page, '/device');
        await page.waitFor(`!document.querySelector('${id('no-connection')}')`);
        await page.evaluate(`history.go(-2)`);
        await page.waitFor(`location.pathname === '/queue' && !document.querySelector('.is-unstored') && !document.querySelector('[data-unstored]')`);
    });

    let cutAt = 0;
    await step('without the server a reload shows the album, with its cover', async () => {
        await stopServer();
        cutAt = Date.now();
        await page.open(`${base}/albums/${song.albumId}`);
        await page.waitFor(`document.querySelector('main h1')?.textContent === 'Long song album'`);
        await page.waitFor(`document.querySelector('.hero .cover img')?.naturalWidth > 100`);
        await page.waitForElement(id('no-connection'));
    });
    await step('the song plays and is sought in, and its words and colors are there', async () => {
        await page.click(id('play-all'));
        await page.waitFor(`${sounding}?.currentTime > 0.5 && ${sounding}.webkitAudioDecodedByteCount > 0`);
        expect(await page.evaluate(`new URL(${sounding}.currentSrc).pathname`) === `/device/sound/${song.id}`, 'It plays from elsewhere.');
        await page.evaluate(`${sounding}.currentTime = 30`);
        await page.waitFor(`${sounding}?.currentTime > 30.5`);
        await page.click('.player-cover');
        await page.waitFor(`[...document.querySelectorAll('.reading-line')].some((line) => line.textContent.includes('Edited while nobody looks'))`);
        await page.waitFor(`document.querySelector('.stage .cover img')?.naturalWidth > 100`);
        expect(await page.evaluate(`[...document.querySelectorAll('.stage')].some((one) => one.style.getPropertyValue('--light-1') || one.querySelector('[style*="--light-1"]'))`), 'It has no colors.');
        if (shots) await page.screenshot(`${shots}/offline-stage.png`);
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('now-playing')}') && location.pathname !== '/now-playing'`);
    });
    await step('Home is what is stored; a play and a like wait to be handed in', async () => {
        await page.open(`${base}/`);
        await page.waitFor(`location.pathname === '/device' && ${complete(2)}`);
        await page.click('[data-play-playlist]');
        await page.waitFor(`document.querySelector('[data-owed]')?.textContent.includes('2 plays')`);
        await follow(page, `/playlists/${playlist.id}`);
        await page.waitFor(`document.querySelectorAll('main tr[data-entry]').length === 2`);
        await page.click(`main [data-like="track:${other.id}"]`);
        await follow(page, '/device');
        await page.waitFor(`document.querySelector('[data-owed]')?.textContent.includes('1 like')`);
        await page.reload();
        await page.waitFor(`document.querySelector('[data-owed]')?.textContent.includes('2 plays, 1 like')`);
        await look(page, 'cut');
        await follow(page, `/playlists/${playlist.id}`);
        await page.waitFor(`document.querySelector('main [data-like="track:${other.id}"]')?.getAttribute('aria-pressed') === 'true'`);
    });
    await step('a proxy that cannot reach the server is no connection, and nothing of its pages is shown or stored', async () => {
        const proxy = await startProxy();
        await page.open(`${base}/albums/${song.albumId}`);
        await page.waitFor(`document.querySelector('main h1')?.textContent === 'Long song album'`);
        await page.waitForElement(id('no-connection'));
        await page.open(`${base}/`);
        await page.waitFor(`location.pathname === '/device' && ${complete(2)} && document.querySelector('[data-owed]')?.textContent.includes('2 plays, 1 like')`);
        await page.evaluate(`navigator.serviceWorker.ready.then((worker) => worker.update()).catch(() => {})`);
        expect(['/api/v1/me', '/service-worker.js'].every((path) => proxy.paths.includes(path)), `It was asked for ${proxy.paths}`);
        const texts = await page.evaluate(`caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then(async (cache) => Promise.all((await cache.keys()).map(async (request) => (await cache.match(request)).text())))))).then((all) => all.flat().filter((text) => text.includes('Bad Gateway')).length)`);
        expect(texts === 0 && !(await page.evaluate(`document.documentElement.textContent.includes('Bad Gateway')`)), `${texts} of its pages are stored.`);
        await proxy.end();
    });
    await step('when the server is back it has them with their times, once, however often they are handed in', async () => {
        const backAt = Date.now();
        await appendFile(`${process.env.RONDO_PUBLIC}/styles/pages.css`, '\n@layer pages { :root { --another-version: yes; } }\n');
        await startServer();
        await page.open(`${base}/device`);
        await page.waitFor(`document.querySelector('[data-owed]')?.hidden === true && !document.querySelector('${id('no-connection')}')`);
        const history = (await call(page, 'GET', '/history')).json.items;
        const times = history.map(({ track, playedAt }) => ({ id: track.id, at: Date.parse(playedAt) }));
        expect(times.map(({ id }) => id).join() === [third.id, other.id].join(), `The history has ${JSON.stringify(times)}.`);
        expect(times.every(({ at }) => at >= cutAt && at <= backAt), `Their times are ${times.map(({ at }) => at - cutAt)} ms after the cut.`);
        const likedAt = Date.parse((await call(page, 'GET', `/tracks/${other.id}`)).json.likedAt);
        expect(likedAt >= cutAt && likedAt <= backAt, `It was liked ${likedAt - cutAt} ms after the cut.`);
        const again = await call(page, 'POST', '/history', { plays: history.map(({ track, playedAt }) => ({ trackId: track.id, playedAt })) });
        expect(again.status === 204, `Handed in again: ${again.status}`);
        expect((await call(page, 'GET', '/history')).json.items.length === 2, 'It is there twice.');
    });
    await step('words that are withdrawn go from the device', async () => {
        await edit();
        await until(async () => (await page.evaluate(words)) === ofTheFile, 'the words of the file');
    });
    await step('a new version asks, and is there after that', async () => {
        const isNew = `getComputedStyle(document.documentElement).getPropertyValue('--another-version').trim() === 'yes'`;
        await page.waitForElement('[data-toast=update]');
        expect(!(await page.evaluate(isNew)), 'It came unasked.');
        await page.click('[data-toast=update] [data-action]');
        await page.waitFor(`${isNew} && !!document.querySelector('main h1')`);
    });
    await step('a stored client that is broken is loaded anew', async () => {
        // Otherwise the page would continue with its memory cache.
        await page.send('Network.setCacheDisabled', { cacheDisabled: true });
        const broken = await page.evaluate(`caches.open('rondo-shell').then(async (cache) => {
            let broken = 0;
            for (const request of await cache.keys()) {
                const file = await cache.match(request);
                const isScript = file.headers.get('Content-Type').startsWith('text/javascript');
                if (isScript && (await file.text()).includes('rondo-player-bar')) await cache.put(request, new Response('throw new Error("broken");', { headers: { 'Content-Type': 'text/javascript' } })).then(() => { broken += 1; });
            }
            return broken;
        })`);
        expect(broken > 0, 'Nothing was broken.');
        await page.send('Page.reload');
        await page.waitFor(`sessionStorage.getItem('rondo.recovered') === 'yes' && document.documentElement.hasAttribute('data-started')`);
        await page.send('Network.setCacheDisabled', { cacheDisabled: false });
        await page.waitFor(`${complete(2)} && !!navigator.serviceWorker.controller`);
    });
    await step('what the browser has thrown away is told, and fetched again by a press', async () => {
        await page.evaluate(`caches.open('rondo-device').then((cache) => cache.delete('/device/sound/${song.id}'))`);
        await page.reload();
        await page.waitForElement(`${id('device-halt')} [data-again]`);
        await look(page, 'evicted');
        await page.click('[data-again]');
        await page.waitFor(`${complete(2)} && !document.querySelector('${id('device-halt')}')`);
    });
    await step('a device without room says so, and goes on when there is some', async () => {
        await page.send('Storage.overrideQuotaForOrigin', { origin: base, quotaSize: 1_000_000 });
        await store(page, `/albums/${named('Fourth song').albumId}`, '[data-album-menu]', 'Fourth song album');
        await follow(page, '/device');
        await page.waitFor(`document.querySelector('${id('device-halt')}')?.textContent.includes('no more room')`);
        await page.send('Storage.overrideQuotaForOrigin', { origin: base });
        await page.click('[data-again]');
        await page.waitFor(complete(3));
        await look(page, 'full');
        await page.click(`${id('device-row')}:last-child [data-remove]`);
        await page.waitFor(`document.querySelectorAll('${id('device-row')}').length === 2`);
        const all = await page.evaluate(stored);
        expect(all.filter((path) => path.startsWith('/device/sound/')).length === 3, `There is ${all}`);
    });
    await step('what one may not hear any more goes at the next contact', async () => {
        const person = (await call(page, 'GET', '/me')).json;
        const answer = await call(admin, 'PATCH', `/users/${person.id}`, { libraries: [] });
        expect(answer.status === 200, `Libraries: ${JSON.stringify(answer)}`);
        await page.open(`${base}/device`);
        await page.waitFor(`!document.querySelector('${id('device-row')} [data-play-album]')`);
        await until(async () => (await page.evaluate(stored)).every((path) => !path.startsWith('/device/sound/')), 'the sound to go');
        await call(admin, 'PATCH', `/users/${person.id}`, { libraries: null });
    });
    await step('signing out leaves nothing of the music', async () => {
        await page.open(`${base}/albums/${song.albumId}`);
        await page.waitForElement('[data-album-menu]');
        await store(page, `/albums/${song.albumId}`, '[data-album-menu]', 'Long song album');
        await until(async () => (await page.evaluate(stored)).includes(`/device/sound/${song.id}`), 'the song');
        await page.click(id('account'));
        await page.click(id('nav-sign-out'));
        await page.waitFor(`location.pathname === '/sign-in'`);
        await until(async () => !(await page.evaluate('caches.keys()')).includes('rondo-device'), 'the cache to go');
        await page.waitFor(`window.__bases?.length === 0 || (indexedDB.databases().then((all) => { window.__bases = all; }), false)`);
    });
    await step('nothing was written into the console while the server was there', async () => {
        const known = /ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_INCOMPLETE|ERR_FAILED|status of 502|bad HTTP response code|Failed to load resource|net::|broken|status of 40[14]/;
        const errors = [...page.errors, ...admin.errors].filter((text) => !known.test(text));
        expect(errors.length === 0, errors.join('\n'));
    });
} catch (error) {
    stopped(error);
}
server?.kill('SIGTERM');
await browser.close();
finish();
