// Two people with their shelves, wishes and notifications, in a real browser against a real server: what one does changes the other's
// screen, and one's own in another window, without loading anything anew.
//
//   RONDO_URL       a server with a library of at least two tracks
//   RONDO_PASSWORD  of the people `bob`, a contributor, and `mo`, a moderator
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
async function visit(browser, username, size) {
    const page = await browser.context(size);
    page.api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.post = (path, body) => page.api(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    page.shows = (text, selector = 'main') => page.waitFor(`document.querySelector(${JSON.stringify(selector)})?.textContent.includes(${JSON.stringify(text)})`);
    page.hides = (text, selector = 'main') => page.waitFor(`!document.querySelector(${JSON.stringify(selector)}).textContent.includes(${JSON.stringify(text)})`);
    page.gone = (selector) => page.waitFor(`!document.querySelector(${JSON.stringify(selector)})`);
    page.choose = (selector, value) => page.evaluate(`(() => { const s = document.querySelector(${JSON.stringify(selector)}); s.value = ${JSON.stringify(value)}; s.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1')`);
    };
    page.menu = async (selector, label) => {
        await page.click(selector);
        await page.waitForElement('[role="menu"]');
        await page.evaluate(`[...document.querySelectorAll('[role="menu"] button')].find((b) => b.textContent.includes(${JSON.stringify(label)})).click()`);
    };
    page.shot = async (name) => { if (shots) { await pause(500); await page.screenshot(`${shots}/${name}.png`); } };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    // A reload of the page would lose this mark.
    await page.evaluate('window.neverReloaded = true');
    return page;
}

const unread = (page, count) => page.waitFor(count === 0
    ? `[...document.querySelectorAll('${id('unread')}')].every((b) => b.hidden)`
    : `[...document.querySelectorAll('${id('unread')}')].some((b) => !b.hidden && b.textContent === '${count}')`);

const browser = await Browser.launch();
try {
    const bob = await visit(browser, 'bob', { width: 1280, height: 800 });
    const other = await visit(browser, 'bob', { width: 1280, height: 800, dark: true });
    const mo = await visit(browser, 'mo', { width: 390, height: 844, dark: true });
    const [track, second] = (await bob.api('/tracks?sort=title&limit=2')).items;

    await step('a folder is made with an icon, and the other window shows it', async () => {
        await other.follow('/shelf');
        await other.waitForElement(id('empty-state'));
        await bob.follow('/shelf');
        await bob.waitForElement(id('empty-state'));
        await bob.shot('shelf-empty');
        await bob.click(id('new-folder'));
        await bob.fill(`${id('folder-dialog')} ${id('field-name')}`, 'Concerts <live>');
        await bob.click(id('icon-concert'));
        await bob.shot('folder-dialog');
        await bob.click(id('folder-save'));
        await bob.gone(id('folder-dialog'));
        await bob.shows('Concerts <live>', id('folders'));
        await other.shows('Concerts <live>', id('folders'));
    });
    await step('a second folder of the same name is refused by name', async () => {
        await bob.click(id('new-folder'));
        await bob.fill(`${id('folder-dialog')} ${id('field-name')}`, 'concerts <LIVE>');
        await bob.click(id('folder-save'));
        await bob.shows('You have a folder with this name', id('folder-dialog'));
        await bob.fill(`${id('folder-dialog')} ${id('field-name')}`, 'Favorites');
        await bob.click(id('icon-heart'));
        await bob.click(id('folder-save'));
        await bob.gone(id('folder-dialog'));
        await other.waitFor(`document.querySelectorAll('${id('folder-card')}').length === 2`);
    });
    await step('an entry is typed in with what it needs, and what it must not be is said', async () => {
        await bob.click(id('add-item'));
        await bob.waitForElement(id('item-dialog'));
        await bob.click(id('item-save'));
        await bob.waitFor(`document.activeElement?.name === 'title' && document.activeElement.getAttribute('aria-invalid') === 'true'`);
        await bob.fill(`${id('item-dialog')} ${id('field-title')}`, 'Evening in the old barn');
        await bob.fill(`${id('item-dialog')} ${id('field-artist')}`, 'The Travelers');
        await bob.fill(`${id('item-dialog')} ${id('field-duration')}`, 'long');
        await bob.click(id('item-save'));
        await bob.shows('Write it like 3:45', id('item-dialog'));
        await bob.fill(`${id('item-dialog')} ${id('field-duration')}`, '1:32:00');
        await bob.choose(`${id('item-dialog')} [name=rating]`, '4.5');
        await bob.evaluate(`(() => { const s = document.querySelector('${id('item-dialog')} [name=folder]'); s.value = [...s.options].find((o) => o.text.startsWith('Concerts')).value; })()`);
        await bob.fill(`${id('item-dialog')} ${id('field-comment')}`, 'It rained, and nobody left.');
        await bob.shot('item-dialog');
        await bob.click(id('item-save'));
        await bob.gone(id('item-dialog'));
        await other.waitFor(`[...document.querySelectorAll('${id('folder-card')}')].some((c) => c.textContent.includes('1 item'))`);
    });
    await step('a track is put into a folder from its menu', async () => {
        await bob.follow(`/albums/${track.albumId}`);
        await bob.waitForElement(id('track-row'));
        await bob.menu(`${id('track-row')} [data-track-menu]`, 'Put on shelf');
        await bob.waitForElement(id('pick-folder'));
        await bob.shot('put-dialog');
        await bob.click(id('pick-folder'));
        await bob.gone(id('put-dialog'));
        await bob.menu('[data-album-menu]', 'Put on shelf');
        await bob.waitForElement(id('pick-none'));
        await bob.click(id('pick-none'));
        await bob.gone(id('put-dialog'));
        await bob.post('/shelf/items/put', { folderId: null, trackIds: [second.id] });
    });
    await step('a folder is sorted and searched, and changes while one looks', async () => {
        const folder = (await bob.api('/shelf/folders')).items.find((one) => one.name.startsWith('Concerts'));
        await bob.follow(`/shelf/folders/${folder.id}`);
        await bob.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 2`);
        await bob.shot('folder');
        await bob.choose(id('shelf-sort'), 'rating');
        await bob.waitFor(`document.querySelector('${id('shelf-item')}')?.textContent.includes('Evening')`);
        await other.follow(`/shelf/folders/${folder.id}`);
        await other.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 2`);
        await other.evaluate(`document.querySelector('${id('item-menu')}').focus()`);
        await bob.fill(id('shelf-search'), 'rained');
        await bob.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 1`);
        await bob.post('/shelf/items', { title: 'Street music', folderId: folder.id });
        await other.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 3`);
        expect(await other.evaluate(`document.activeElement?.matches('${id('item-menu')}')`), 'The focus is gone.');
        await other.shot('folder-dark');
    });
    await step('items are selected, moved together and taken off', async () => {
        await bob.follow('/shelf/items');
        await bob.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 5`);
        await bob.shot('all-items');
        await bob.evaluate(`document.querySelectorAll('${id('select-item')}').forEach((box, i) => { if (i < 2) box.click(); })`);
        await bob.click(id('put-selected'));
        await bob.waitForElement(id('pick-folder'));
        await bob.evaluate(`[...document.querySelectorAll('${id('pick-folder')}')].find((b) => b.textContent.includes('Favorites')).click()`);
        await bob.gone(id('put-dialog'));
        const folder = (await bob.api('/shelf/folders')).items.find((one) => one.name === 'Favorites');
        expect(folder.itemCount === 2, `The folder holds ${folder.itemCount}.`);
        await bob.waitFor(`!document.querySelector('${id('select-item')}:checked')`);
        await bob.evaluate(`document.querySelector('${id('select-item')}').click()`);
        await bob.click(id('remove-selected'));
        await bob.click(id('confirm'));
        await bob.waitFor(`document.querySelectorAll('${id('shelf-item')}').length === 4`);
    });
    await step('an entry is linked to the track that it is', async () => {
        const { id: entry } = await bob.post('/shelf/items', { title: second.title, rating: 3.5 });
        await bob.post('/shelf/items/remove', { ids: (await bob.api('/shelf/items?kind=track')).items.map((one) => one.id) });
        await bob.follow('/shelf/items');
        await bob.waitFor(`[...document.querySelectorAll('${id('shelf-item')}')].some((r) => r.textContent.includes('Typed in') && r.textContent.includes(${JSON.stringify(second.title)}))`);
        // By its name, since the row is drawn anew when what was done above is heard of.
        await bob.menu(`[data-key="${entry}"] [data-item-menu]`, 'Link to the library');
        await bob.waitForElement(id('music-choice'));
        await bob.click(id('music-choice'));
        await bob.shot('link-dialog');
        await bob.click(id('link-save'));
        await bob.gone(id('link-dialog'));
        const linked = (await bob.api('/shelf/items?kind=track')).items;
        expect(linked.length === 1 && linked[0].rating === 3.5 && linked[0].track.rating === 3.5, JSON.stringify(linked));
    });
    await step('folders are deleted together after a question, and keep what was in them', async () => {
        await bob.follow('/shelf');
        await bob.waitFor(`document.querySelectorAll('${id('folder-card')}').length === 2`);
        await bob.shot('shelf');
        await other.follow('/shelf');
        await other.waitFor(`document.querySelectorAll('${id('folder-card')}').length === 2`);
        await other.shot('shelf-dark');
        const before = (await bob.api('/shelf/folders')).itemCount;
        await bob.evaluate(`document.querySelectorAll('${id('select-folder')}').forEach((box) => box.click())`);
        await bob.click(id('delete-selected'));
        await bob.waitForElement(id('confirm-dialog'));
        await bob.shot('delete-folders');
        await bob.click(id('confirm'));
        await other.waitForElement(id('empty-state'));
        const after = await bob.api('/shelf/folders');
        expect(after.itemCount === before && after.unfiledCount === before, JSON.stringify(after));
    });
    await step('one wishes, the other sees it and backs it, and the bell rings without a reload', async () => {
        await mo.follow('/wishes');
        await mo.waitForElement(id('empty-state'));
        await bob.follow('/wishes');
        await unread(bob, 0);
        await bob.click(id('new-wish'));
        await bob.fill(`${id('wish-dialog')} ${id('field-title')}`, track.title);
        await bob.fill(`${id('wish-dialog')} ${id('field-artist')}`, 'Nobody yet');
        await bob.fill(`${id('wish-dialog')} ${id('field-note')}`, 'The version with the choir, please.');
        await bob.shot('wish-dialog');
        await bob.click(id('wish-save'));
        await bob.gone(id('wish-dialog'));
        await mo.shows('The version with the choir', id('wishes'));
        await mo.click(id('back-wish'));
        await bob.shows('1 backer', id('backers'));
        await unread(bob, 1);
        await unread(other, 1);
        await mo.shot('wishes-phone');
        await bob.shot('wishes');
    });
    await step('what one was told is read in one window and known as read in the other', async () => {
        await other.follow('/notifications');
        await bob.follow('/notifications');
        await bob.shows('mo wants it too', id('notifications'));
        await bob.shot('notifications');
        await bob.click(id('read-one'));
        await unread(other, 0);
        await other.waitFor(`!document.querySelector('${id('read-one')}')`);
    });
    await step('the wish is moved to the library, and whoever backed it is told and led there', async () => {
        await bob.follow('/wishes');
        await bob.click(id('fulfil-wish'));
        await bob.waitForElement(`${id('fulfil-dialog')} ${id('music-results')}`);
        await bob.waitForElement(id('music-choice'));
        await bob.click(id('fulfil-save'));
        await bob.shows('Choose a track or an album first', id('fulfil-dialog'));
        await bob.click(id('music-choice'));
        await bob.shot('fulfil-dialog');
        await bob.click(id('fulfil-save'));
        await bob.gone(id('fulfil-dialog'));
        await mo.gone(id('wish'));
        await unread(mo, 1);
        await mo.follow('/notifications');
        await mo.shows('bob has made a wish come true', id('notifications'));
        await mo.shot('notifications-phone');
        const [told] = (await mo.api('/notifications')).items;
        expect(told.subject?.id === track.id, JSON.stringify(told));
        await mo.click(`${id('notification')} a`);
        await mo.waitFor(`location.pathname === '/tracks/${track.id}'`);
        await unread(mo, 0);
        expect((await bob.api('/shelf/items?kind=track')).items.some((one) => one.track.id === track.id), 'It is not on the shelf.');
    });
    await step('kinds are muted, and are not told then', async () => {
        await bob.follow('/settings/notifications');
        await bob.waitForElement(id('notify-wishBacked'));
        await bob.click(id('notify-wishBacked'));
        await bob.waitForElement(id('toast'));
        const wish = await bob.post('/wishes', { title: 'Something else' });
        await mo.api(`/wishes/${wish.id}/backing`, { method: 'PUT' });
        await bob.follow('/wishes');
        await bob.shows('1 backer', id('backers'));
        await unread(bob, 0);
    });
    await step('the shelf is whole in Polish, on a phone', async () => {
        await mo.api('/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"locale":"pl"}' });
        await mo.post('/shelf/folders', { name: 'Koncerty', icon: 'night' });
        await mo.post('/shelf/items', { title: 'Wieczór', artist: 'Zespół', comment: 'Pięknie', rating: 5 });
        await mo.reload();
        for (const [path, text] of [['/shelf', 'Półka'], ['/shelf/items', 'Wszystko'], ['/wishes', 'Życzenia'], ['/notifications', 'Powiadomienia']]) {
            await mo.follow(path);
            await mo.shows(text);
            await pause(300);
            expect(await mo.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${path} is wider than the screen.`);
            await mo.shot(`pl${path.replaceAll('/', '-')}`);
        }
        await mo.evaluate('window.neverReloaded = true');
    });
    await step('nothing was reloaded and nothing went wrong', async () => {
        for (const page of [bob, other, mo]) {
            expect(await page.evaluate('window.neverReloaded === true'), 'A page was loaded anew.');
            const wrong = page.errors.filter((text) => !/status of 4(00|01|04|09)/.test(text));
            expect(wrong.length === 0, wrong.join('\n'));
        }
    });
} finally {
    await browser.close();
}
finish();
