// Likes, ratings and playlists in two real browsers side by side: what one person does on one device the others show without a reload.
//
//   RONDO_URL       a server with some tracks
//   RONDO_USER, RONDO_PASSWORD      a person
//   RONDO_OTHER, RONDO_OTHER_PASSWORD   another one
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
async function visit(browser, size, username, password) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`, 20_000);
    };
    page.snap = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size.width}.png`); };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

const titles = `[...document.querySelectorAll('main tr[data-entry] .track-title')].map((one) => one.textContent)`;

async function judge(page, phone, track) {
    await step('a heart turns on the other device too, and leads to what is liked', async () => {
        await page.follow(`/tracks/${track.id}`);
        await phone.follow(`/albums/${track.albumId}`);
        await page.waitForElement(`.hero ${id('like-track')}`);
        await page.click(`.hero ${id('like-track')}`);
        await phone.waitFor(`document.querySelector('tr[data-track="${track.id}"] ${id('like-track')}')?.getAttribute('aria-pressed') === 'true'`);
        await phone.follow('/library/liked');
        await phone.waitForElement(`tr[data-track="${track.id}"]`);
        await phone.snap('liked');
    });
    await step('stars are given by mouse and by keyboard, in half steps', async () => {
        await page.click(id('star-3.5'));
        await page.waitFor(`fetch('/api/v1/tracks/${track.id}/rating').then((r) => r.json()).then((o) => o.rating === 3.5)`);
        await page.evaluate(`document.querySelector('.rating input:checked').focus()`);
        await page.press('ArrowRight');
        await page.press('ArrowRight');
        await page.waitFor(`fetch('/api/v1/tracks/${track.id}/rating').then((r) => r.json()).then((o) => o.rating === 4.5)`);
        await page.waitFor(`document.querySelector('[data-average]').textContent.includes('4.5')`);
        await page.snap('track');
    });
    await step('a review is written, and the filter of the list finds the track', async () => {
        await page.fill(id('review'), 'Fine');
        await page.click(id('save-review'));
        await page.waitForElement(id('reviews'));
        await page.follow('/library/tracks?liked=true&rating_min=4.5');
        await page.waitForElement(`tr[data-track="${track.id}"]`);
        expect(await page.evaluate(`document.querySelectorAll('main tr[data-track]').length`) === 1, 'The list shows more than that.');
        await page.follow('/library/tracks?rating_min=5');
        await page.waitForElement(id('empty-state'));
    });
}

async function arrange(page, other, tracks) {
    let path;
    await step('a playlist is made in the dialog of a track’s menu', async () => {
        await page.follow(`/tracks/${tracks[0].id}`);
        await page.click('[data-menu]');
        await page.waitForElement('[role="menu"]');
        await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => /playlist/i.test(one.textContent)).click()`);
        await page.waitForElement(id('add-to-playlist'));
        await page.fill(`${id('add-to-playlist')} ${id('field-name')}`, 'Journey');
        await page.click(id('add-new'));
        await page.waitFor(`!document.querySelector('${id('add-to-playlist')}')`);
        const [made] = (await page.api('/playlists?whose=own')).items;
        path = `/playlists/${made.id}`;
        await page.follow(path);
        await page.waitFor(`${titles}.length === 1`);
        expect(await other.evaluate(`fetch('/api/v1${path}').then((r) => r.status)`) === 404, 'Another person reads it.');
    });
    await step('what is added elsewhere comes in by itself, for readers too once they may', async () => {
        await page.click(id('edit-playlist'));
        await page.waitForElement(id('playlist-dialog'));
        await page.evaluate(`document.querySelector('${id('playlist-dialog')} [name=visibility]').value = 'public'`);
        await page.click(id('playlist-save'));
        await page.waitFor(`!document.querySelector('${id('playlist-dialog')}')`);
        await other.follow(path);
        await other.waitFor(`document.querySelectorAll('main tr[data-track]').length === 1`);
        const ids = JSON.stringify(tracks.slice(1, 4).map((track) => track.id));
        await page.evaluate(`fetch('/api/v1${path}/entries', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ trackIds: ${ids} }) })`);
        await page.waitFor(`${titles}.length === 4`);
        await other.waitFor(`document.querySelectorAll('main tr[data-track]').length === 4`);
        expect(await other.evaluate(`!document.querySelector('.track-entry, [data-grip]')`), 'A reader is offered changes.');
        await page.snap('playlist');
        await other.snap('playlist-reader');
    });
    const order = async (...places) => {
        const wanted = JSON.stringify(places.map((place) => tracks[place].title));
        await page.waitFor(`JSON.stringify(${titles}) === ${JSON.stringify(wanted)}`);
    };
    await step('entries are moved by keyboard and by mouse', async () => {
        await order(0, 1, 2, 3);
        await page.evaluate(`document.querySelector('tr[data-index="0"] [data-track-menu]').focus()`);
        await page.send('Input.dispatchKeyEvent', { type: 'keyDown', modifiers: 1, key: 'ArrowDown', code: 'ArrowDown', windowsVirtualKeyCode: 40 });
        await order(1, 0, 2, 3);
        await page.waitFor(`document.activeElement?.closest('tr')?.dataset.index === '1'`);
        const from = await page.point('tr[data-index="3"] [data-grip]');
        const to = await page.point('tr[data-index="0"] [data-grip]');
        await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: from.x, y: from.y });
        await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', x: from.x, y: from.y, button: 'left', clickCount: 1 });
        for (const part of [0.3, 0.7, 1]) await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: from.x, y: from.y + (to.y - 12 - from.y) * part, button: 'left', buttons: 1 });
        await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x: from.x, y: to.y - 12, button: 'left', clickCount: 1 });
        await order(3, 1, 0, 2);
    });
    await step('some are selected and removed', async () => {
        const opacity = `getComputedStyle(document.querySelector('tr[data-index="2"] ${id('select-song')}')).opacity`;
        await page.waitFor(`${opacity} === '0'`);
        await page.click(`tr[data-index="0"] ${id('select-song')}`);
        await page.waitFor(`${opacity} === '1'`);
        await page.click(`tr[data-index="2"] ${id('select-song')}`);
        await page.snap('playlist-selected');
        await page.click(id('remove-selected'));
        await order(1, 2);
        await other.waitFor(`document.querySelectorAll('main tr[data-track]').length === 2`);
    });
    await step('an invited editor changes it too, and what both do at once comes together', async () => {
        await page.click(id('edit-playlist'));
        await page.waitForElement(id('playlist-dialog'));
        await page.evaluate(`(() => { const select = document.querySelector('${id('playlist-dialog')} [name=visibility]'); select.value = 'collaborative'; select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.fill(`${id('playlist-dialog')} [name=editors]`, process.env.RONDO_OTHER);
        await page.click(id('playlist-save'));
        await page.waitFor(`!document.querySelector('${id('playlist-dialog')}')`);
        await other.follow('/playlists');
        await other.follow(path);
        await other.waitForElement('[data-grip]');
        const [first] = (await page.api(`${path}/entries`)).items;
        const send = (who, tail, body) => who.evaluate(`fetch('/api/v1${path}/entries${tail}', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} }).then((reply) => reply.status)`);
        const statuses = await Promise.all([
            send(page, '/move', { entryIds: [first.id], after: null }), send(other, '', { trackIds: [tracks[0].id] }), send(page, '', { trackIds: [tracks[3].id] }),
            send(other, '', { trackIds: [tracks[3].id], revision: 1 }),
        ]);
        expect(JSON.stringify(statuses) === '[200,200,200,409]', `Answers were ${statuses}.`);
        await page.waitFor(`${titles}.length === 4`);
        await other.waitFor(`${titles}.length === 4`);
        expect(JSON.stringify(await page.evaluate(titles)) === JSON.stringify(await other.evaluate(titles)), 'They see different orders.');
    });
    await step('it takes a cover, is shuffled, and is duplicated', async () => {
        await page.click(id('edit-playlist'));
        await page.waitForElement(id('playlist-dialog'));
        await page.evaluate(`(async () => {
            const canvas = Object.assign(document.createElement('canvas'), { width: 64, height: 64 });
            canvas.getContext('2d').fillRect(0, 0, 64, 64);
            const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
            const files = new DataTransfer();
            files.items.add(new File([blob], 'cover.png', { type: 'image/png' }));
            const input = document.querySelector('[data-cover]');
            input.files = files.files;
            input.dispatchEvent(new Event('change', { bubbles: true }));
        })()`);
        await page.click(id('playlist-save'));
        await page.waitFor(`document.querySelector('.hero-cover img, img.hero-cover')?.src.includes('/api/v1/images/')`);
        await other.waitFor(`document.querySelector('.hero-cover img, img.hero-cover')?.src.includes('/api/v1/images/')`);
        await page.snap('playlist-cover');
        await page.click(id('shuffle-all'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`, 20_000);
        await page.click(id('playlist-menu'));
        await page.waitForElement('[role="menu"]');
        await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => /duplicate/i.test(one.textContent)).click()`);
        await page.waitFor(`location.pathname.startsWith('/playlists/') && location.pathname !== '${path}' && ${titles}.length === 4`);
        await page.follow(path);
        await page.waitFor(`${titles}.length === 4`);
    });
    await step('it plays, and goes only when that is confirmed', async () => {
        // The shuffled tracks from above may still play: then the button pauses.
        const face = `document.querySelector('${id('play-all')}').textContent.trim()`;
        if (await page.evaluate(`${face} === 'Play'`)) await page.click(id('play-all'));
        await page.waitFor(`${face} === 'Pause' && [...document.querySelectorAll('audio')].some((deck) => !deck.paused)`, 20_000);
        await page.click(id('playlist-menu'));
        await page.waitForElement('[role="menu"]');
        await page.press('End');
        await page.press('Enter');
        await page.waitForElement(id('confirm-dialog'));
        await page.click(id('confirm'));
        await page.waitFor('location.pathname === "/playlists"');
        await other.waitForElement(id('error-state'));
    });
}

const browser = await Browser.launch();
try {
    const page = await visit(browser, { width: 1280, height: 800 }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const phone = await visit(browser, { width: 390, height: 844, dark: true }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const other = await visit(browser, { width: 1280, height: 800 }, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
    const tracks = (await page.api('/tracks?limit=4')).items;
    await judge(page, phone, tracks[0]);
    await arrange(page, other, tracks);
    await step('search finds playlists, people and stations too, and remembers what was searched for', async () => {
        await other.evaluate(`fetch('/api/v1/me/sharing', { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"opinions":"gateway"}' })`);
        await page.evaluate(`fetch('/api/v1/radio', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Beach radio', streamUrl: 'https://radio.example/beach' }) })`);
        await page.evaluate(`fetch('/api/v1/playlists', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ name: 'Days at the beach' }) })`);
        await page.follow('/search');
        await page.fill(id('search-input'), 'bea');
        await page.waitFor(`document.querySelector('${id('found-people')}')?.textContent.includes('bea') && document.querySelector('${id('found-stations')}')?.textContent.includes('Beach radio') && document.querySelector('${id('found-playlists')}')?.textContent.includes('Days at the beach')`);
        await page.snap('search');
        await page.click(`${id('found-people')} a`);
        await page.waitFor(`location.pathname.startsWith('/people/')`);
        await page.follow('/search');
        await page.waitFor(`document.querySelector('${id('recent-search')}')?.textContent === 'bea'`);
        await page.click(id('recent-search'));
        await page.waitForElement(id('found-people'));
    });
    await step('who has played nothing sees under "Most played" what others play, or all by name', async () => {
        await other.follow('/library/tracks?sort=plays');
        await other.waitFor(`document.querySelectorAll('main tr[data-track]').length > 0 && !document.querySelector('${id('list-note')}').hidden`);
        await other.follow('/library/genres');
        await other.click(id('popular-tile'));
        await other.waitFor(`location.pathname === '/library/popular' && document.querySelector('${id('track-card')}, ${id('empty-state')}')`);
    });
    await step('no view is wider than a phone', async () => {
        for (const path of ['/playlists', '/library/liked', '/library/liked?kind=albums', `/tracks/${tracks[0].id}`, `/albums/${tracks[0].albumId}`, '/profile', '/settings/feedback', '/library/popular', '/search?q=bea']) {
            await phone.follow(path);
            const extra = await phone.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(extra <= 0, `${path} is ${extra} px too wide.`);
        }
    });
    await step('no console error and no policy violation', async () => {
        const problems = [page, phone, other].flatMap((one) => one.errors).filter((line) => !/status of (401.*\/api\/v1\/me|40[49].*\/playlists\/)/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
