// The outside catalog in a real browser: both kinds of results are shown, a preview is played, a song is saved to a playlist and posted on the board,
// and playlist and board play the library's own song once a file adds it.
//
//   RONDO_URL                    a running server with the songs of two singers
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_MUSIC                  the folder of its library
//   RONDO_AXE                    axe.min.js; without it nothing is checked by axe
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const folder = mkdtempSync(`${tmpdir()}/rondo-outside-`);
const ffmpeg = (...rest) => execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', ...rest]);
ffmpeg('-i', 'sine=duration=20', `${folder}/preview.m4a`);
ffmpeg('-i', 'color=c=teal:s=64x64:d=1', '-frames:v', '1', `${folder}/picture.png`);

const asked = [];
const server = createServer((request, response) => {
    asked.push(request.url);
    const answer = (type, body) => response.writeHead(200, { 'content-type': type }).end(body);
    if (request.url.startsWith('/preview')) return answer('audio/x-m4p', readFileSync(`${folder}/preview.m4a`));
    if (request.url.startsWith('/picture')) return answer('image/png', readFileSync(`${folder}/picture.png`));
    const origin = `http://127.0.0.1:${server.address().port}`;
    const song = (trackId, trackName, artistName) => ({
        wrapperType: 'track',
        kind: 'song',
        trackId,
        trackName,
        artistName,
        collectionName: `${trackName} album`,
        trackTimeMillis: 3000,
        primaryGenreName: 'Rock',
        artworkUrl100: `${origin}/picture/100x100bb.png`,
        previewUrl: `${origin}/preview`,
    });
    const number = Number(/^\/lookup\?id=(10\d)/.exec(request.url)?.[1] ?? 0);
    const results = number
        ? [song(number, `Rare piece ${number}`, 'Nobody')]
        : [song(7, 'Missing song', 'Third singer'), song(8, 'Another song', 'First singer')];
    return answer('text/javascript', JSON.stringify({ resultCount: results.length, results }));
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const catalog = `127.0.0.1:${server.address().port}`;

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 900, false);
    const json = (method, body) => JSON.stringify({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const api = (path, init = '{}') => page.evaluate(`fetch('/api/v1${path}', ${init}).then((reply) => reply.json())`);
    const shot = async (name, of = page) => {
        if (!shots) return;
        await of.atRest();
        await of.screenshot(`${shots}/outside-${name}.png`);
    };
    const fits = async (of) => {
        const extra = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
        expect((await of.evaluate(extra)) <= 0, 'The page is too wide.');
    };
    /** On a desktop, and on a phone in dark mode: checks the width, and runs axe. */
    const looks = async (name) => {
        await shot(name);
        await accessible(page, 'main');
        await page.setViewport(390, 844, true);
        await fits(page);
        await shot(`${name}-narrow-dark`);
        await accessible(page, 'main');
        await page.setViewport(1280, 900, false);
    };
    let playlist = '';

    await step('while it is off, a search asks nothing outside', async () => {
        await page.open(`${base}/search?q=song`);
        await page.waitForElement(id('found-tracks'));
        await page.settle();
        expect(asked.length === 0, `It was asked for ${asked}.`);
        await api('/settings', json('PATCH', { linkNetworks: [catalog], outsideURL: `http://${catalog}`, outside: true }));
    });
    await step('both kinds of results are seen, after one question', async () => {
        await page.open(`${base}/search`);
        await page.fill(id('search-input'), 'song');
        await page.waitForElement(id('found-tracks'));
        await page.waitForElement(id('outside-song'));
        const rows = await page.evaluate(`document.querySelectorAll('${id('outside-song')}').length`);
        expect(rows === 1, `There are ${rows} outside songs.`);
        expect(asked.filter((url) => url.startsWith('/search')).length === 1, `It was asked for ${asked}.`);
        await page.evaluate(`document.querySelector('${id('outside')}').scrollIntoView()`);
        await page.waitFor(`document.querySelector('${id('outside-song')} img')?.naturalWidth > 0`);
        await looks('results');
    });
    await step('a preview is heard, and the bar says that it is one', async () => {
        await page.click(id('outside-preview'));
        await page.waitFor(`document.querySelector('#radio').currentTime > 0.3`);
        const bar = await page.evaluate(`document.querySelector('${id('player-station')}').textContent`);
        expect(/Missing song/.test(bar) && /Preview · Third singer/.test(bar), `The bar says ${bar}.`);
        await shot('preview');
        await page.click(id('player-station-stop'));
    });
    await step('it is saved to a new playlist', async () => {
        await page.click(id('outside-menu'));
        await page.click(id('outside-save'));
        await page.waitForElement(id('outside-save-dialog'));
        await accessible(page, id('outside-save-dialog'));
        await page.fill(`${id('outside-save-dialog')} input`, 'Later');
        await page.click(id('outside-save-new'));
        await page.waitFor(`!document.querySelector('${id('outside-save-dialog')}')`);
        playlist = (await api('/playlists')).items.find(({ name }) => name === 'Later').id;
    });
    await step('the board shows that it is not here yet, with its picture, and plays its preview', async () => {
        await api('/board/today', json('POST', { outsideId: 7, caption: 'Who has this?' }));
        await page.open(`${base}/board`);
        await page.waitForElement(id('post-not-here'));
        await page.waitFor(`document.querySelector('${id('post')} img')?.naturalWidth > 0`);
        await page.click(id('post-preview'));
        await page.waitFor(`document.querySelector('#radio').currentTime > 0.1`);
        await page.waitForElement(`${id('post')}.is-sounding`);
        await page.click(id('post-preview'));
        await page.waitFor(`!document.querySelector('${id('post')}.is-current')`);
        await looks('board');
        await page.open(base);
        await page.waitFor(`document.querySelector('${id('board-card-awaited')} img')?.naturalWidth > 0`);
        await looks('home');
    });
    await step('of many awaited songs three are shown, and all of them at a press', async () => {
        const { id: many } = await api('/playlists', json('POST', { name: 'Rare', trackIds: [] }));
        for (const songId of [101, 102, 103, 104]) await api(`/playlists/${many}/outside`, json('POST', { songId }));
        await page.open(`${base}/playlists/${many}`);
        await page.waitForElement(id('awaited-all'));
        const shown = () => page.evaluate(`[...document.querySelectorAll('${id('awaited-preview')}')].filter((row) => row.checkVisibility()).length`);
        expect((await shown()) === 3, `${await shown()} are shown.`);
        await looks('awaited');
        await page.click(id('awaited-all'));
        expect((await shown()) === 4, `${await shown()} are shown after the press.`);
        await page.click(id('awaited-all'));
        expect((await shown()) === 3, `${await shown()} are shown after the second press.`);
    });
    await step('a file that is added to the library takes its place, and plays', async () => {
        await page.open(`${base}/playlists/${playlist}`);
        await page.waitForElement(id('awaited-songs'));
        const home = `${process.env.RONDO_MUSIC}/Third singer`;
        mkdirSync(home, { recursive: true });
        const tags = ['title=Missing song', 'artist=Third singer', 'album=Missing song album'].flatMap((tag) => ['-metadata', tag]);
        ffmpeg('-i', 'sine=duration=3', ...tags, `${home}/song.flac`);
        await api('/scans', json('POST', {}));
        await page.waitFor(`document.querySelector('[data-play-row]') && !document.querySelector('${id('awaited-songs')}')`);
        const entries = (await api(`/playlists/${playlist}/entries`)).items.map(({ track }) => track.title).join();
        expect(entries === 'Missing song', `The playlist has ${entries}.`);
        await page.click('[data-play-row]');
        await page.waitFor(`document.querySelector('.player-title')?.textContent.includes('Missing song')`);
        await shot('arrived');
    });
    await step('the board has become the library’s song', async () => {
        await page.open(`${base}/board`);
        await page.waitFor(`document.querySelector('.post-title a')?.textContent === 'Missing song'`);
        expect(await page.evaluate(`!document.querySelector('${id('post-not-here')}')`), 'It is still awaited.');
    });
    await step('no browser has talked to the outside, and nothing failed', async () => {
        const addresses = await page.evaluate(`performance.getEntriesByType('resource').map(({ name }) => new URL(name).origin)`);
        expect(addresses.every((origin) => origin === base), `It was at ${[...new Set(addresses)]}.`);
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
} finally {
    await browser.close();
    server.close();
    rmSync(folder, { recursive: true });
}
finish();
