// Reports, hidden playlists, withdrawn songs and the journal's sentences, as a person and a moderator see them.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD, RONDO_SHOTS   as in shelf.mjs

import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

async function visit(browser, size, username, password) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.status)`);
    page.go = async (path, mark) => { await page.open(`${base}${path}`); await page.waitForElement(mark); };
    // Both schemes of what is shown now.
    page.snap = async (name) => {
        const { width } = size;
        for (const dark of shots ? [false, true] : []) {
            await page.setViewport(width, size.height, dark);
            await page.evaluate(`new Promise((done) => requestAnimationFrame(() => { for (const one of document.getAnimations()) if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish(); done(); }))`);
            await page.screenshot(`${shots}/takedown-${name}-${width}-${dark ? 'dark' : 'light'}.png`);
        }
    };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

const menuItem = (page, text) => page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.includes(${JSON.stringify(text)})).click()`);
const rows = (name, text) => `[...document.querySelectorAll('${id(name)}')].some((row) => row.textContent.includes(${JSON.stringify(text)}))`;

async function walk(page, other, size) {
    const [track] = (await page.api('/tracks?limit=1')).items;
    await page.call('POST', '/playlists', { name: `Rude ${size}`, visibility: 'public', trackIds: [track.id] });
    const list = (await page.api('/playlists')).items.find((one) => one.name === `Rude ${size}`);

    await step(`${size}: a person reports a playlist and a song, each once`, async () => {
        await other.go(`/playlists/${list.id}`, id('playlist-menu'));
        await other.click(id('playlist-menu'));
        await menuItem(other, 'Report');
        await other.fill(`${id('report-dialog')} ${id('field-text')}`, 'Its title is rude');
        await other.snap(`report-dialog`);
        await other.click(id('report-send'));
        await other.waitFor(`!document.querySelector('${id('report-dialog')}')`);
        expect(await other.call('POST', '/reports', { kind: 'playlist', id: list.id }) === 409, 'It was taken twice.');
        expect(await other.call('POST', '/reports', { kind: 'track', id: track.id, text: 'Not ours' }) === 201, 'A song cannot be reported.');
    });
    await step(`${size}: a moderator acts on one report and closes the other with an answer`, async () => {
        await page.go('/administration/moderation/reports', id('report'));
        await page.waitFor(`${rows('report', `Rude ${size}`)} && ${rows('report', track.title)}`);
        await page.snap('reports');
        await page.evaluate(`[...document.querySelectorAll('${id('report')}')].find((row) => row.textContent.includes('Rude ${size}')).querySelector('${id('report-act')}').click()`);
        await page.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'The title is rude');
        await page.snap('reason-dialog');
        await page.click(id('reason-send'));
        await page.waitFor(`!${rows('report', `Rude ${size}`)}`);
        await page.click(id('report-close'));
        await page.fill(`${id('close-report-dialog')} ${id('field-answer')}`, 'It is ours');
        await page.click(id('close-report-send'));
        await page.waitForElement(id('empty-state'));
        await page.go('/administration/moderation/reports?show=closed', id('report-state'));
        await other.go('/notifications', id('notification'));
        await other.waitFor(`${rows('notification', 'acted on your report')} && ${rows('notification', 'It is ours')}`);
        await other.snap('notifications');
    });
    await step(`${size}: the hidden playlist is its owner's alone, is found in the console, and shown again`, async () => {
        expect(await other.call('GET', `/playlists/${list.id}`) === 404, 'Others see it still.');
        await page.go(`/playlists/${list.id}`, id('playlist-hidden'));
        await page.go(`/administration/moderation/playlists?q=rude`, id('moderated-playlist'));
        await page.snap('playlists');
        await page.evaluate(`document.querySelector('${id('playlist-show')}').click()`);
        await page.waitForElement(id('playlist-hide'));
        expect(await other.call('GET', `/playlists/${list.id}`) === 200, 'Others do not see it again.');
        await page.click(id('playlist-delete'));
        await page.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'Rude once more');
        await page.click(id('reason-send'));
        await page.waitFor(`!${rows('moderated-playlist', `Rude ${size}`)}`);
    });
    await step(`${size}: an album is withdrawn from its page, is in the bin, and comes back`, async () => {
        await page.go(`/albums/${track.albumId}`, '[data-album-menu]');
        await page.click('[data-album-menu]');
        await menuItem(page, 'Withdraw album');
        await page.fill(`${id('reason-dialog')} ${id('field-reason')}`, 'It is not ours');
        await page.click(id('reason-send'));
        await page.waitFor('location.pathname === "/library/albums"');
        expect(await other.call('GET', `/tracks/${track.id}`) === 404, 'Others see the song still.');
        await page.go('/administration/moderation/bin', id('withdrawal'));
        await page.waitFor(rows('withdrawal', track.title));
        expect(await page.evaluate(`document.querySelector('${id('withdrawal')} .cover').offsetWidth < 80`), 'The picture is no picture of a row.');
        await page.snap('bin');
        for (;;) {
            // Each by its own button, as rows that have been restored leave the list at any moment.
            const key = await page.evaluate(`document.querySelector('${id('withdrawal')}')?.dataset.key`);
            if (!key) break;
            const row = `[data-key="${key}"]`;
            if (await page.evaluate(`!!document.querySelector('${row} ${id('restore')}')`)) await page.click(`${row} ${id('restore')}`);
            await page.waitFor(`!document.querySelector('${row}')`);
        }
        await other.waitFor(`fetch('/api/v1/tracks/${track.id}').then((reply) => reply.status === 200)`, 20_000);
    });
    await step(`${size}: the journal says it in sentences, with codes behind a disclosure`, async () => {
        await page.go('/administration/journal', id('journal-said'));
        await page.waitFor(rows('journal-said', 'withdrew the album'));
        await page.waitFor(rows('journal-row', 'Reason: It is not ours'));
        expect(await page.evaluate(`![...document.querySelectorAll('${id('journal-said')}')].some((one) => /\\w\\.\\w+ /.test(one.textContent))`), 'A code stands in a sentence.');
        expect(await page.evaluate(`!document.querySelector('.journal-codes[open]')`), 'A disclosure is open.');
        await page.click(id('journal-codes'));
        await page.snap('journal');
        await page.evaluate(`(() => { const field = document.querySelector('${id('field-kind')}'); field.value = 'album'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(`[...document.querySelectorAll('${id('journal-said')}')].length > 0 && [...document.querySelectorAll('${id('journal-said')}')].every((row) => row.textContent.includes('album'))`);
    });
    await step(`${size}: nothing is wider than the screen`, async () => {
        for (const path of ['/administration/moderation/reports?show=closed', '/administration/moderation/playlists', '/administration/moderation/bin?show=ended', '/administration/journal']) {
            await page.go(path, 'main h1');
            expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${path} is too wide.`);
        }
    });
}

const browser = await Browser.launch();
try {
    for (const [size, options] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844 }]]) {
        const page = await visit(browser, options, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
        const other = await visit(browser, options, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
        await walk(page, other, size);
        await page.close();
        await other.close();
    }
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
