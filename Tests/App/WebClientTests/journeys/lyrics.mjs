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
    await step(`${size}: the lyrics are offered as files`, async () => {
        await page.click(id('lyrics-download'));
        await page.waitFor(`document.querySelectorAll('[role="menuitem"]').length >= 7`);
        const names = await page.evaluate(`[...document.querySelectorAll('[role="menuitem"]')].map((one) => one.textContent.trim())`);
        expect(names.join() === 'LRC,TTML,DFXP,EBU STL,SubRip (SRT),WebVTT,TXT', `The formats are ${names}`);
        await page.press('Escape');
    });
    await step(`${size}: other versions can be chosen`, async () => {
        const names = await page.evaluate(`[...document.querySelectorAll('${id('lyrics-version')} option')].map((one) => one.textContent)`);
        expect(names.length === 2 && names.some((name) => name.startsWith('PL')), `The versions are ${names}`);
        await page.evaluate(`(() => { const select = document.querySelector('${id('lyrics-version')}'); select.value = '1'; select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(`document.querySelector('.lyrics-line').textContent === 'Wers 1' && document.querySelector('[data-lines]').lang === 'pl'`);
    });
    await step(`${size}: a line that one remembers finds its song, which plays from there`, async () => {
        await page.waitFor(`fetch('/api/v1/search/lyrics?q=line+7').then((reply) => reply.json()).then((list) => list.items.length > 0)`, 30_000);
        await follow('/search?q=line%207%20goes');
        await page.waitForElement(id('found-line'));
        const found = await page.evaluate(`document.querySelector('${id('found-line')}').textContent`);
        expect(found.includes('Line 7 goes on') && found.includes('Long song'), `It found ${found}`);
        await shoot('search-words');
        await page.click(id('found-line'));
        await page.waitFor(`${position} >= 12 && ${position} < 16`);
        await follow(`/tracks/${song.id}`);
        await page.waitForElement('.lyrics-line');
    });
    await step(`${size}: Now Playing shows the words, and a line that is pressed is played`, async () => {
        await follow('/now-playing');
        await page.click(id('tab-words'));
        await page.waitForElement('.reading-line');
        await page.click('.reading-line[data-line="8"]');
        await page.waitFor(`document.querySelector('.reading-line.is-heard')?.textContent.startsWith('Line 9 goes on')`);
        await shoot('now-playing');
    });
    const playing = `[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`;
    await step(`${size}: Now Playing is left by its chevron, by Escape and by a finger that pulls down, and has the song's menu`, async () => {
        const leave = async (run) => {
            await follow('/now-playing');
            await page.waitForElement(id('stage-title'));
            await run();
            await page.waitFor(`location.pathname === '/tracks/${song.id}'`);
        };
        await follow(`/tracks/${song.id}`);
        await page.waitFor(`location.pathname === '/tracks/${song.id}'`);
        await leave(() => page.click(id('stage-close')));
        await leave(async () => {
            await page.click(id('stage-menu'));
            await page.waitForElement('[role=menuitem]');
            await page.press('Escape');
            await page.waitFor(`!document.querySelector('[role=menu]') && location.pathname === '/now-playing'`);
            await page.press('Escape');
        });
        if (width < 600)
            await leave(async () => {
                await page.swipe({ x: 195, y: 120 }, { x: 200, y: 420 });
            });
    });
    await step(`${size}: however long its title is, Play stays in sight`, async () => {
        await follow('/now-playing');
        await page.waitForElement(id('stage-title'));
        await page.evaluate(`document.querySelector('${id('stage-title')}').textContent = 'A title that goes on and on '.repeat(12)`);
        await page.waitFor(`document.querySelector('${id('stage-play')}').getBoundingClientRect().bottom <= ${height}`);
    });
    await step(`${size}: the title of the tab is the song that plays; the album's Play pauses it and lets it go on where it was`, async () => {
        await follow(`/albums/${song.albumId}`);
        await page.waitForElement(`.hero ${id('play-all')}`);
        const face = `document.querySelector('.hero ${id('play-all')}').textContent.trim()`;
        if (await page.evaluate(`${face} === 'Play'`)) await page.click(`.hero ${id('play-all')}`);
        await page.waitFor(`${face} === 'Pause' && ${playing} && document.title.startsWith('Long song – ')`);
        expect(/^Pause /.test(await page.evaluate(`document.querySelector('tr.is-current [data-play-row]').getAttribute('aria-label')`)), 'The row that plays does not offer Pause.');
        await page.waitFor(`${position} > 0.3`);
        await page.click(`.hero ${id('play-all')}`);
        await page.waitFor(`${face} === 'Play' && !${playing} && !document.title.startsWith('Long song – ')`);
        const at = await page.evaluate(`Math.max(...[...document.querySelectorAll('audio')].map((deck) => deck.currentTime))`);
        await page.click(`.hero ${id('play-all')}`);
        await page.waitFor(`${playing} && ${position} >= ${at}`);
    });
    await step(`${size}: two tabs play one at a time, the one that was started last`, async () => {
        const tab = await browser.tab(page);
        await tab.open(`${base}/albums/${song.albumId}`);
        await tab.waitForElement(`.hero ${id('play-all')}`);
        await tab.waitFor(`document.querySelector('${id('player-title')}')`);
        await tab.evaluate(`document.querySelector('.hero ${id('play-all')}').click()`);
        await tab.waitFor(playing);
        await page.waitFor(`!${playing}`);
        await page.evaluate(`document.querySelector('${id('player-play')}').click()`);
        await page.waitFor(playing);
        await tab.waitFor(`!${playing}`);
        await tab.end();
        await page.evaluate(`document.querySelector('${id('player-play')}').click()`);
    });
    await step(`${size}: without words there is a sentence and a way on, and where they cannot be had a retry`, async () => {
        const other = (await api('/tracks')).items.find((track) => track.title === 'Fourth song');
        await follow(`/tracks/${other.id}`);
        await page.waitFor(`document.querySelector('${id('lyrics-none')} a')?.href.includes('Fourth')`);
        await page.send('Network.setBlockedURLs', { urls: ['*/lyrics'] });
        await follow(`/tracks/${song.id}`);
        await page.waitFor(`document.querySelector('${id('lyrics-failed')}')?.textContent.includes('No connection')`);
        await page.send('Network.setBlockedURLs', { urls: [] });
        await page.click('[data-retry-words]');
        await page.waitForElement('.lyrics-line');
    });
    await step(`${size}: reading along goes on with the next song, says that it has no words, and when they cannot be had`, async () => {
        // Lists and panels may be drawn anew at any moment.
        const press = (selector) => page.waitFor(`(() => { const button = document.querySelector('${selector}'); button?.click(); return !!button; })()`);
        const title = `document.querySelector('${id('stage-title')}').textContent`;
        // In order of titles the long song comes next, and then one without words.
        const fourth = `[data-track="${(await api('/tracks')).items.find((track) => track.title === 'Fourth song').id}"] [data-play-row]`;
        await follow('/library/tracks?sort=title');
        await page.waitFor(`location.pathname === '/library/tracks' && document.querySelectorAll('main ${id('track-row')}').length === 4`);
        await press(fourth);
        await follow('/now-playing');
        await page.waitFor(`document.querySelector('${id('stage-title')}')?.textContent === 'Long song'`);
        await page.click(id('tab-words'));
        await page.waitForElement('.reading-line');
        // A file beside the music in another language stands under the lines.
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
    await step(`${size}: a picture of a person that cannot be had leaves their initials`, async () => {
        await page.evaluate(`document.querySelector('main').insertAdjacentHTML('beforeend', '<span class="avatar" id="lost">AB<img src="/api/v1/images/lost" alt=""></span>')`).catch(() => page.evaluate(`(() => { const span = document.createElement('span'); span.className = 'avatar'; span.id = 'lost'; const img = new Image(); span.append('AB', img); document.querySelector('main').append(span); img.src = '/api/v1/images/lost'; })()`));
        await page.waitFor(`document.querySelector('#lost').textContent === 'AB' && !document.querySelector('#lost img')`);
    });
    await step(`${size}: a grid has one tab stop for each card, arrows between them, and a menu of what else a card has`, async () => {
        await follow('/library/albums');
        await page.waitFor(`document.querySelectorAll('${id('album-card')}').length === 4`);
        const stops = await page.evaluate(`[...document.querySelectorAll('${id('album-card')}')].map((card) => [...card.querySelectorAll('a, button, input')].filter((one) => one.tabIndex >= 0).length)`);
        expect(stops.every((count) => count === 1), `The stops are ${stops}.`);
        await page.evaluate(`document.querySelector('[data-card-stop]').focus()`);
        await page.press('ArrowRight');
        const place = `[...document.querySelectorAll('[data-card-stop]')].indexOf(document.activeElement)`;
        expect(await page.evaluate(place) === 1, 'The arrow leads elsewhere.');
        await page.press(' ');
        await page.waitFor(`[...document.querySelectorAll('[role=menuitem]')].some((one) => one.textContent.startsWith('Play '))`);
        await page.press('Escape');
        await page.waitFor(`${place} === 1`);
        const small = await page.evaluate(`[...document.querySelectorAll('.card-title, .card-line a, .icon-button, .play-fab')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().height < 23.5).map((one) => one.outerHTML.slice(0, 90))`);
        expect(small.length === 0, `Too small: ${small.join(' ')}`);
        await shoot('grid');
    });
    await step(`${size}: the arrows of a shelf are off where there is nothing more that way; brand and person are in landmarks`, async () => {
        await follow('/');
        await page.waitForElement(id('recently-added'));
        const odd = await page.evaluate(`[...document.querySelectorAll('.shelf')].filter((shelf) => { const row = shelf.querySelector('.shelf-row'); return shelf.querySelector('[data-shelf="1"]').disabled !== (row.scrollWidth <= row.clientWidth + 1) || !shelf.querySelector('[data-shelf="-1"]').disabled; }).length`);
        expect(odd === 0, 'An arrow leads nowhere, or is missing.');
        expect(await page.evaluate(`!!document.querySelector('.brand').closest('header, nav') && !!document.querySelector('${id('account')}').closest('header, nav')`), 'They are outside of every landmark.');
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
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$|ERR_BLOCKED_BY_CLIENT|images\/lost|insertAdjacentHTML|TrustedHTML|require-trusted-types/.test(line));
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
