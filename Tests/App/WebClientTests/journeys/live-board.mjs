// Two users side by side on the board: each sees the other's changes without a reload, even after a lost connection.

import { expect, id, step } from './steps.mjs';

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

/** @param {any} author the posting user, on a desktop @param {any} moderator the watching user, on a phone */
export async function board(author, moderator) {
    for (const page of [author, moderator]) {
        page.shows = (text, selector = 'main') => page.waitFor(`document.querySelector(${JSON.stringify(selector)}).textContent.includes(${JSON.stringify(text)})`);
        await page.follow('/board');
    }
    const post1 = id('post');
    const [track] = (await author.api('/tracks?sort=title&limit=1')).items;

    await step('an empty board says what to do, and how long the day lasts', async () => {
        await author.waitForElement(id('empty-state'));
        await author.waitFor(`/\\d+:\\d\\d/.test(document.querySelector('${id('countdown')}').textContent)`);
    });
    await step('a song is found with one request a pause, and posted by keyboard; the other sees it at once', async () => {
        await moderator.waitForElement(id('empty-state'));
        await author.evaluate(`(() => { const send = window.fetch; window.searches = 0; window.fetch = (...all) => { if (String(all[0]).includes('/search?')) window.searches += 1; return send(...all); }; })()`);
        await post(author, track.title.slice(0, 12), 'For <b>everybody</b> & you');
        expect(await author.evaluate('window.searches') === 1, 'Typing asked more than once.');
        await author.waitForElement(post1);
        await moderator.shows('For <b>everybody</b> & you');
        await moderator.shows(track.title);
        expect(await author.evaluate(`document.querySelector('${id('post-song-open')}').hidden`), 'One may post twice.');
    });
    await step('a reaction is counted on both screens, and the focus stays where it was', async () => {
        await moderator.evaluate(`document.querySelector('${id('comments-toggle')}').focus()`);
        await author.click(id('react-fire'));
        await moderator.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '1'`);
        expect(await moderator.evaluate(`document.activeElement?.matches('${id('comments-toggle')}')`), 'The focus is gone.');
        await moderator.click(id('react-fire'));
        await author.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '2'`);
        await author.click(id('react-fire'));
        await moderator.waitFor(`document.querySelector('${id('react-fire')} .reaction-count')?.textContent === '1'`);
    });
    await step('comments on the song and on the day arrive', async () => {
        await author.click(id('comments-toggle'));
        await author.waitForElement(`${post1} ${id('comment-text')}`);
        await moderator.click(id('comments-toggle'));
        await moderator.fill(`${post1} ${id('comment-text')}`, 'Well chosen!');
        await moderator.press('Enter');
        await author.shows('Well chosen!', post1);
        await author.shows('1 comment', id('comments-toggle'));
        await author.fill(`.board-talk ${id('comment-text')}`, 'Good evening, all');
        await author.click(`.board-talk ${id('comment-send')}`);
        await moderator.shows('Good evening, all', '.board-talk');
    });
    await step('what a moderator hides goes from the others, with the reason to its author', async () => {
        await moderator.click(id('post-menu'));
        await moderator.waitForElement('[role="menu"]');
        await moderator.press('Enter');
        await moderator.fill(`${id('hide-dialog')} ${id('field-reason')}`, 'Not today');
        await moderator.click(id('hide-confirm'));
        await author.shows('A moderator has hidden this: Not today');
        await moderator.shows('Hidden from everyone else: Not today');
        await moderator.click(id('post-menu'));
        await moderator.waitForElement('[role="menu"]');
        await moderator.press('Enter');
        await author.waitFor(`!document.querySelector('.post-hidden')`);
    });
    await step('whoever slept catches up without loading the page anew', async () => {
        await moderator.send('Network.emulateNetworkConditions', { offline: true, latency: 0, downloadThroughput: 0, uploadThroughput: 0 });
        await author.click(id('post-menu'));
        await author.waitForElement('[role="menu"]');
        await author.press('Enter');
        await author.click(id('confirm'));
        await author.waitForElement(id('empty-state'));
        const other = (await author.api('/tracks?sort=title&order=desc&limit=1')).items[0];
        await post(author, other.title.slice(0, 12), 'Another one');
        expect(await moderator.evaluate(`document.querySelector('main').textContent.includes(${JSON.stringify(track.title)})`), 'An offline page changed.');
        await moderator.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
        await moderator.shows('Another one');
        await moderator.waitFor(`document.querySelectorAll('${post1}').length === 1`);
    });
    await step('the day plays as a queue, and is in the archive', async () => {
        await moderator.click(id('play-day'));
        await moderator.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0.2)`);
        await moderator.waitForElement(`${post1}.is-sounding`);
        await moderator.follow('/board/archive');
        await moderator.waitForElement(id('board-day'));
        await moderator.click(`${id('board-day')} a`);
        await moderator.waitForElement(post1);
        expect(await moderator.evaluate(`/^\\/board\\/\\d{4}-\\d\\d-\\d\\d$/.test(location.pathname)`), 'The day has no address of its own.');
    });
    await step('the board fits, and nothing was loaded anew', async () => {
        for (const page of [author, moderator]) {
            const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(extra <= 0, `${extra} px too wide.`);
            expect(await page.evaluate('window.wasNotReloaded === true'), 'The page was loaded anew.');
        }
    });
}
