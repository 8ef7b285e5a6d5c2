// Folders of playlists: made, filled and emptied in the side bar by menus, by a mouse and by the keyboard; another window sees it at once,
// and so does a phone, where they stand in the library.
//
//   RONDO_URL                    a server with a few tracks
//   RONDO_USER, RONDO_PASSWORD   an admin
//   RONDO_AXE, RONDO_SHOTS       axe.min.js, and a folder for screenshots, if wanted

import { readFile } from 'node:fs/promises';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const { RONDO_SHOTS: shots, RONDO_AXE: axe } = process.env;
const problems = [];

/** A signed-in page with what this journey does in it. */
async function visit(browser, width, height, dark) {
    const page = await signedIn(browser, width, height, dark);
    await page.waitFor('location.pathname === "/"');
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    page.api = (path, method = 'GET', body) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify({ method, headers: body && { 'Content-Type': 'application/json' }, body: body && JSON.stringify(body) })}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'`);
    };
    page.choose = async (selector, label) => {
        await page.click(selector);
        await page.pick(label);
    };
    page.pick = async (label) => {
        await page.waitForElement('[role="menu"]');
        await page.evaluate(`[...document.querySelectorAll('[role="menu"] button')].find((b) => b.textContent.includes(${JSON.stringify(label)})).click()`);
    };
    page.name = async (text) => {
        await page.fill(`${id('playlist-folder-dialog')} ${id('field-name')}`, text);
        await page.click(id('playlist-folder-save'));
        await page.gone(id('playlist-folder-dialog'));
    };
    page.into = async (name) => {
        await page.waitForElement(id('choose-folder'));
        await page.evaluate(`[...document.querySelectorAll('${id('place')}')].find((b) => b.textContent.includes(${JSON.stringify(name)})).click()`);
        await page.gone(id('choose-folder'));
    };
    page.gone = (selector) => page.waitFor(`!document.querySelector(${JSON.stringify(selector)})`);
    page.shows = (tree, ms) => page.waitFor(`(${OUTLINE})() === ${JSON.stringify(tree)}`, ms);
    page.shot = async (name, isChecked = true) => {
        // Colors fade into each other.
        if (axe || shots) await pause(500);
        if (axe && isChecked) {
            await page.atRest();
            await page.evaluate(await readFile(axe, 'utf8').then((text) => `${text}; true`));
            const found = await page.evaluate(`axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 160)).join(' | ')))`);
            problems.push(...found.map((one) => `${name}: ${one}`));
        }
        if (shots) await page.screenshot(`${shots}/playlist-folders-${name}.png`);
    };
    return page;
}

/** The side bar's list as text: folders end in a colon, and what an open one holds stands in brackets. */
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

const browser = await Browser.launch();
try {
    const page = await visit(browser, 1280, 800, false);
    const { items: tracks } = await page.api('/tracks?limit=8');
    const lists = {};
    for (const [index, name] of ['Rain', 'Running', 'Kitchen', 'Evening'].entries()) {
        lists[name] = (await page.api('/playlists', 'POST', { name, trackIds: tracks.slice(index, index + 4).map((one) => one.id) })).id;
    }
    const other = await visit(browser, 1280, 800, true);
    const phone = await visit(browser, 390, 844, true);
    const toggle = (name) => `${id('own-folder')}[title="${name}"]`;
    const link = (name) => `[data-own-playlist="${lists[name]}"]`;

    await step('a folder is made beside the playlists, and another one in it from its menu', async () => {
        await page.shows('Evening,Kitchen,Running,Rain');
        await page.click(id('nav-new-folder'));
        await page.name('Moods');
        await page.shows('Moods:,Evening,Kitchen,Running,Rain');
        await page.hover(toggle('Moods'));
        await page.choose(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'New folder in it');
        await page.name('Quiet');
        await page.click(toggle('Moods'));
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
        await other.shows('Moods:,Evening,Kitchen,Running,Rain');
    });
    await step('a playlist is dragged onto a folder, taken back, and dragged out again', async () => {
        const at = async (selector) => { const { x, y } = await page.point(selector); return { x, y }; };
        await page.drag(link('Rain'), await at(toggle('Quiet')), () => page.shot('dragged', false));
        await page.waitFor(`document.querySelector('${toggle('Quiet')}')?.textContent.includes('1 playlist')`);
        await other.waitFor(`document.querySelector('${toggle('Quiet')}')?.textContent.includes('1 playlist')`);
        await page.evaluate(`document.querySelector('[data-toast="filed"] [data-action]').click()`);
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
        await page.drag(link('Rain'), await at(toggle('Moods')));
        await page.shows('Moods:[Quiet:,Rain],Evening,Kitchen,Running');
        await page.drag(link('Rain'), await at(id('nav-playlists')));
        await page.shows('Moods:[Quiet:],Evening,Kitchen,Running,Rain');
    });
    await step('"Move to folder" is in the menu of a playlist, and another window sees it without a reload', async () => {
        for (const [name, folder] of [['Rain', 'Quiet'], ['Evening', 'Quiet'], ['Running', 'Moods']]) {
            await page.follow(`/playlists/${lists[name]}`);
            await page.choose(id('playlist-menu'), 'Move to folder');
            if (name === 'Running') await page.shot('choose');
            await page.into(folder);
        }
        await page.shows('Moods:[Quiet:,Running],Kitchen');
        await other.shows('Moods:,Kitchen');
    });
    await step('arrow keys open and close folders, and what is open stays so on this device', async () => {
        await page.evaluate(`document.querySelector('${toggle('Quiet')}').focus()`);
        await page.press('ArrowRight');
        await page.shows('Moods:[Quiet:[Evening,Rain],Running],Kitchen');
        await page.press('Tab');
        await page.press('Tab');
        await page.press('ArrowLeft');
        expect(await page.evaluate(`document.activeElement === document.querySelector('${toggle('Quiet')}')`), 'The arrow does not lead to the folder.');
        await page.reload();
        await page.shows('Moods:[Quiet:[Evening,Rain],Running],Kitchen');
        await page.shot('side-light');
        // A list that is drawn once more after the reload takes the focus along.
        for (let tries = 3, isClosed = false; !isClosed; tries -= 1) {
            await page.evaluate(`document.querySelector('${toggle('Quiet')}').focus()`);
            await page.press('ArrowLeft');
            isClosed = await page.shows('Moods:[Quiet:,Running],Kitchen', 4000).then(() => true, () => tries === 0);
        }
        await page.shows('Moods:[Quiet:,Running],Kitchen');
        await other.shows('Moods:,Kitchen');
    });
    await step('the library shows folders first, and what is in one on a page of its own', async () => {
        await page.follow('/playlists');
        await page.waitFor(`document.querySelectorAll('main ${id('folder-tile')}').length === 1 && document.querySelectorAll('main ${id('playlist-card')}').length === 1`);
        await page.shot('library-light');
        await page.click(`main ${id('folder-tile')} a`);
        await page.waitForElement(id('folder-head'));
        await page.waitFor(`document.querySelector('main ${id('folder-tile')}').textContent.includes('Quiet') && document.querySelector('main ${id('playlist-card')}').textContent.includes('Running')`);
        await page.shot('folder-light');
        await other.follow('/playlists');
        await other.waitForElement(`main ${id('folder-tile')}`);
        await other.shot('library-dark');
    });
    await step('a rail has the folders as signs with their names', async () => {
        await other.click(toggle('Moods'));
        await other.setViewport(820, 1000, true);
        await other.waitFor(`document.querySelector('${toggle('Moods')}').title === 'Moods' && document.querySelector('${toggle('Moods')}').getBoundingClientRect().width < 80`);
        await other.shot('rail-dark');
        await other.setViewport(1280, 800, true);
    });
    await step('a phone has them in the library: a playlist is made in a folder, and another one moved there', async () => {
        await phone.follow('/playlists');
        await phone.waitForElement(`main ${id('folder-tile')}`);
        await phone.shot('phone-dark');
        await phone.click(`main ${id('playlist-card')} [data-card-menu]`);
        await phone.pick('Move to folder');
        await phone.waitForElement(id('choose-folder'));
        await phone.shot('phone-choose');
        await phone.into('Moods');
        await phone.gone(`main ${id('playlist-card')}`);
        await page.shows('Moods:[Quiet:,Kitchen,Running]');
        await phone.click(`main ${id('folder-tile')} a`);
        await phone.waitForElement(id('folder-head'));
        await phone.waitFor(`document.querySelectorAll('main ${id('playlist-card')}').length === 2`);
        await phone.setViewport(390, 844, false);
        await phone.shot('phone-folder');
        const wide = await phone.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(!wide, 'The page scrolls sideways.');
        await phone.choose(id('this-folder'), 'New playlist in it');
        await phone.fill(`${id('playlist-dialog')} ${id('field-name')}`, 'On the way');
        await phone.click(id('playlist-save'));
        await phone.waitFor('/^\\/playlists\\/[^/]+$/.test(location.pathname)');
        await page.shows('Moods:[Quiet:,On the way,Kitchen,Running]');
    });
    await step('a folder goes neither into itself nor away with what is in it', async () => {
        await page.hover(toggle('Moods'));
        await page.choose(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'Move to folder');
        await page.waitForElement(id('choose-folder'));
        expect(await page.evaluate(`[...document.querySelectorAll('${id('place')}')].every((b) => b.disabled === (b.dataset.place !== ''))`), 'It could be put into itself.');
        await page.press('Escape');
        await page.hover(toggle('Moods'));
        await page.choose(`${toggle('Moods')} ~ [data-folder-menu-of]`, 'Delete folder');
        await page.click(id('confirm'));
        await page.shows('Quiet:,On the way,Kitchen,Running');
        await other.shows('Quiet:,On the way,Kitchen,Running');
    });
    await step('axe finds nothing, and no page made an error', async () => {
        expect(problems.length === 0, problems.join('\n'));
        for (const one of [page, other, phone]) expect(one.errors.length === 0, one.errors.join('\n'));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
