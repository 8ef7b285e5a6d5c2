// Smart playlists in real browsers: rules are built by keyboard and mouse, and what they find follows what people do elsewhere.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD, RONDO_SHOTS   as in shelf.mjs

import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const dialog = id('smart-dialog');
async function visit(browser, size, username, password) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.status)`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`, 20_000);
    };
    page.choose = (selector, value) => page.evaluate(`(() => { const select = document.querySelector(${JSON.stringify(selector)}); select.focus(); select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event('input', { bubbles: true })); select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    page.snap = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size.width}${size.dark ? '-dark' : ''}.png`); };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

const count = `document.querySelector('${id('smart-count')}')?.textContent ?? ''`;
const rows = `document.querySelectorAll('main tr[data-track]').length`;

async function build(page, phone, tracks) {
    let path;
    await step('rules are built, show what they find, and become a playlist', async () => {
        await page.follow('/playlists');
        await page.click(id('new-smart'));
        await page.waitForElement(dialog);
        await page.fill(`${dialog} ${id('field-name')}`, 'Liked or long');
        await page.waitFor(`/Fill in/.test(${count})`);
        await page.choose(`${dialog} [data-path="0"] [data-field]`, 'liked');
        await page.waitFor(`document.activeElement?.matches('[data-path="0"] [data-field]')`);
        await page.waitFor(`/^0 tracks/.test(${count})`);
        await page.choose(`${dialog} [data-match]`, 'any');
        await page.evaluate(`document.querySelector('${dialog} [data-path=""] > .rule-tools [data-add="group"]').focus()`);
        await page.press('Enter');
        await page.waitFor(`document.activeElement?.matches('[data-path="1.0"] [data-field]')`);
        await page.choose(`${dialog} [data-path="1.0"] [data-field]`, 'title');
        await page.fill(`${dialog} [data-path="1.0"] [data-value]`, tracks[1].title);
        await page.waitFor(`/^1 track/.test(${count})`);
        expect(await page.evaluate(`document.querySelector('${id('smart-first')}').textContent.includes(${JSON.stringify(tracks[1].title)})`), 'The first rows are not shown.');
        await page.snap('smart-builder');
        await page.click(id('smart-save'));
        await page.waitFor('/^\\/playlists\\/.+/.test(location.pathname)');
        path = await page.evaluate('location.pathname');
        await page.waitFor(`${rows} === 1`);
        expect(await page.evaluate(`!document.querySelector('.track-entry, [data-grip]')`), 'It offers to rearrange what rules fill.');
    });
    await step('an open view follows a like on another device, both ways', async () => {
        await phone.call('PUT', `/tracks/${tracks[0].id}/like`);
        await page.waitFor(`${rows} === 2`);
        await phone.call('DELETE', `/tracks/${tracks[0].id}/like`);
        await page.waitFor(`${rows} === 1`);
        await phone.call('PUT', `/tracks/${tracks[2].id}/like`);
        await page.waitFor(`${rows} === 2`);
        await page.snap('smart-playlist');
    });
    await step('the rules come back as they were, and a wrong one is refused beside its row', async () => {
        await phone.follow(path);
        await phone.waitFor(`${rows} === 2`);
        await phone.click(id('edit-playlist'));
        await phone.waitForElement(dialog);
        await phone.waitFor(`/^2 tracks/.test(${count})`);
        expect(await phone.evaluate(`document.querySelectorAll('${dialog} ${id('rule')}').length`) === 2, 'A rule is missing.');
        const extra = await phone.evaluate(`document.querySelector('${dialog}').scrollWidth - document.querySelector('${dialog}').clientWidth`);
        expect(extra <= 0, `The dialog is ${extra} px too wide.`);
        await phone.snap('smart-builder');
        await phone.evaluate(`document.querySelector('${dialog} [data-path=""] > .rule-tools [data-add="rule"]').click()`);
        await phone.choose(`${dialog} [data-path="2"] [data-field]`, 'rating');
        await phone.fill(`${dialog} [data-path="2"] [data-value]`, '3.3');
        await phone.click(id('smart-save'));
        await phone.waitFor(`document.querySelector('${dialog} [data-path="2"] [data-note]')?.textContent !== ''`);
        await phone.snap('smart-refused');
        await phone.evaluate(`document.querySelector('${dialog} [data-close]').click()`);
    });
    return path;
}

const browser = await Browser.launch();
try {
    const page = await visit(browser, { width: 1280, height: 900 }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const phone = await visit(browser, { width: 390, height: 844, dark: true }, process.env.RONDO_USER, process.env.RONDO_PASSWORD);
    const other = await visit(browser, { width: 1280, height: 900 }, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
    const tracks = (await page.api('/tracks?limit=4')).items;
    const path = await build(page, phone, tracks);
    await step('rules across people follow what others like, once they let it be seen', async () => {
        const rules = { match: 'all', rules: [{ field: 'likedByOthers', operator: 'atLeast', value: 1 }, { field: 'played', operator: 'isFalse' }] };
        await page.call('POST', '/playlists', { name: 'From others', visibility: 'public', rules });
        const made = (await page.api('/playlists?whose=own')).items.find((one) => one.name === 'From others');
        await page.follow(`/playlists/${made.id}`);
        await page.waitForElement(id('empty-state'));
        await page.snap('smart-empty');
        await other.call('PUT', `/tracks/${tracks[3].id}/like`);
        await other.call('PUT', '/me/sharing', { opinions: 'gateway' });
        await page.waitFor(`${rows} === 1`);
        await other.follow(`/playlists/${made.id}`);
        await other.waitFor(`!!document.querySelector('${id('empty-state')}') || ${rows} >= 0`);
    });
    await step('it plays, and its copy is an ordinary playlist', async () => {
        await page.follow(path);
        await page.waitFor(`${rows} === 2`);
        await page.click(id('play-all'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`, 20_000);
        await page.click(id('playlist-menu'));
        await page.waitForElement('[role="menu"]');
        await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => /duplicate/i.test(one.textContent)).click()`);
        await page.waitFor(`location.pathname !== ${JSON.stringify(path)} && ${rows} === 2 && !!document.querySelector('[data-grip]')`);
    });
    await step('no console error and no policy violation', async () => {
        const problems = [page, phone, other].flatMap((one) => one.errors).filter((line) => !/status of (401.*\/api\/v1\/me|400.*\/playlists)/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
