// Lyrics that follow the music, information about an artist and an album, and related items, in a real browser.
//
//   RONDO_URL       a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, signIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const position = `([...document.querySelectorAll('audio')].find((deck) => !deck.paused)?.currentTime ?? 0)`;
const current = `document.querySelector('.lyrics-line.is-heard')?.textContent`;

const playing = `[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`;

/** Expects no browser error and no horizontal scrolling. */
async function isFine(page) {
    const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$|ERR_BLOCKED_BY_CLIENT/.test(line));
    expect(problems.length === 0, problems.join('\n'));
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
}

/** Expects that Play stays visible however long the title is. */
async function longTitle(page, height) {
    await page.waitForElement(id('stage-title'));
    await page.evaluate(`document.querySelector('${id('stage-title')}').textContent = 'A title that goes on and on '.repeat(12)`);
    await page.waitFor(`document.querySelector('${id('stage-play')}').getBoundingClientRect().bottom <= ${height}`);
}

async function walk(browser, size, width, height, dark) {
    const page = await browser.context({ width, height, dark });
    const shoot = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size}.png`); };
    const api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    await signIn(page);
    await page.open(`${base}/`);
    await page.waitFor(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((page) => page.items.length >= 4)`);
    const song = (await api('/tracks')).items.find((track) => track.title === 'Long song');

    const follow = (path) => page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify('X')}; document.body.append(a); a.click(); a.remove(); })()`.replace('"X"', JSON.stringify(path)));
    await step(`${size}: a track's page shows the words, and a line that is clicked is played`, async () => {
        await page.open(`${base}/tracks/${song.id}`);
        await page.waitForElement('.lyrics-line');
        const lines = await page.evaluate(`[...document.querySelectorAll('.lyrics-line')].map((line) => line.textContent)`);
        expect(lines.length === 12 && lines[0] === 'Line 1 goes on', `The lines are ${lines}`);
        expect(await page.evaluate(`document.querySelectorAll('.lyrics-line[tabindex="0"]').length`) === 1, 'One line is in the order of the tab key.');
        await page.click('[data-line="5"]');
        await page.waitFor(`${current} === 'Line 6 goes on' && ${position} >= 10 && ${position} < 12.5`);
        await shoot('track');
        await page.waitFor(`${current} === 'Line 7 goes on'`, 6000);
    });
    await step(`${size}: arrows walk the lines and the enter key plays from one`, async () => {
        await page.evaluate(`document.querySelector('.lyrics-line[tabindex="0"]').focus()`);
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.press(key);
        const line = await page.evaluate(`Number(document.activeElement.dataset.line)`);
        expect(line > 0, `The focus is on line ${line}.`);
        await page.evaluate('document.activeElement.click()');
        await page.waitFor(`document.querySelector('.lyrics-line.is-heard')?.dataset.line === '${line}'`);
    });
    await step(`${size}: a line that one remembers finds its song, which plays from there`, async () => {
        await page.waitFor(`fetch('/api/v1/search/lyrics?q=line+7').then((reply) => reply.json()).then((list) => list.items.length > 0)`);
        await follow('/search?q=line%207%20goes');
        await page.waitForElement(id('found-line'));
        const found = await page.evaluate(`document.querySelector('${id('found-line')}').textContent`);
        expect(found.includes('Line 7 goes on') && found.includes('Long song'), `It found ${found}`);
        await shoot('search-words');
        await page.click(id('found-line'));
        await page.waitFor(`${position} >= 12 && ${position} < 16`);
    });
    await step(`${size}: Now Playing shows the words, and a line that is pressed is played`, async () => {
        await follow('/now-playing');
        await page.click(id('tab-words'));
        await page.waitForElement('.reading-line');
        await page.click('.reading-line[data-line="8"]');
        await page.waitFor(`document.querySelector('.reading-line.is-heard')?.textContent.startsWith('Line 9 goes on')`);
        await shoot('now-playing');
        await longTitle(page, height);
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('now-playing')}')`);
    });
    await step(`${size}: two tabs play one at a time, the one that was started last`, async () => {
        await follow(`/tracks/${song.id}`);
        await page.click('[data-line="0"]');
        await page.waitFor(`${playing} && ${position} < 10`);
        const tab = await browser.tab(page);
        await tab.open(`${base}/albums/${song.albumId}`);
        await tab.waitForElement(`.hero ${id('play-all')}`);
        await tab.waitFor(`document.querySelector('${id('player-title')}')`);
        await tab.evaluate(`document.querySelector('.hero ${id('play-all')}').click()`);
        await tab.waitFor(playing);
        // The button shows the action of a press, and the player's state follows the media element's.
        await page.waitFor(`!${playing} && document.querySelector('${id('player-play')}').ariaLabel === 'Play'`);
        await page.evaluate(`document.querySelector('${id('player-play')}').click()`);
        await page.waitFor(playing);
        await tab.waitFor(`!${playing}`);
        await tab.end();
        await page.evaluate(`document.querySelector('${id('player-play')}').click()`);
    });
    await step(`${size}: reading along goes on with the next song, says that it has no words, and when they cannot be had`, async () => {
        // Lists and panels may be redrawn at any moment.
        const press = (selector) => page.waitFor(`(() => { const button = document.querySelector('${selector}'); button?.click(); return !!button; })()`);
        const title = `document.querySelector('${id('stage-title')}').textContent`;
        // Sorted by title the long song comes next, and then one without lyrics.
        const fourth = `[data-track="${(await api('/tracks')).items.find((track) => track.title === 'Fourth song').id}"] [data-play-row]`;
        await follow('/library/tracks?sort=title');
        await page.waitFor(`location.pathname === '/library/tracks' && document.querySelectorAll('main ${id('track-row')}').length === 4`);
        await press(fourth);
        await follow('/now-playing');
        await page.waitFor(`document.querySelector('${id('stage-title')}')?.textContent === 'Long song'`);
        await page.click(id('tab-words'));
        await page.waitForElement('.reading-line');
        // The text of a file beside the music in another language is shown under the lines.
        await page.waitFor(`document.querySelector('.reading-line[data-line="0"] small')?.textContent === 'Wers 1'`);
        await press(id('stage-next'));
        await page.waitFor(`${title} !== 'Long song' && document.querySelector('${id('reading')} ${id('lyrics-none')}') && !document.querySelector('.reading-line')`);
        await page.send('Network.setBlockedURLs', { urls: ['*/lyrics'] });
        await press(id('stage-previous'));
        await page.waitFor(`document.querySelector('${id('reading')} ${id('lyrics-failed')}')?.textContent.includes('No connection')`);
        await shoot('reading-offline');
        await page.send('Network.setBlockedURLs', { urls: [] });
        await page.click(`${id('reading')} [data-retry-words]`);
        await page.waitForElement('.reading-line');
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('now-playing')}')`);
    });
    await step(`${size}: without a complaint of the browser, and without scrolling sideways`, () => isFine(page));
    await page.close();
}

/** The page that differs on a phone. */
async function phone(browser) {
    const page = await browser.context({ width: 390, height: 844 });
    await signIn(page);
    await page.open(`${base}/`);
    const song = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then(({ items }) => items.find((track) => track.title === 'Long song').id)`);
    await step('phone: the words fit, on the page of the song and in Now Playing, and a line that is pressed is played', async () => {
        await page.open(`${base}/tracks/${song}`);
        await page.click('[data-line="5"]');
        await page.waitFor(`${current} === 'Line 6 goes on' && ${position} >= 10`);
        await isFine(page);
        if (shots) await page.screenshot(`${shots}/track-phone.png`);
        await page.click('.player-cover');
        await page.click(id('tab-words'));
        await page.click('.reading-line[data-line="8"]');
        await page.waitFor(`document.querySelector('.reading-line.is-heard')?.textContent.startsWith('Line 9 goes on')`);
        if (shots) await page.screenshot(`${shots}/now-playing-phone.png`);
        await isFine(page);
        await longTitle(page, 844);
    });
    await page.close();
}

const browser = await Browser.launch();
try {
    await walk(browser, 'desk', 1280, 800, true);
    await phone(browser);
} finally {
    await browser.close();
}
finish();
