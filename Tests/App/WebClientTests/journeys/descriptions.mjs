// Descriptions from outside in a real browser: an admin tries a source and switches all of them on, the pages of an artist and of an album show
// what was found with its source and license, and all of it goes when the admin wishes.
//
//   RONDO_URL                    a running server with the songs of two singers, without pictures
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_AXE                    axe.min.js; nothing is asked of it without
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const picture = (color) =>
    execFileSync('ffmpeg', ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', `color=c=${color}:s=400x400:d=1`, '-frames:v', '1', '-f', 'image2', '-c:v', 'png', '-']);
const [portrait, cover] = [picture('teal'), picture('orange')];

const ARTIST = '5b11f4ce-a62d-471e-81fc-a69a8278c7da';
const RELEASE = '76df3287-6cda-33eb-8e9a-044b5e15ffdd';
const GROUP = { id: 'c9fdb94c-4975-4ed6-a96f-ef6d80bb7738', 'first-release-date': '1967-05-26' };
const TEXT = '<p>Second singer is a <b>singer</b> who sings in tests.</p><p>She began in 1967.</p>';
const asked = [];
const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url, 'http://localhost');
    asked.push(pathname);
    const json = (body) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const image = (bytes) => response.writeHead(200, { 'content-type': 'image/png' }).end(bytes);
    if (pathname === '/ws/2/release') {
        const [, title, name] = /release:"(.*)" AND artist:"(.*)"/.exec(searchParams.get('query')) ?? [];
        return json({
            releases: [{ id: RELEASE, title, 'track-count': 1, 'artist-credit': [{ name, artist: { id: ARTIST, name } }], 'release-group': GROUP }],
        });
    }
    if (pathname === `/ws/2/release/${RELEASE}`) return json({ id: RELEASE, 'release-group': GROUP });
    if (pathname.startsWith('/ws/2/artist/')) return json({ id: ARTIST, name: 'The Beatles' });
    if (pathname.endsWith('/wikipedia-extract'))
        return json({ wikipediaExtract: { content: TEXT, url: 'https://en.wikipedia.org/wiki/Second_singer' } });
    if (pathname.endsWith('/front-1200')) return image(cover);
    if (pathname === `/v3/music/${ARTIST}`)
        return json({ artistthumb: [{ url: `http://127.0.0.1:${server.address().port}/thumb.png`, likes: '3' }] });
    if (pathname === '/thumb.png') return image(portrait);
    return response.writeHead(404).end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `127.0.0.1:${server.address().port}`;

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 900, false);
    const json = (method, body) => JSON.stringify({ method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
    const api = (path, init = '{}') => page.evaluate(`fetch('/api/v1${path}', ${init}).then((reply) => reply.json())`);
    const form = (source) => id(`description-source-${source}`);
    const found = async (kind, name) => (await api(`/${kind}`)).items.find((one) => one.name === name);
    /** The page at both widths, light and dark. */
    const looked = async (name, part, root) => {
        for (const [width, height, dark] of [[390, 844, false], [390, 844, true], [1280, 900, true], [1280, 900, false]]) {
            await page.setViewport(width, height, dark);
            await page.waitForElement(part);
            await page.evaluate(`document.querySelector('${part}').scrollIntoView({ block: 'center' })`);
            const wide = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(wide <= 0, `The page is too wide at ${width} pixels.`);
            if (shots) {
                await page.atRest();
                await page.screenshot(`${shots}/descriptions-${name}-${width}-${dark ? 'dark' : 'light'}.png`);
            }
            if (dark === (width === 390)) await accessible(page, root);
        }
    };

    await step('an admin gives the addresses, tries one, and switches all on', async () => {
        await api('/settings', json('PATCH', { linkNetworks: [address] }));
        await page.open(`${base}/administration/services`);
        for (const source of ['coverartarchive', 'fanart', 'musicbrainz']) {
            await page.waitForElement(form(source));
            await page.fill(`${form(source)} [name=url]`, `http://${address}`);
            if (source === 'fanart') await page.fill(`${form(source)} [name=key]`, 'KEY1');
            if (source === 'musicbrainz') {
                await page.click(`${form(source)} [type=submit]`);
                await page.waitFor(`fetch('/api/v1/descriptions').then((reply) => reply.json()).then(({ sources }) => sources.every(({ url }) => url.endsWith('${address}')))`);
                await page.click(`${form(source)} [data-test]`);
                await page.waitFor(`document.querySelector('${form(source)} [data-report]').textContent === 'It answers as it should.'`);
                expect(asked.length === 1, `It was asked for ${asked}.`);
            }
            await page.click(`${form(source)} [data-on]`);
            await page.click(`${form(source)} [type=submit]`);
            await page.waitFor(
                `fetch('/api/v1/descriptions').then((reply) => reply.json()).then(({ sources }) => sources.find((one) => one.source === '${source}').on)`,
            );
        }
        await page.waitForElement(id('description-progress'));
        await looked('settings', form('musicbrainz'), '[data-descriptions]');
    });
    await step('the artist has a text and a picture, with their sources and the license', async () => {
        await page.waitFor(`fetch('/api/v1/artists').then((reply) => reply.json()).then(({ items }) => items.find((one) => one.name === 'Second singer').image)`, 20_000);
        await page.open(`${base}/artists/${(await found('artists', 'Second singer')).id}`);
        await page.waitForElement(id('credit-biography'));
        const read = (part) => page.evaluate(`document.querySelector('${id(part)}').innerText`);
        expect(/is a singer who sings in tests\.\s+She began in 1967\./.test(await read('biography')), await read('biography'));
        expect((await read('credit-biography')) === 'Text: Wikipedia · CC BY-SA 4.0', await read('credit-biography'));
        expect((await read('credit-picture')) === 'Picture: fanart.tv · rights with their owners', await read('credit-picture'));
        const links = await page.evaluate(`[...document.querySelectorAll('${id('credit-biography')} a')].map(({ href }) => href).join()`);
        expect(links === 'https://en.wikipedia.org/wiki/Second_singer,https://creativecommons.org/licenses/by-sa/4.0/', links);
        await page.waitFor(`document.querySelector('.hero img')?.naturalWidth > 0`);
        await looked('artist', id('biography'), 'main');
        const own = await api(`/artists/${(await found('artists', 'First singer')).id}/info`);
        expect(own.biography === 'Born in a test.' && !own.biographyCredit, `The library's own text became ${own.biography}.`);
    });
    await step('an album has a cover and a date', async () => {
        const covered = `fetch('/api/v1/albums').then((reply) => reply.json()).then(({ items }) => items.find((one) => one.cover)?.id)`;
        await page.waitFor(covered, 20_000);
        await page.open(`${base}/albums/${await page.evaluate(covered)}`);
        await page.waitForElement(id('credit-cover'));
        const notes = await page.evaluate(`document.querySelector('${id('album-notes')}').innerText`);
        expect(/First released .*1967/.test(notes) && /Date: MusicBrainz · CC0 1\.0/.test(notes), notes);
        await looked('album', id('album-notes'), 'main');
    });
    await step('switched off, nothing is asked any more, and all of it is removed', async () => {
        await page.open(`${base}/administration/services`);
        for (const source of ['musicbrainz', 'coverartarchive', 'fanart']) {
            await page.waitForElement(form(source));
            await page.click(`${form(source)} [data-on]`);
            await page.click(`${form(source)} [type=submit]`);
            await page.waitFor(
                `fetch('/api/v1/descriptions').then((reply) => reply.json()).then(({ sources }) => !sources.find((one) => one.source === '${source}').on)`,
            );
        }
        await page.waitForElement(id('descriptions-remove'));
        const before = asked.length;
        await page.click(id('descriptions-remove'));
        await page.click(id('confirm'));
        await page.waitFor(`!document.querySelector('${id('descriptions-remove')}')`);
        expect(!(await found('artists', 'Second singer')).image && asked.length === before, 'Something is left, or was asked.');
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
}
finish();
