// Lyrics that follow the music, what is told about an artist and an album, and what leads on from them, in a real browser.
//
//   RONDO_URL       a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const position = `([...document.querySelectorAll('audio')].find((deck) => !deck.paused)?.currentTime ?? 0)`;
const current = `document.querySelector('.lyrics-line.is-heard')?.textContent`;

async function walk(browser, size, width, height, dark) {
    const page = await browser.context({ width, height });
    await page.setViewport(width, height, dark);
    const shoot = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size}.png`); };
    const api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname !== "/sign-in"');
    await page.waitFor(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((page) => page.items.length >= 4)`, 30_000);
    const song = (await api('/tracks')).items.find((track) => track.title === 'Long song');

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
    await step(`${size}: other versions can be chosen`, async () => {
        const names = await page.evaluate(`[...document.querySelectorAll('${id('lyrics-version')} option')].map((one) => one.textContent)`);
        expect(names.length === 2 && names.some((name) => name.startsWith('PL')), `The versions are ${names}`);
        await page.evaluate(`(() => { const select = document.querySelector('${id('lyrics-version')}'); select.value = '1'; select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(`document.querySelector('.lyrics-line').textContent === 'Wers 1' && document.querySelector('[data-lines]').lang === 'pl'`);
    });
    await step(`${size}: Now Playing shows the words in place of the cover`, async () => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = '/now-playing'; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`document.querySelector('${id('stage-words')}')?.hidden === false`);
        await page.click(id('stage-words'));
        await page.waitFor(`document.querySelector('${id('stage-words')}').getAttribute('aria-pressed') === 'true' && document.querySelector('${id('stage-lyrics')} .lyrics-line')`);
        await page.click(`${id('stage-lyrics')} [data-line="8"]`);
        await page.waitFor(`${current} === 'Line 9 goes on'`);
        await shoot('now-playing');
        await page.click(id('stage-words'));
        await page.waitFor(`document.querySelector('${id('stage-lyrics')}').hidden`);
    });
    await step(`${size}: an artist's page tells who they are and who is like them`, async () => {
        await page.open(`${base}/artists/${song.artists[0].id}`);
        await page.waitFor(`document.querySelector('${id('biography')}')?.textContent.includes('Born in a test')`);
        await page.waitFor(`document.querySelector('${id('similar-artists')}')?.textContent.includes('Second singer')`);
        await page.waitForElement(`${id('similar-tracks')} tr[data-track]`);
        await shoot('artist');
    });
    await step(`${size}: an album's page has notes and tracks that go with it, which can be mixed anew and played`, async () => {
        await page.open(`${base}/albums/${song.albumId}`);
        await page.waitFor(`document.querySelector('${id('album-notes')}')?.textContent.includes('Made in a day')`);
        await page.waitForElement(`${id('similar-tracks')} tr[data-track]`);
        await page.click(id('similar-again'));
        await page.waitFor(`document.activeElement?.dataset.testid === 'similar-again'`);
        await page.evaluate(`document.querySelector('${id('similar-tracks')} [data-play-row]').click()`);
        const title = await page.evaluate(`document.querySelector('${id('similar-tracks')} .track-title').textContent.trim()`);
        await page.waitFor(`document.querySelector('${id('player-title')}')?.textContent.trim() === ${JSON.stringify(title)}`);
        await shoot('album');
    });
    await step(`${size}: without a complaint of the browser, and without scrolling sideways`, async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
    });
    await page.close();
}

const browser = await Browser.launch();
try {
    await walk(browser, 'desk', 1280, 800, true);
    await walk(browser, 'phone', 390, 844, false);
} finally {
    await browser.close();
}
finish();
