// Dragging: playlists into folders of the sidebar and out again, and songs within a playlist. Another window sees it at once. A collapsed sidebar and
// a phone show the folders differently.
//
//   RONDO_URL                    a server with a few tracks
//   RONDO_USER, RONDO_PASSWORD   an admin
//   RONDO_AXE, RONDO_SHOTS       axe.min.js, and a folder for screenshots, if wanted

import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const { RONDO_SHOTS: shots } = process.env;

/** The sidebar's list as text: folders end in a colon, and the content of an open one is in brackets. */
const OUTLINE = `() => {
    const text = (row) => row.querySelector('.own-name').textContent;
    const list = (element) => [...element.children].map((item) => {
        const toggle = item.querySelector('[data-toggle-folder]');
        if (!item.matches('.own-folder')) return item.querySelector('.own-name') ? text(item) : '';
        const isOpen = toggle.getAttribute('aria-expanded') === 'true';
        return text(toggle) + ':' + (isOpen ? '[' + list(item.querySelector('.own-inner')) + ']' : '');
    }).filter(Boolean).join(',');
    return list(document.querySelector('[data-own]'));
}`;

/** Adds this journey's helper functions to a page. */
function equip(page) {
    page.api = (path, method = 'GET', body) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify({ method, headers: body && { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'`);
    };
    page.shows = (tree) => page.waitFor(`(${OUTLINE})() === ${JSON.stringify(tree)}`);
    page.shot = async (name) => {
        if (!shots) return;
        await page.atRest();
        await page.screenshot(`${shots}/playlist-folders-${name}.png`);
    };
    return page;
}

const browser = await Browser.launch();
try {
    const page = equip(await signedIn(browser, 1280, 800, false));
    await page.waitFor('location.pathname === "/"');
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    const { items: tracks } = await page.api('/tracks?limit=8');
    const lists = {};
    for (const [index, name] of ['Rain', 'Running', 'Kitchen', 'Evening'].entries()) {
        lists[name] = (await page.api('/playlists', 'POST', { name, trackIds: tracks.slice(index, index + 4).map((one) => one.id) })).id;
    }
    const moods = await page.api('/playlist-folders', 'POST', { name: 'Moods' });
    await page.api('/playlist-folders', 'POST', { name: 'Quiet', parentId: moods.id });
    const other = equip(await browser.tab(page));
    await other.setViewport(1280, 800, true);
    await other.open(`${process.env.RONDO_URL.replace(/\/$/, '')}/playlists`);
    const toggle = (name) => `${id('own-folder')}[title="${name}"]`;
    const link = (name) => `[data-own-playlist="${lists[name]}"]`;

    await step('a playlist is dragged onto a folder, taken back, and dragged out again; another window sees it', async () => {
        const at = async (selector) => { const { x, y } = await page.point(selector); return { x, y }; };
        await page.click(toggle('Moods'));
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
        await page.drag(link('Rain'), await at(toggle('Quiet')), () => page.shot('dragged'));
        await page.waitFor(`document.querySelector('${toggle('Quiet')}')?.textContent.includes('1 playlist')`);
        await other.waitFor(`document.querySelector('${toggle('Quiet')}')?.textContent.includes('1 playlist')`);
        await page.evaluate(`document.querySelector('[data-toast="filed"] [data-action]').click()`);
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
        await page.drag(link('Rain'), await at(toggle('Moods')));
        await page.shows('Moods:[Quiet:,Rain],Evening,Kitchen,Running');
        await page.drag(link('Rain'), await at(id('nav-playlists')));
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
        await accessible(page);
    });
    await step('songs of a playlist are dragged by their grips; the boxes to select them show once one is selected', async () => {
        const titles = `[...document.querySelectorAll('main tr[data-entry] .track-title')].map((one) => one.textContent)`;
        const order = (...places) => page.waitFor(`JSON.stringify(${titles}) === ${JSON.stringify(JSON.stringify(places.map((place) => tracks[place].title)))}`);
        await page.follow(`/playlists/${lists.Rain}`);
        await order(0, 1, 2, 3);
        const from = await page.point('tr[data-index="3"] [data-grip]');
        const to = await page.point('tr[data-index="0"] [data-grip]');
        await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: from.x, y: from.y });
        await page.send('Input.dispatchMouseEvent', { type: 'mousePressed', x: from.x, y: from.y, button: 'left', clickCount: 1 });
        for (const part of [0.3, 0.7, 1]) await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: from.x, y: from.y + (to.y - 12 - from.y) * part, button: 'left', buttons: 1 });
        await page.send('Input.dispatchMouseEvent', { type: 'mouseReleased', x: from.x, y: to.y - 12, button: 'left', clickCount: 1 });
        await order(3, 0, 1, 2);
        const opacity = `getComputedStyle(document.querySelector('tr[data-index="2"] ${id('select-song')}')).opacity`;
        await page.waitFor(`${opacity} === '0'`);
        await page.click(`tr[data-index="0"] ${id('select-song')}`);
        await page.waitFor(`${opacity} === '1'`);
        await page.shot('selected');
    });
    await step('a rail has the folders as signs with their names', async () => {
        await other.setViewport(820, 1000, true);
        await other.waitFor(`document.querySelector('${toggle('Moods')}').title === 'Moods' && document.querySelector('${toggle('Moods')}').getBoundingClientRect().width < 80`);
        await other.shot('rail-dark');
    });
    await step('a phone has them in the library', async () => {
        await page.api(`/playlists/${lists.Running}/folder`, 'PUT', { folderId: moods.id });
        await other.setViewport(390, 844, true);
        await other.waitForElement(`main ${id('folder-tile')}`);
        await accessible(other);
        await other.shot('phone-dark');
        await other.click(`main ${id('folder-tile')} a`);
        await other.waitForElement(`main ${id('playlist-card')} [data-card-menu]`);
        await other.click(`main ${id('playlist-card')} [data-card-menu]`);
        await other.waitForElement('[role="menu"]');
        await other.evaluate(`[...document.querySelectorAll('[role="menu"] button')].find((b) => b.textContent.includes('Move to folder')).click()`);
        await other.waitForElement(id('choose-folder'));
        await accessible(other, id('choose-folder'));
        await other.shot('phone-choose');
        expect(await other.evaluate('document.documentElement.scrollWidth <= innerWidth'), 'The page scrolls sideways.');
    });
    await step('no page made an error', async () => {
        for (const one of [page, other]) expect(one.errors.length === 0, one.errors.join('\n'));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
