// Now Playing over any page, and the queue beside any page, in a real browser.
//
//   RONDO_URL       a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const stage = `!!document.querySelector('${id('now-playing')}')`;
const isInside = `document.querySelector('${id('now-playing')}').contains(document.activeElement)`;
const seen = (name) => `(document.querySelector('${id(name)}')?.getClientRects().length > 0)`;
/** The page's own player: a separate module, or an export of the bundle. */
const player = `(() => {
    const { src } = document.querySelector('script[type=module]');
    if (!src.includes('/joined/')) return import(new URL('player/index.js', src));
    return import(src).then((joined) => ({ player: joined.mplayer$2findex$$player }));
})()`;
const playing = `[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`;
const inQueue = (root) => `[...document.querySelectorAll('${root} [data-entry] .track-title')].map((one) => one.textContent.trim()).join()`;

/** Counts the page's transitions, and reports every unhandled promise rejection as an error. */
const watch = (page) => page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.__transitions = 0;
        addEventListener('unhandledrejection', (event) => console.error('unhandled: ' + event.reason));
        const start = document.startViewTransition?.bind(document);
        if (start) document.startViewTransition = (change) => { window.__transitions += 1; return start(change); };`,
});
const follow = (page, path) => page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
const menuOf = async (page, selector) => {
    await page.click(selector);
    await page.waitForElement('[role=menuitem]');
    const labels = await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].map((one) => one.textContent.trim()).join()`);
    await page.press('Escape');
    await page.waitFor(`!document.querySelector('[role=menu]')`);
    return labels;
};

async function walk(page, size, width, height, dark) {
    await page.setViewport(width, height, dark);
    const isPhone = width < 600;
    const isWide = width >= 1024;
    const at = (name, run) => step(`${size}: ${name}`, run);
    const shoot = async (name) => { if (shots) await pause(600).then(() => page.screenshot(`${shots}/${name}-${size}.png`)); };
    await page.open(`${base}/`);
    const tracks = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((list) => list.items)`);
    const named = (title) => tracks.find((track) => track.title === title);
    const song = named('Long song');
    const here = `location.pathname === '/tracks/${song.id}'`;
    const begin = async () => {
        await follow(page, `/tracks/${song.id}`);
        await page.waitFor(`${here} && !!document.querySelector('[data-play-track]')`);
        await page.evaluate(`${player}.then(({ player }) => { player.playTracks(${JSON.stringify([song, named('Another song'), named('Third song')])}); player.setRepeat('all'); })`);
        await page.waitFor(`${playing} && !!document.querySelector('.player-cover')`);
    };
    await begin();
    /** Opens Now Playing with the player bar's cover, over a scrolled page. */
    const open = async () => {
        await page.waitFor(`document.documentElement.scrollHeight > innerHeight + 200`);
        await page.evaluate('scrollTo(0, 160)');
        await page.click('.player-cover');
        await page.waitFor(`${stage} && location.pathname === '/now-playing'`);
    };
    const isBack = async (how) => {
        await page.waitFor(`!${stage} && ${here}`);
        expect(await page.evaluate('scrollY') === 160, `${how}: the page is elsewhere.`);
        expect(await page.evaluate(`document.activeElement.matches('.player-cover')`), `${how}: the focus is elsewhere.`);
        expect(await page.evaluate(`!document.querySelector('body > [inert]')`), `${how}: something stayed inert.`);
        expect(await page.evaluate(`document.querySelector('main > .view') === window.__view`), `${how}: the page was drawn anew.`);
    };

    if (isWide || isPhone) await at('it opens by a tap over the page, which stays, and is closed by its arrow, by Escape and by Back', async () => {
        await page.evaluate(`window.__view = document.querySelector('main > .view')`);
        await open();
        expect(await page.evaluate(`document.activeElement.id === 'stage-title' && document.querySelector('main').inert`), 'The focus is not in it.');
        await shoot('stage');
        await page.click(id('stage-close'));
        await isBack('arrow');
        if (isPhone) return;
        await open();
        await page.press('Escape');
        await isBack('Escape');
        await open();
        await page.evaluate('history.back()');
        await isBack('Back');
    });
    if (isPhone)
        await at('a finger that pulls down far enough closes it', async () => {
            await open();
            await page.swipe({ x: 195, y: 120 }, { x: 200, y: 200 });
            expect(await page.evaluate(stage), 'A little pull closed it.');
            await page.swipe({ x: 195, y: 120 }, { x: 200, y: 420 });
            await isBack('finger');
        });
    if (isWide) await at('it opens by keys, and the tab key stays inside', async () => {
        await page.evaluate(`document.querySelector('.player-cover').focus()`);
        await page.press('Enter');
        await page.waitFor(stage);
        for (let presses = 0; presses < 40; presses += 1) {
            await page.press('Tab');
            expect(await page.evaluate(`document.activeElement === document.body || ${isInside}`), 'The focus has left it.');
        }
        await page.press('Escape');
        await page.waitFor(`!${stage} && document.activeElement.matches('.player-cover')`);
        await page.press('f');
        await page.waitFor(stage);
        await page.press('f');
        await page.waitFor(`!${stage}`);
    });
    if (isWide) await at('it has an address: a reload shows both, a link from outside has Home beneath, a link within leads on and Back returns', async () => {
        await open();
        await page.reload();
        await page.waitFor(`${stage} && !!document.querySelector('main [data-play-track]')`);
        await page.press('Escape');
        await page.waitFor(`!${stage} && ${here}`);
        await page.open(`${base}/now-playing`);
        await page.waitFor(`${stage} && !!document.querySelector('main h1')`);
        await page.evaluate('history.back()');
        await page.waitFor(`!${stage} && location.pathname === '/'`);
        await begin();
        await open();
        await page.click('.stage-album a');
        await page.waitFor(`!${stage} && location.pathname.startsWith('/albums/') && !!document.querySelector('main h1')`);
        await page.evaluate('history.back()');
        await page.waitFor(`${stage} && !!document.querySelector('main [data-play-track]')`);
        await page.evaluate('history.back()');
        await page.waitFor(`!${stage} && ${here}`);
    });
    if (isWide) await at('whoever leads on and opens it again at once has it over the next page', async () => {
        await open();
        await follow(page, '/library/albums');
        await follow(page, '/now-playing');
        await page.waitFor(`${stage} && location.pathname === '/now-playing' && !!document.querySelector('main ${id('album-card')}')`);
        await page.press('Escape');
        await page.waitFor(`!${stage} && location.pathname === '/library/albums'`);
        await page.evaluate('history.back()');
        await page.waitFor(stage);
        await page.evaluate('history.back()');
        await page.waitFor(`!${stage} && ${here}`);
    });
    await at('it has three faces: one at a time on a narrow screen, the cover and another on a wide one', async () => {
        await open();
        const faces = async () => (await page.evaluate(`['cover', 'words', 'queue'].filter((name) => document.querySelector('[data-face=' + name + ']').getClientRects().length > 0)`)).join();
        const tabs = await page.evaluate(`[...document.querySelectorAll('[role=tab]')].filter((one) => one.getClientRects().length > 0).map((one) => one.dataset.tab).join()`);
        expect(tabs === (isWide ? 'words,queue' : 'cover,words,queue'), `The tabs are ${tabs}.`);
        expect(await faces() === (isWide ? 'cover,words' : 'cover'), `It begins with ${await faces()}.`);
        await page.evaluate(`document.querySelector('[role=tab][tabindex="0"]').focus()`);
        await page.press('End');
        expect(await faces() === (isWide ? 'cover,queue' : 'queue'), `After End there is ${await faces()}.`);
        await shoot('stage-queue');
        await page.press('ArrowLeft');
        expect(await faces() === (isWide ? 'cover,words' : 'words'), `After the arrow there is ${await faces()}.`);
        if (!isPhone) return;
        await page.swipe({ x: 120, y: 400 }, { x: 320, y: 410 });
        await page.waitFor(`document.querySelector('[data-tab=cover]').getAttribute('aria-selected') === 'true'`);
        await page.swipe({ x: 320, y: 400 }, { x: 120, y: 410 });
        await page.waitFor(`document.querySelector('[data-tab=words]').getAttribute('aria-selected') === 'true'`);
    });
    if (isWide || isPhone) await at('the line that is sung is large, the others are dimmed, the edges fade, and a line that is pressed is played', async () => {
        await page.waitForElement('.reading-line');
        await page.click('.reading-line[data-line="5"]');
        await page.waitFor(`document.querySelector('.reading-line.is-heard')?.dataset.line === '5'`);
        await page.waitFor(`(() => {
            const of = (selector) => getComputedStyle(document.querySelector(selector));
            const [heard, other] = [of('.reading-line.is-heard'), of('.reading-line:not(.is-heard)')];
            return heard.transform.startsWith('matrix(1.16') && other.transform === 'none' && heard.color !== other.color && of('.reading-lines').maskImage.includes('gradient');
        })()`);
        await shoot('stage-words');
        if (!isPhone) return;
        await page.waitFor(`document.querySelector('.reading-lines').scrollTop > 40`);
        await page.swipe({ x: 195, y: 300 }, { x: 195, y: 560 });
        expect(await page.evaluate(stage), 'A finger that scrolls the words closed it.');
    });
    if (isWide) await at('the cover is a fifth smaller while the music is paused', async () => {
        const scale = `getComputedStyle(document.querySelector('.stage-cover')).scale`;
        await page.waitFor(`${playing} && ${scale} === '1'`);
        const before = await page.evaluate(`document.querySelector('.stage-cover').getBoundingClientRect().width`);
        await page.click(id('stage-play'));
        await page.waitFor(`!${playing} && ${scale} === '0.8'`);
        await page.waitFor(`Math.abs(document.querySelector('.stage-cover').getBoundingClientRect().width - ${before * 0.8}) < 2`);
        await shoot('stage-paused');
        await page.click(id('stage-play'));
        await page.waitFor(`${playing} && ${scale} === '1'`);
    });
    if (isWide) await at('its menu has all that a row has, and the quality can be chosen', async () => {
        const current = await page.evaluate(`document.querySelector('${id('stage-title')}').textContent`);
        const own = await menuOf(page, id('stage-menu'));
        if (await page.evaluate(seen('stage-quality'))) expect((await menuOf(page, id('stage-quality'))).startsWith('Original,320 kbit/s'), 'The qualities are others.');
        await page.press('Escape');
        await page.waitFor(`!${stage}`);
        await follow(page, '/library/tracks');
        const row = `tr[data-track="${named(current).id}"] [data-track-menu]`;
        await page.waitForElement(`main ${row}`);
        // Rows of a list can be selected. The stage has only one song.
        const ofRow = (await menuOf(page, `main ${row}`)).replace(',Select', '');
        expect(own === ofRow, `The menu has only ${own}.`);
    });
    if (isWide) await at('the queue is put in order, shortened, saved and cleared', async () => {
        await begin();
        await open();
        await page.click(id('tab-queue'));
        const list = inQueue(id('face-queue'));
        await page.waitFor(`${list} === 'Long song,Another song,Third song'`);
        await page.evaluate(`document.querySelectorAll('${id('face-queue')} [data-move="1"]')[1].click()`);
        await page.waitFor(`${list} === 'Long song,Third song,Another song'`);
        await page.evaluate(`document.querySelectorAll('${id('face-queue')} [data-remove]')[1].click()`);
        await page.waitFor(`${list} === 'Long song,Another song'`);
        await page.click(`${id('face-queue')} ${id('save-queue')}`);
        await page.waitForElement('dialog[open]');
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('dialog[open]') && ${stage}`);
        await page.click(`${id('face-queue')} ${id('clear-queue')}`);
        await page.click(id('confirm'));
        await page.waitFor(`${list} === 'Long song'`);
        await page.press('Escape');
        await page.waitFor(`!${stage}`);
    });
    await at(isWide ? 'the queue stands beside any page and is remembered' : 'the queue is a sheet, closed by its button, Escape and a finger', async () => {
        if (!isWide) {
            await page.press('Escape');
            await page.waitFor(`!${stage}`);
        }
        await begin();
        const panel = seen('queue-panel');
        await page.click(id('player-queue'));
        await page.waitFor(`${panel} && ${inQueue(id('queue-panel'))} === 'Long song,Another song,Third song'`);
        await shoot('queue-panel');
        if (isWide) {
            await follow(page, '/library/albums');
            await page.waitFor(`${panel} && !!document.querySelector('${id('album-card')}')`);
            await page.reload();
            await page.waitFor(`${panel} && ${inQueue(id('queue-panel'))} === 'Long song,Another song,Third song'`);
            return;
        }
        await page.click(id('queue-close'));
        const isClosed = `!${panel} && document.activeElement.dataset.testid === 'player-queue' && !document.querySelector('body > [inert]')`;
        await page.waitFor(isClosed);
        await page.click(id('player-queue'));
        await page.waitFor(panel);
        await page.press('Escape');
        await page.waitFor(isClosed);
        if (!isPhone) return;
        await page.click(id('player-queue'));
        await page.waitFor(panel);
        await page.swipe({ x: 195, y: height - 640 }, { x: 195, y: height - 200 });
        await page.waitFor(isClosed);
    });
    if (isWide) {
        await drops(page, at, named, shoot);
        await page.click(id('player-queue'));
        await page.waitFor(`!${seen('queue-panel')}`);
    }
    await at('without motion there is no transition, and nothing complains or is wider than the window', async () => {
        expect(await page.evaluate('window.__transitions') === 0, 'There was a transition.');
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
    });
}

/** Dropping items into the panel. */
async function drops(page, at, named, shoot) {
    const list = inQueue(id('queue-panel'));
    const between = async (row) => {
        const box = await page.evaluate(`(() => { const box = document.querySelectorAll('${id('queue-panel')} [data-entry]')[${row}].getBoundingClientRect(); return { x: box.left + 120, top: box.top }; })()`);
        return { x: box.x, y: box.top + 8 };
    };
    await at('a song that is dropped on the queue lands where the line shows it', async () => {
        await follow(page, '/library/tracks');
        const row = `main tr[data-track="${named('Fourth song').id}"] .track-text`;
        await page.waitForElement(row);
        await page.drag(row, await between(1), async () => {
            await page.waitForElement('.drop-mark');
            await shoot('drop');
        });
        await page.waitFor(`${list} === 'Long song,Fourth song,Another song,Third song' && !document.querySelector('.drop-mark')`);
    });
    await at('an album is dropped as a whole, on the bar at the end; its menu does the same', async () => {
        await follow(page, '/library/albums');
        const card = `main ${id('album-card')}[data-album="${named('Third song').albumId}"]`;
        await page.waitForElement(card);
        await page.drag(`${card} .card-art > a`, await between(1));
        await page.waitFor(`${list} === 'Long song,Third song,Fourth song,Another song,Third song'`);
        const button = await page.point(id('player-queue'));
        await page.drag(`${card} .card-art > a`, { x: button.x, y: button.y });
        await page.waitFor(`${list}.endsWith('Another song,Third song,Third song')`);
        const menu = `[...document.querySelectorAll('[role=menuitem]')].some((one) => one.textContent.trim() === 'Add to queue')`;
        // A list that is redrawn at this moment loses the focus.
        for (let tries = 0; tries < 3 && !(await page.evaluate(menu)); tries += 1) {
            await page.waitFor(`(() => { const stop = document.querySelector('${card} [data-card-stop]'); stop?.focus(); return !!stop && document.activeElement === stop; })()`);
            await page.press(' ');
            await page.waitFor(menu, 4000).catch(() => {});
        }
        await page.waitFor(menu);
        await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.trim() === 'Play next').click()`);
        await page.waitFor(`${list}.startsWith('Long song,Third song,Third song,Fourth song')`);
    });
}

/** With motion: transitions that are shown, interrupted and repeated. */
async function move(page) {
    page.hasMotion = true;
    await page.setViewport(1280, 800);
    await step('motion: the stage and pages come by transitions, and interrupted ones do not fail', async () => {
        await page.open(`${base}/library/albums`);
        await page.waitForElement(id('album-card'));
        await page.evaluate(`document.querySelector('${id('album-card')} .play-fab').click()`);
        await page.waitForElement('.player-cover');
        await page.press('f');
        await page.waitFor(`${stage} && window.__transitions === 1`);
        for (let presses = 0; presses < 9; presses += 1) {
            await page.press('f');
            await pause(15 + 40 * (presses % 4));
        }
        for (const path of ['/', '/library/albums', '/now-playing', '/history', '/now-playing', '/library/tracks', '/']) {
            await follow(page, path);
            await pause(25);
        }
        for (let backs = 0; backs < 3; backs += 1) await page.evaluate('history.back()');
        await page.waitFor('!document.documentElement.dataset.transition');
        await follow(page, '/library/albums');
        await page.waitFor(`!${stage} && location.pathname === '/library/albums' && !!document.querySelector('${id('album-card')}') && !document.documentElement.dataset.transition`);
        expect(await page.evaluate('window.__transitions') > 3, 'Few transitions were shown.');
        expect(await page.evaluate(`!document.querySelector('body > [inert], .is-shared-cover')`), 'Something was left behind.');
    });
    await step('motion: a press during a transition reaches what it was meant for', async () => {
        await page.evaluate(`document.querySelector('.player-cover').click()`);
        await page.waitFor(`${stage} && document.documentElement.dataset.transition`);
        const { x, y } = await page.evaluate(`(() => { const box = document.querySelector('${id('stage-close')}').getBoundingClientRect(); return { x: box.x + box.width / 2, y: box.y + box.height / 2 }; })()`);
        for (const type of ['mousePressed', 'mouseReleased']) await page.send('Input.dispatchMouseEvent', { type, x, y, button: 'left', clickCount: 1 });
        await page.waitFor(`!${stage}`);
    });
    await step('motion: without a complaint of the browser', async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
}

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 800, true);
    await watch(page);
    // Visuals have their own journey. This one is about the cover.
    await page.evaluate(`fetch('/api/v1/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"shadingMode":"off"}' })`);
    await walk(page, 'desk', 1280, 800, true);
    await walk(page, 'tablet', 820, 1180, true);
    await walk(page, 'phone', 390, 844, false);
    await move(page);
} finally {
    await browser.close();
}
finish();
