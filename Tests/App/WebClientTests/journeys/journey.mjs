// A user's way through the web client, in a real browser against a real server, on a desktop; and the differences on a phone.
//
//   RONDO_URL         https://127.0.0.1:8443, a server whose library has at least two albums, one track of 20 seconds or more,
//                     and one of a few seconds (the shortest is played to its end to see it counted)
//   RONDO_SETUP_LINK  the link that the fresh server printed; without it RONDO_USER and RONDO_PASSWORD sign in
//   RONDO_SHOTS       a folder for screenshots, if wanted
//
// Prints one line for each step and ends with a non-zero status if one failed.

import { Browser, pause } from './browser.mjs';
import { invite } from './journey-guest.mjs';
import { signIn as signInAtOnce } from './steps.mjs';
import { admin, base, expect, id, pages, playTrack, run, setupLink, shots, signIn, sounding, step, visit } from './journey-steps.mjs';

async function begin(page, fresh) {
    if (fresh) {
        await step('sets up the first account by the printed link', async () => {
            await page.open(setupLink);
            await page.waitForElement(id('setup-form'));
            await page.fill(id('field-username'), admin.username);
            await page.fill(id('field-displayName'), 'Ada Lovelace');
            await page.fill(id('field-password'), 'short');
            await page.click(id('setup'));
            await page.waitForElement('.field-hint.is-error');
            await page.fill(id('field-password'), admin.password);
            await page.click(id('setup'));
            await page.waitFor('location.pathname === "/"');
            expect(!(await page.evaluate('location.hash')), 'The link’s secret stays in the address.');
        });
        await step('signs out', async () => {
            await page.follow('/profile');
            await page.click(id('sign-out'));
            await page.waitFor('location.pathname === "/sign-in"');
        });
    }
    await step('refuses a wrong password in words', async () => {
        await page.open(`${base}/sign-in`);
        await page.waitForElement(id('sign-in-form'));
        await page.fill(id('field-username'), admin.username);
        await page.fill(id('field-password'), 'not the right one');
        await page.click(id('sign-in'));
        await page.waitFor(`document.querySelector('[data-form-error]')?.textContent.length > 10`);
        page.errors = page.errors.filter((line) => !/status of 401.*\/api\/v1\/session$/.test(line));
    });
    await step('signs in', () => signIn(page, admin));
}

async function seek(page) {
    await page.follow('/now-playing');
    const slider = await page.point(id('stage-seek'));
    await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...slider, button: 'left', clickCount: 1 });
    await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...slider, button: 'left', clickCount: 1 });
    await page.waitFor(`Math.abs(${sounding}?.currentTime / ${sounding}?.duration - 0.5) < 0.08`);
    const text = await page.evaluate(`document.querySelector('${id('stage-seek')}').getAttribute('aria-valuetext')`);
    expect(/minute|second/.test(text), `The slider says ${text}.`);
}

async function listen(page) {
    let long;
    let short;
    await step('shows the albums that the scan brings', async () => {
        await page.waitForElement(id('album-card'));
        [long] = (await page.api('/tracks?sort=duration&order=desc&limit=1')).items;
        [short] = (await page.api('/tracks?sort=duration&order=asc&limit=1')).items;
    });
    await step('narrows the albums down, in the address too', async () => {
        await page.follow('/library/albums');
        await page.waitForElement(id('album-card'));
        await page.click(id('filters'));
        await page.waitFor(`document.querySelectorAll('#list-filters [name=genre] option').length > 1`);
        const choose = (name, value) => page.evaluate(`(() => { const f = document.querySelector('#list-filters [name=${name}]'); f.value = ${value}; f.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await choose('genre', 'f.options[1].value');
        await page.waitFor('location.search.includes("genre=")');
        await page.waitForElement(id('album-card'));
        await choose('yearFrom', '"3000"');
        await page.waitForElement(id('empty-state'));
        await page.reload();
        await page.waitForElement(id('empty-state'));
        expect((await page.evaluate('location.search')).includes('yearFrom=3000'), 'The address has forgotten the filters.');
        await page.click('#list-filters [data-clear]');
        await page.waitForElement(id('album-card'));
        expect(!/genre|year/.test(await page.evaluate('location.search')), 'The address still names filters.');
    });
    await step('plays a track from its album, with sound decoded', async () => {
        await playTrack(page, long);
        await page.waitFor(`${sounding}?.currentTime > 0.5`);
        expect(await page.evaluate(`${sounding}.webkitAudioDecodedByteCount`) > 0, 'No audio was decoded.');
        const title = await page.evaluate(`document.querySelector('${id('player-title')}').textContent`);
        expect(title === long.title, `The bar says ${title}.`);
    });
    await step('seeks', () => seek(page));
    await step('plays on through every view, on the same element', async () => {
        // Starts from the beginning of the song: on a slow machine its rest would end before the last view.
        await page.evaluate(`document.querySelector('${id('stage-seek')}').focus()`);
        await page.press('Home');
        await page.waitFor(`${sounding}?.currentTime < 10`);
        await page.evaluate(`window.__deck = ${sounding}`);
        for (const path of ['/', '/library/albums', '/library/artists', '/library/genres', '/library/tracks', `/artists/${long.artists[0].id}`, '/search', '/history', '/queue', '/profile', '/administration/users', '/administration/library']) {
            const before = await page.evaluate('window.__deck.currentTime');
            await page.follow(path);
            await page.waitForElement('main h1');
            await page.waitFor('document.querySelector("main").getAttribute("aria-busy") !== "true"');
            expect(await page.evaluate('document.querySelectorAll("[data-testid=error-state]").length === 0'), `${path} shows an error.`);
            await page.waitFor(`window.__deck.isConnected && !window.__deck.paused && (window.__deck.currentTime > ${before} || window.__deck.currentTime < 1)`);
            if (shots) await pause(400).then(() => page.screenshot(`${shots}/${run.scope}-${path.replace(/\W+/g, '-')}.png`));
        }
        await page.evaluate('history.back()');
        await page.waitFor('location.pathname === "/administration/users" && !window.__deck.paused');
    });
    await step('obeys the keyboard', async () => {
        await page.follow('/library/albums');
        await page.waitForElement(id('album-card'));
        // On a busy machine the music may have ended by now.
        if (!await page.evaluate(`!!${sounding}`)) await page.press('k');
        await page.waitFor(`!!${sounding}`);
        await page.press('k');
        await page.waitFor(`!${sounding}`);
        await page.press('k');
        await page.waitFor(`!!${sounding}`);
        await page.press('m');
        // The browser's audio graph is muted, and the media element is unchanged.
        const isMuted = `document.querySelector('${id('player-volume-mute')}').getAttribute('aria-pressed') === 'true'`;
        await page.waitFor(isMuted);
        await page.press('m');
        await page.waitFor(`!(${isMuted})`);
        const level = `Number(document.querySelector('${id('player-volume')}').value)`;
        const volume = await page.evaluate(level);
        await page.press('ArrowDown', { shift: true });
        await page.waitFor(`${level} < ${volume}`);
        const at = await page.evaluate('window.__deck.currentTime');
        await page.press('j');
        await page.waitFor(`window.__deck.currentTime < ${at}`);
        await page.press('?');
        await page.waitForElement(id('help-dialog'));
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('help-dialog')}')`);
    });
    await step('searches after a pause, with one request for the music', async () => {
        await page.press('/');
        await page.waitFor('document.activeElement?.type === "search"');
        await page.evaluate('performance.clearResourceTimings()');
        await page.type(long.title.slice(0, 6));
        await page.waitForElement(`${id('search-results')} ${id('track-row')}`);
        const requests = await page.evaluate(`performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/v1/search?')).length`);
        expect(requests === 1, `${requests} requests were made.`);
        expect((await page.evaluate('location.search')).includes('q='), 'The address does not keep the search.');
    });
    await step('keeps session, queue and place through a reload, and goes on', async () => {
        await page.evaluate(`document.activeElement?.blur()`);
        await page.press('k');
        await page.waitFor(`!${sounding}`);
        const at = await page.evaluate('window.__deck.currentTime');
        await page.waitFor(`fetch('/api/v1/queue').then((reply) => reply.json()).then(({ positionMs }) => Math.abs(positionMs - ${at * 1000}) < 2000)`);
        await page.follow('/');
        await page.reload();
        await page.waitForElement(id('resume-play'));
        await page.click(id('resume-play'));
        await page.waitFor(`${sounding}?.currentTime >= ${Math.max(0, at - 3)} && ${sounding}.currentTime < ${at + 8}`);
    });
    await step('counts a short track that is heard, goes on with the next by itself, and shows it in the history', async () => {
        const before = (await page.api('/history?limit=1')).items[0]?.id;
        const album = await page.api(`/albums/${short.albumId}`);
        const next = album.tracks[album.tracks.findIndex((track) => track.id === short.id) + 1];
        await playTrack(page, short);
        if (next) await page.waitFor(`document.querySelector('${id('player-title')}').textContent === ${JSON.stringify(next.title)} && ${sounding}?.currentTime > 0`, short.durationMs + 20_000);
        await page.waitFor(`fetch('/api/v1/history?limit=5').then((r) => r.json()).then((h) => h.items.some((play) => play.track.id === ${JSON.stringify(short.id)} && play.id !== ${JSON.stringify(before ?? '')}))`, short.durationMs + 20_000);
        await page.follow('/history');
        await page.waitFor(`[...document.querySelectorAll('${id('history-row')}')].some((row) => row.dataset.track === ${JSON.stringify(short.id)})`);
    });
}

async function correct(page) {
    const shows = (text) => page.waitFor(`document.querySelector('main').textContent.includes(${JSON.stringify(text)})`);
    await step('corrects a title, sees it in the list and in the history, and takes it back', async () => {
        const [track] = (await page.api('/tracks?sort=duration&order=asc&limit=1')).items;
        await page.follow(`/albums/${track.albumId}`);
        await page.click(`tr[data-track="${track.id}"] [aria-haspopup="menu"]`);
        await page.waitForElement('[role="menu"]');
        await page.press('End');
        for (let entries = 0; entries < 20 && await page.evaluate(`document.activeElement.textContent.trim()`) !== 'Track details'; entries += 1) await page.press('ArrowUp');
        await page.press('Enter');
        await page.waitFor(`location.pathname === ${JSON.stringify(`/tracks/${track.id}`)}`);
        await page.waitForElement(id('edit-track'));
        await page.click(id('edit-track'));
        await page.fill(`${id('edit-dialog')} ${id('field-title')}`, 'A corrected title');
        await page.click(id('edit-save'));
        await page.waitFor(`document.querySelector('h1')?.textContent === 'A corrected title'`);
        await page.waitFor(`document.querySelector('${id('edit')}')?.textContent.includes(${JSON.stringify(track.title)})`);
        if (shots) await page.screenshot(`${shots}/${run.scope}-track.png`);
        await page.follow(`/albums/${track.albumId}`);
        await shows('A corrected title');
        await page.follow(`/tracks/${track.id}`);
        await page.click(id('undo'));
        await page.waitFor(`document.querySelector('h1')?.textContent === ${JSON.stringify(track.title)}`);
        await page.follow(`/albums/${track.albumId}`);
        await shows(track.title);
    });
}

async function administer(page) {
    await step('scans the library and sees it end', async () => {
        await page.follow('/administration/library');
        await page.waitFor(`document.querySelector('${id('library-row')}') && !document.querySelector('${id('scan-start')}').disabled`);
        const before = (await page.api('/scans?limit=1')).items[0]?.id;
        await page.click(id('scan-start'));
        await page.waitFor(`fetch('/api/v1/scans?limit=1').then((r) => r.json()).then((s) => s.items[0].id !== ${JSON.stringify(before ?? '')} && s.items[0].state !== 'running')`);
        await page.waitFor(`!document.querySelector('${id('scan-start')}').disabled && !document.querySelector('${id('scan-progress')}')`);
    });
}

/** The differences on a phone: a tap plays, a finger seeks, and every view fits. */
async function phone(browser) {
    run.scope = '390';
    const page = await visit(browser, { width: 390, height: 844, dark: true });
    await signInAtOnce(page, admin.username, admin.password);
    await page.open(`${base}/`);
    await page.waitForElement(id('album-card'));
    const [long] = (await page.api('/tracks?sort=duration&order=desc&limit=1')).items;
    await step('plays a track that is tapped, and seeks', async () => {
        await playTrack(page, long);
        await page.waitFor(`${sounding}?.currentTime > 0.2`);
        await seek(page);
    });
    await fits(page);
    await page.close();
    pages.pop();
}

/** @param {import('./page.mjs').Page} page */
async function fits(page) {
    await step('no view is wider than the screen', async () => {
        for (const path of ['/', '/library/albums', '/library/tracks', '/queue', '/now-playing', '/profile', '/administration/users', '/administration/library']) {
            await page.follow(path);
            await page.waitForElement('main h1');
            await page.settle();
            const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(extra <= 0, `${path} is ${extra} px too wide.`);
        }
    });
    await step('no console error and no policy violation', async () => {
        expect(page.problems().length === 0, page.problems().join(' | '));
    });
}

const browser = await Browser.launch();
try {
    const size = { width: 1280, height: 800, hasMotion: true };
    run.scope = '1280';
    const page = await visit(browser, size);
    await begin(page, setupLink !== undefined);
    await listen(page);
    // Motion slows each page down a lot in a browser without a graphics card.
    page.hasMotion = false;
    await page.setScheme(false);
    await correct(page);
    await administer(page);
    await invite(browser, page, { width: 1280, height: 800 });
    await fits(page);
    await page.close();
    pages.pop();
    await phone(browser);
} catch (error) {
    run.failed += 1;
    console.log(`FAIL ${run.scope} ${error.stack}`);
} finally {
    await browser.close();
}
console.log(run.failed === 0 ? 'ok   everything' : `FAIL ${run.failed} steps`);
process.exitCode = run.failed === 0 ? 0 : 1;
