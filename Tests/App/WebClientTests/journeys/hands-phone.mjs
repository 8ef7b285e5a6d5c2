// Selecting and swiping songs with a finger, long presses on cards, pulling pages, and double taps on covers.

import { pause } from './browser.mjs';
import { api, count, empty, follow, hold, HOLD_MS, isClosed, isFine, menu, press, pull, row, shots, swipe, tap, title, titles, toast, tracksPage, twice, undo } from './hands-parts.mjs';
import { lists } from './hands-lists.mjs';
import { expect, id, signIn, step } from './steps.mjs';

export async function phone(browser, dark) {
    const page = await browser.context({ width: 390, height: 844, dark });
    await signIn(page);
    const shoot = async (name) => { if (shots) await pause(400).then(() => page.screenshot(`${shots}/${name}-phone${dark ? '-dark' : ''}.png`)); };
    const at = (name, run) => step(`phone: ${name}`, run);
    await empty(page);
    await tracksPage(page);

    await at('a finger that rests selects, then a tap does, and the bar has room', async () => {
        await hold(page, `${row(1)} .track-title`, `${count} === '1 selected'`);
        await tap(page, `${row(3)} .track-title`);
        await tap(page, `${row(4)} .track-artists`);
        await page.waitFor(`${count} === '3 selected' && location.pathname === '/library/tracks'`);
        expect(await page.evaluate(`[...document.querySelectorAll('audio')].every((deck) => deck.paused)`), 'A tap has played.');
        const box = await page.evaluate(`(() => { const { left, right, bottom } = document.querySelector('${id('selection-bar')}').getBoundingClientRect(); return { left, right, bottom }; })()`);
        expect(box.left >= 0 && box.right <= 390 && box.bottom <= 844 - 50, `The bar is at ${JSON.stringify(box)}.`);
        const small = await page.evaluate(`[...document.querySelectorAll('${id('selection-bar')} button')].filter((one) => { const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 44; }).length`);
        expect(small === 0, `${small} buttons are small.`);
        await shoot('selected');
        await tap(page, id('select-none'));
        await page.waitFor(isClosed);
    });
    await at('a row that is swiped to the right is put into the queue, and that is undone', async () => {
        const name = (await page.evaluate(titles(6)))[5];
        await swipe(page, `${row(5)} .track-title`, 150, async () => {
            await page.waitForElement('.swipe-cover.is-far[data-kind=queue]');
            await shoot('swiped-queue');
        });
        await page.waitFor(`${toast}.includes(${JSON.stringify(`${name} added to the queue`)}) && !document.querySelector('.swipe-cover')`);
        await undo(page);
        await page.waitFor(`!document.querySelector('.player-cover')`);
        await swipe(page, `${row(5)} .track-title`, 60);
        await page.waitFor(`!document.querySelector('.swipe-cover')`);
        expect(await page.evaluate(`!document.querySelector('.player-cover')`), 'A little of a swipe did it.');
    });
    await at('swiped to the left it is liked, and again no more', async () => {
        const heart = `document.querySelector('${row(2)} [data-like]').getAttribute('aria-pressed')`;
        const before = await page.evaluate(heart);
        await swipe(page, `${row(2)} .track-title`, -150, async () => {
            await page.waitForElement('.swipe-cover.is-far.is-left');
            await shoot('swiped-like');
        });
        await page.waitFor(`${heart} === '${before === 'true' ? 'false' : 'true'}' && ${toast}.includes('liked')`);
        await undo(page);
        await page.waitFor(`${heart} === '${before}'`);
    });
    await at('a finger that goes up or down scrolls, and does nothing else', async () => {
        await page.swipe({ x: 195, y: 620 }, { x: 205, y: 220 });
        await page.waitFor('scrollY > 100');
        expect(await page.evaluate(`!document.querySelector('.swipe-cover') && ${isClosed}`), 'It did something.');
        await page.waitFor('scrollTo(0, 0), scrollY === 0');
    });
    await lists(page, at, (await api(page, '/tracks/outline?sort=title&order=asc&step=100')).total);
    await at('a page that is pulled down looks again, and the music goes on', async () => {
        await page.waitForElement(row(0));
        await page.evaluate(`window.__here = true; performance.clearResourceTimings()`);
        const { x, y } = await page.point(`${row(0)} .track-title`);
        await page.swipe({ x, y }, { x: x + 3, y: y + 60 });
        await pause(300);
        expect(await page.evaluate(`performance.getEntriesByType('resource').filter((one) => one.name.includes('/tracks')).length === 0`), 'A little pull looked again.');
        await pull(page, `${row(0)} .track-title`, `!!document.querySelector('${id('pull-sign')}.is-far')`);
        await shoot('pulled');
        await page.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        await page.waitFor(`performance.getEntriesByType('resource').some((one) => one.name.includes('/tracks')) && !document.querySelector('${id('pull-sign')}') && !!document.querySelector('${row(0)}')`);
        expect(await page.evaluate('window.__here'), 'The browser loaded everything anew.');
    });
    await at('a finger that rests on a card opens its menu, and the card does not open', async () => {
        await follow(page, '/library/albums');
        await page.waitForElement(`main ${id('album-card')} .cover`);
        await hold(page, `main ${id('album-card')} .cover`, `${menu}.includes('Play next')`);
        expect(await page.evaluate(`location.pathname === '/library/albums'`), 'The album was opened.');
        await shoot('card-menu');
        await page.press('Escape');
    });
    await at('the cover of Now Playing is liked by two taps', async () => {
        await tracksPage(page);
        await tap(page, `${row(6)} .track-title`);
        await page.waitForElement('.player-cover');
        await page.click('.player-cover');
        await page.waitForElement('.stage [data-like]');
        const heart = `document.querySelector('.stage [data-like]').getAttribute('aria-pressed') === 'true'`;
        if (await page.evaluate(heart)) await page.click('.stage [data-like]');
        // Tries again, because a busy browser may see two single taps. A liked cover stays liked.
        for (let tries = 3; tries > 0; tries -= 1) {
            await twice(page, await page.evaluate(`document.querySelector('.stage.has-visual') ? '.visual-canvas' : '.stage-art'`), true);
            if (await page.waitFor(heart, HOLD_MS).catch(() => false)) break;
        }
        expect(await page.evaluate(heart), 'Nothing came of two taps on the cover.');
        await page.press('Escape');
    });
    await at('in the queue a swipe takes a song off, and a rest selects', async () => {
        await page.waitFor(`!document.querySelector('.stage')`);
        // Pauses, because songs of a few seconds would advance the queue and end the selection in it.
        await page.press('k');
        await page.waitFor(`[...document.querySelectorAll('audio')].every((deck) => deck.paused)`);
        await page.click(id('player-queue'));
        const entries = `document.querySelectorAll('${id('queue-panel')} [data-entry]').length`;
        await page.waitFor(`${entries} > 3`);
        const before = await page.evaluate(entries);
        await page.evaluate(`document.querySelector('${id('queue-panel')} .queue-list').scrollTop = 0`);
        const last = `${id('queue-panel')} [data-index="2"] .track-title`;
        await swipe(page, last, 150, () => shoot('swiped-remove'));
        await page.waitFor(`${entries} === ${before - 1} || ${before} >= 300`);
        await hold(page, last, `${count} === '1 selected' && document.querySelector('.sheet ${id('selection-bar')}')`);
        await shoot('queue-selected');
        await page.press('Escape');
        await page.waitFor(`${isClosed} && !!document.querySelector('${id('queue-panel')}')`);
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('queue-panel')}')`);
    });
    await at('nothing complains or is wider than the window', isFine(page));
    await page.close();
}
