// Pictures, type and motion in a real browser: the pictures of each screen, layout shifts, and frame rates.
//
//   RONDO_URL       a server whose library is what `WebClientTests.makePictures` makes
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_OTHER, RONDO_OTHER_PASSWORD   another user
//   RONDO_AXE       axe.min.js; without it nothing is checked by axe
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { base, call, fits, follow, ready, shots } from './art-parts.mjs';
import { pretended } from './art-pretended.mjs';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, signIn, step, stopped } from './steps.mjs';

const loaded = `[...document.querySelectorAll('main .cover img')].filter((one) => {
    const { top, left, right, bottom } = one.getBoundingClientRect();
    return top < innerHeight && bottom > 0 && left < innerWidth && right > 0;
}).every((one) => one.complete && one.naturalWidth > 0)`;

/** Records layout shifts, and the picture that each transition moves along. */
const watch = (page) => page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.__moved = 0;
        new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) { window.__moved += one.value; window.__movedBy = one.sources.map(({ node }) => node?.outerHTML?.slice(0, 90)).join(' '); } }).observe({ type: 'layout-shift', buffered: true });
        window.__shared = [];
        const start = document.startViewTransition?.bind(document);
        if (start) document.startViewTransition = (change) => {
            const from = document.querySelector('.is-shared-cover')?.className ?? '';
            return start(async () => { await change(); window.__shared.push(from && document.querySelector('.is-shared-cover') ? 'taken along' : 'alone'); });
        };`,
});

/** The times between frames during an action, in milliseconds. */
const frames = (page, act, ms) => page.evaluate(`(async () => {
    const times = [];
    let isOver = false;
    const tick = (time) => { times.push(time); if (!isOver) requestAnimationFrame(tick); };
    requestAnimationFrame(tick);
    await (async () => { ${act} })();
    await new Promise((resolve) => setTimeout(resolve, ${ms}));
    isOver = true;
    return times.slice(1).map((time, index) => time - times[index]);
})()`);

const told = (gaps) => {
    const sorted = [...gaps].sort((one, other) => one - other);
    const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
    const total = gaps.reduce((sum, one) => sum + one, 0);
    return `${Math.round((gaps.length / total) * 1000)} frames a second, half of them within ${at(0.5).toFixed(1)} ms, 95 % within ${at(0.95).toFixed(1)} ms, the longest ${at(1).toFixed(1)} ms`;
};

/** Adds content to the board, the shelf and the stations. */
async function fill(page, other) {
    const { items: tracks } = await call(page, 'GET', '/tracks?limit=100');
    await call(page, 'POST', '/board/today', { trackId: tracks[0].id, caption: 'Good morning.' });
    await call(other, 'POST', '/board/today', { trackId: tracks[7].id, caption: 'And a good evening.' });
    const playlist = await call(page, 'POST', '/playlists', { name: 'Evening', visibility: 'public', trackIds: tracks.map((one) => one.id) });
    await call(page, 'POST', '/playlists', { name: 'One album', trackIds: tracks.slice(0, 1).map((one) => one.id) });
    const folder = await call(page, 'POST', '/shelf/folders', { name: 'For the road', icon: 'road' });
    await call(page, 'POST', '/shelf/folders', { name: 'Nothing yet', icon: 'vinyl' });
    for (const track of tracks.slice(0, 5)) await call(page, 'POST', '/shelf/items', { trackId: track.id, folderId: folder.id });
    await call(page, 'POST', '/playlists', { name: 'Three albums', visibility: 'public', trackIds: [tracks[2], tracks[4], tracks[6]].map((one) => one.id) });
    for (const name of ['Radio Łódź', 'Night waves']) await call(page, 'POST', '/radio', { name, streamUrl: `https://radio.example/${name.length}` });
    return { tracks, playlist };
}

/** Each screen, with the selector of a picture that it must have. */
const SCREENS = (made, me) => [
    ['art-home', '/', `${id('recently-added')} .cover img`], ['art-albums', '/library/albums', `${id('album-card')} .cover img`], ['art-genres', '/library/genres', '.genre-tile .cover img'],
    ['art-playlist', `/playlists/${made.playlist.id}`, '.hero > .is-mosaic.is-four img'], ['art-playlists', '/playlists', `${id('playlist-card')} .cover img`],
    ['art-board', '/board', `${id('post')} .cover img`], ['art-archive', '/board/archive', `${id('board-day')} .cover img`], ['art-shelf', '/shelf', `${id('folder-card')} .folder-covers img`],
    ['art-radio', '/radio', `${id('radio-row')} .station-art .cover`], ['art-person', `/people/${me.id}`], ['art-album', `/albums/${made.tracks[0].albumId}`, '.hero .cover img'],
    ['art-artist', `/artists/${made.tracks[0].artists[0].id}`], ['art-track', `/tracks/${made.tracks[3].id}`, '.hero .cover img'], ['art-settings', '/settings'],
];

/** The cards that are cut off at the end of a visible row. */
const CUT = `[...document.querySelectorAll('main .shelf-row')].flatMap((row) => {
    const box = row.getBoundingClientRect(), last = Math.min(box.right, document.documentElement.clientWidth);
    return [...row.children].filter((card) => {
        const own = card.getBoundingClientRect();
        return own.left < last - 6 && own.right > last + 1;
    }).map((card) => card.textContent.trim().slice(0, 40));
})`;

async function look(browser, made, size, width, height, dark) {
    const page = await browser.context({ width, height, dark });
    await signIn(page);
    await watch(page);
    await page.open(`${base}/search`);
    await page.waitFor(ready);
    const me = await call(page, 'GET', '/me');
    await step(`${size}: every picture comes into the room that it has, and no screen is wider than the window`, async () => {
        for (const [name, path, picture] of SCREENS(made, me)) {
            await page.evaluate('window.__moved = 0');
            // Two pages are loaded directly, the others follow a link. The board is loaded because its post button disappears once the user's post is
            // known.
            if (['/library/albums', '/board'].includes(path)) await page.open(base + path);
            else await follow(page, path);
            await page.waitFor(ready);
            if (picture) await page.waitForElement(picture);
            await page.waitFor(loaded);
            // A late shift belongs to this screen, not to the next one.
            await page.atRest();
            const moved = await page.evaluate('window.__moved');
            expect(moved < 0.02, `${path}: what was there moved by ${moved}: ${await page.evaluate('window.__movedBy')}`);
            expect(await page.evaluate(`[...document.querySelectorAll('main .cover img, main .avatar img')].every((one) => one.hasAttribute('width') && one.hasAttribute('height'))`), `${path}: a picture without a size`);
            await fits(page, path);
            if (path === '/board/archive') expect(await page.evaluate(`document.querySelectorAll('${id('board-day')} .faces .avatar').length`) === 2, 'Not the faces of both.');
            if (path.startsWith('/playlists/')) expect(await page.evaluate(`new Set([1, 2, 3].map((one) => document.querySelector('.page').style.getPropertyValue('--light-' + one))).size`) > 1, 'The head has not the colors of its covers.');
            if (shots) await page.atRest().then(() => page.screenshot(`${shots}/${name}-${size}.png`));
        }
    });
    await step(`${size}: everything is set in the one font`, async () => {
        expect(await page.evaluate(`document.fonts.ready.then((fonts) => [...fonts].some((one) => one.family.includes('Hanken Grotesk') && one.status === 'loaded'))`), 'The font is not there.');
    });
    if (width < 600) await polish(page);
    else await rows(page);
    await step(`${size}: nothing was written into the console`, async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
    await page.close();
}

async function polish(page) {
    await step('Polish: a long word breaks with a hyphen, and between syllables', async () => {
        await call(page, 'PATCH', '/me', { locale: 'pl' });
        await page.open(`${base}/library`);
        await page.waitFor(`document.querySelector('main a[href="/library/popular"]')?.textContent.includes('Najpopular\\u00adniejsze')`);
        if (shots) await page.screenshot(`${shots}/art-polish-phone.png`);
        await call(page, 'PATCH', '/me', { locale: 'en' });
    });
}

async function rows(page) {
    await step('no row is cut at the edge of a page, at any width', async () => {
        await follow(page, '/');
        await page.waitForElement(id('recently-added'));
        // Simulates a library of thirty albums.
        await page.evaluate(`(() => { const row = document.querySelector('${id('recently-added')} .shelf-row'); const cards = [...row.children]; for (let times = 0; times < 3; times += 1) row.append(...cards.map((card) => card.cloneNode(true))); })()`);
        for (const [width, height] of [[390, 844], [820, 1180], [1920, 1080], [1280, 720]]) {
            await page.setViewport(width, height);
            await page.settle();
            const cards = await page.evaluate(CUT);
            expect(cards.length === 0, `${width}: ${cards.join(' | ')}`);
            await fits(page, `Home at ${width}`);
        }
        await page.evaluate(`document.querySelector('${id('recently-added')} [data-shelf="1"]').click()`);
        await page.waitFor(`document.querySelector('${id('recently-added')} .shelf-row').scrollLeft > 0`);
        await page.waitFor(`${CUT}.length === 0`);
    });
    await step('the arrows of a shelf are off where there is nothing more that way; brand and person are in landmarks', async () => {
        await follow(page, '/search');
        await follow(page, '/');
        await page.waitForElement(id('recently-added'));
        // An arrow leads nowhere, or is missing.
        await page.waitFor(`[...document.querySelectorAll('.shelf')].filter((shelf) => { const row = shelf.querySelector('.shelf-row'); return shelf.querySelector('[data-shelf="1"]').disabled !== (row.scrollWidth <= row.clientWidth + 1) || !shelf.querySelector('[data-shelf="-1"]').disabled; }).length === 0`);
        expect(await page.evaluate(`!!document.querySelector('.brand').closest('header, nav') && !!document.querySelector('${id('account')}').closest('header, nav')`), 'They are outside of every landmark.');
    });
}

async function move(browser, made) {
    const page = await browser.context({ width: 1280, height: 800, hasMotion: true });
    await signIn(page);
    await watch(page);
    await page.open(`${base}/search`);
    await page.waitFor(ready);
    const calmly = async (run) => {
        page.hasMotion = false;
        await page.setScheme(false);
        await run();
        page.hasMotion = true;
        await page.setScheme(false);
    };
    const press = async (from, selector, path) => {
        await calmly(() => follow(page, from));
        await page.waitForElement(selector);
        await page.waitFor(loaded);
        await page.atRest();
        await page.evaluate(`(window.__shared.length = 0, document.querySelector(${JSON.stringify(selector)}).click())`);
        await page.waitFor(`location.pathname.startsWith('${path}') && ${ready} && window.__shared.length > 0 && !document.documentElement.dataset.transition`);
        const shared = await page.evaluate('window.__shared.join()');
        expect(shared === 'taken along', `${from} to ${path}: ${shared}`);
    };
    const ways = [
        ['/library/albums', `${id('album-card')} .card-title`, '/albums/'], ['/library/artists', `${id('artist-card')} .card-title`, '/artists/'],
        ['/library/genres', '.genre-tile a[href^="/genres/"]', '/genres/'], ['/playlists', `${id('playlist-card')} .card-title`, '/playlists/'],
        ['/history', id('own-playlist'), '/playlists/'], ['/library/tracks', 'tr.track .track-album a', '/albums/'],
        ['/board', '.post-title a', '/tracks/'], ['/board', '.post:has(.badge) .post-author', '/people/'],
    ];
    for (const [from, selector, path] of ways) {
        await step(`motion: the picture is taken along from ${from} to ${path}…`, () => press(from, selector, path));
    }
    await step('motion: and back to its card', async () => {
        // If a page takes too long, the transition runs without its picture. That happens now and then on a busy machine.
        for (let tries = 0; ; tries += 1) {
            await press('/library/albums', `${id('album-card')} .card-title`, '/albums/');
            await page.evaluate('(window.__shared.length = 0, history.back())');
            await page.waitFor(`location.pathname === '/library/albums' && window.__shared.length > 0 && !document.documentElement.dataset.transition`);
            if (await page.evaluate('window.__shared.join()') === 'taken along') return;
            expect(tries < 5, 'It goes alone.');
        }
    });
    await step('motion: frames while a page and Now Playing come and go', async () => {
        await calmly(() => follow(page, '/library/albums'));
        await page.waitForElement(id('album-card'));
        await page.waitFor(loaded);
        const gaps = await frames(page, `document.querySelector('${id('album-card')} .card-title').click()`, 600);
        await page.waitFor(`location.pathname.startsWith('/albums/') && ${ready}`);
        gaps.push(...(await frames(page, 'history.back()', 600)));
        await page.waitFor(`location.pathname === '/library/albums' && ${ready} && !document.documentElement.dataset.transition`);
        console.log(`     pages: ${told(gaps)}`);
        expect(gaps.length > 1, `Only ${gaps.length} frames were shown.`);
        await page.waitForElement(`${id('album-card')} .play-fab`);
        await page.evaluate(`document.querySelector('${id('album-card')} .play-fab').click()`);
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`);
        await page.waitForElement('.player-cover');
        const stage = await frames(page, `document.querySelector('.player-cover').click()`, 700);
        await page.waitForElement(id('now-playing'));
        if (shots) await pause(1200).then(() => page.screenshot(`${shots}/art-stage-1280.png`));
        stage.push(...(await frames(page, `document.querySelector('${id('stage-close')}').click()`, 700)));
        console.log(`     the stage comes and goes: ${told(stage)}`);
        expect(stage.length > 1, `Only ${stage.length} frames were shown.`);
        await page.evaluate(`document.querySelector('${id('player-play')}').click()`);
    });
    await step('motion: without motion nothing fades and nothing is taken along', async () => {
        page.hasMotion = false;
        await page.setScheme(false);
        await page.open(`${base}/library/albums`);
        await page.waitForElement(`${id('album-card')} img.is-loaded`);
        expect(await page.evaluate(`getComputedStyle(document.querySelector('${id('album-card')} img')).transitionDuration`).then((text) => text.split(',').every((one) => parseFloat(one) < 0.001)), 'It fades.');
        await page.evaluate(`document.querySelector('${id('album-card')} .card-title').click()`);
        await page.waitFor(`location.pathname.startsWith('/albums/') && ${ready}`);
        expect(await page.evaluate('window.__shared.length') === 0, 'There was a transition.');
    });
    await page.close();
}

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 800, false);
    const name = process.env.RONDO_USER;
    const other = await browser.context({ width: 1280, height: 800 });
    await signIn(other, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
    await other.open(`${base}/board`);
    const made = await fill(page, other);
    await step(`${name} and another have a color each, the same on both their screens`, async () => {
        const seen = async (who) => {
            await follow(who, '/board');
            await who.waitFor(`document.querySelectorAll('.post-who .avatar').length === 2`);
            return who.evaluate(`[...document.querySelectorAll('.post-who .avatar')].map((one) => one.className.match(/is-color-\\d+/)[0]).join()`);
        };
        expect(await seen(page) === await seen(other), 'Others see other colors.');
    });
    await page.close();
    await other.close();
    await look(browser, made, '1280', 1280, 800, false);
    await look(browser, made, '390-dark', 390, 844, true);
    if (shots) {
        await look(browser, made, '1280-dark', 1280, 800, true);
        await look(browser, made, '390', 390, 844, false);
        await look(browser, made, '820', 820, 1180, false);
        await look(browser, made, '1920-dark', 1920, 1080, true);
    }
    await pretended(browser, made);
    await move(browser, made);
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
