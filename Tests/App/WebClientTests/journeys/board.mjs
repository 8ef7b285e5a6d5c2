// Two people side by side on the board, in a real browser against a real server: what one does the other sees without loading anything
// anew, also after their connection was gone for a while.
//
//   RONDO_URL       a server with a library of at least two tracks and nothing on its board
//   RONDO_PASSWORD  of the people `bob`, a listener, and `mo`, a moderator
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
async function visit(browser, username, size) {
    const page = await browser.context(size);
    page.api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.shows = (text, selector = 'main') => page.waitFor(`document.querySelector(${JSON.stringify(selector)}).textContent.includes(${JSON.stringify(text)})`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1')`);
    };
    page.shot = async (name) => { if (shots) { await pause(400); await page.screenshot(`${shots}/${name}.png`); } };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    await page.follow('/board');
    // A reload of the page would lose this mark.
    await page.evaluate('window.neverReloaded = true');
    return page;
}

/** Posts the first song that `query` finds, by keyboard alone. */
async function post(page, query, caption) {
    await page.waitFor(`!document.querySelector('${id('post-song-open')}').hidden`);
    await page.click(id('post-song-open'));
    await page.waitFor(`document.activeElement?.matches('${id('post-search')}')`);
    await page.type(query);
    await page.waitForElement(id('post-song'));
    await page.press('ArrowDown');
    await page.waitFor(`document.activeElement?.matches('${id('post-song')}')`);
    await page.press('Enter');
    await page.waitFor(`document.activeElement?.matches('${id('post-caption')}')`);
    await page.type(caption);
    await page.click(id('post-send'));
    await page.waitFor(`!document.querySelector('${id('post-dialog')}')`);
}

const browser = await Browser.launch();
try {
    const bob = await visit(browser, 'bob', { width: 1280, height: 800 });
    const mo = await visit(browser, 'mo', { width: 390, height: 844, dark: true });
    const post1 = `${id('post')}`;
    const [track] = (await bob.api('/tracks?sort=title&limit=1')).items;

    await step('an empty board says what to do, and how long the day lasts', async () => {
        await bob.waitForElement(id('empty-state'));
        await bob.waitFor(`/\\d+:\\d\\d/.test(document.querySelector('${id('countdown')}').textContent)`);
        await bob.shot('board-empty');
        await mo.shot('board-empty-phone');
    });
    await step('a song is found with one request a pause, and posted by keyboard; the other sees it at once', async () => {
        await mo.waitForElement(id('empty-state'));
        await bob.evaluate(`(() => { const send = window.fetch; window.searches = 0; window.fetch = (...all) => { if (String(all[0]).includes('/search?')) window.searches += 1; return send(...all); }; })()`);
        await post(bob, track.title.slice(0, 12), 'For <b>everybody</b> & you');
        expect(await bob.evaluate('window.searches') === 1, 'Typing asked more than once.');
        await bob.waitForElement(post1);
        await mo.shows('For <b>everybody</b> & you');
        await mo.shows(track.title);
        expect(await bob.evaluate(`document.querySelector('${id('post-song-open')}').hidden`), 'One may post twice.');
        await bob.shot('board-posted');
    });
    await step('a reaction is counted on both screens, and the focus stays where it was', async () => {
        await mo.evaluate(`document.querySelector('${id('comments-toggle')}').focus()`);
        await bob.click(id('react-fire'));
        await mo.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '1'`);
        expect(await mo.evaluate(`document.activeElement?.matches('${id('comments-toggle')}')`), 'The focus is gone.');
        await mo.click(id('react-fire'));
        await bob.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '2'`);
        await bob.click(id('react-fire'));
        await mo.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '1'`);
    });
    await step('comments on the song and on the day arrive', async () => {
        await bob.click(id('comments-toggle'));
        await bob.waitForElement(`${post1} ${id('comment-text')}`);
        await mo.click(id('comments-toggle'));
        await mo.fill(`${post1} ${id('comment-text')}`, 'Well chosen!');
        await mo.press('Enter');
        await bob.shows('Well chosen!', post1);
        await bob.shows('1 comment', id('comments-toggle'));
        await bob.fill(`.board-talk ${id('comment-text')}`, 'Good evening, all');
        await bob.click(`.board-talk ${id('comment-send')}`);
        await mo.shows('Good evening, all', '.board-talk');
        await bob.shot('board-talk');
    });
    await step('what a moderator hides goes from the others, with the reason to its author', async () => {
        await mo.click(id('post-menu'));
        await mo.waitForElement('[role="menu"]');
        await mo.press('Enter');
        await mo.fill(`${id('hide-dialog')} ${id('field-reason')}`, 'Not today');
        await mo.shot('board-hide-phone');
        await mo.click(id('hide-confirm'));
        await bob.shows('A moderator has hidden this: Not today');
        await mo.shows('Hidden from everyone else: Not today');
        await mo.shot('board-hidden-phone');
        await mo.click(id('post-menu'));
        await mo.waitForElement('[role="menu"]');
        await mo.press('Enter');
        await bob.waitFor(`!document.querySelector('.post-hidden')`);
    });
    await step('whoever slept catches up without loading the page anew', async () => {
        await mo.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
        await bob.click(id('post-menu'));
        await bob.waitForElement('[role="menu"]');
        await bob.press('Enter');
        await bob.click(id('confirm'));
        await bob.waitForElement(id('empty-state'));
        const other = (await bob.api('/tracks?sort=title&order=desc&limit=1')).items[0];
        await post(bob, other.title.slice(0, 12), 'Another one');
        expect(await mo.evaluate(`document.querySelector('main').textContent.includes(${JSON.stringify(track.title)})`), 'An offline page changed.');
        await mo.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
        await mo.shows('Another one');
        await mo.waitFor(`document.querySelectorAll('${post1}').length === 1`);
    });
    await step('the day plays as a queue, and is in the archive', async () => {
        await mo.click(id('play-day'));
        await mo.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0.2)`);
        await mo.waitForElement(`${post1}.is-sounding`);
        await mo.follow('/board/archive');
        await mo.waitForElement(id('board-day'));
        await mo.shot('board-archive-phone');
        await mo.click(`${id('board-day')} a`);
        await mo.waitForElement(post1);
        expect(await mo.evaluate(`/^\\/board\\/\\d{4}-\\d\\d-\\d\\d$/.test(location.pathname)`), 'The day has no address of its own.');
    });
    await step('nothing is wider than the screen, nothing was loaded anew, and nobody’s console complains', async () => {
        await bob.shot('board-end');
        for (const page of [bob, mo]) {
            const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(extra <= 0, `${extra} px too wide.`);
            expect(await page.evaluate('window.neverReloaded === true'), 'The page was loaded anew.');
            const problems = page.errors.filter((line) => !/ERR_INTERNET_DISCONNECTED|status of 401.*\/api\/v1\/me$/.test(line));
            expect(problems.length === 0, problems.join(' | '));
        }
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
