// Home, Search and Library: a server without music, forty albums that somebody new sees, habits, friends, and the searches.
//
//   RONDO_URL       a server without music
//   RONDO_PASSWORD  of the people `ada`, an admin, `bea` and `cleo`, listeners
//   RONDO_LATER     a folder with some forty albums, which becomes a library
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const DAY = 86_400;
const WIDTHS = [[390, 844], [820, 1180], [1280, 720], [1920, 1080]];

async function visit(browser, username, size) {
    const page = await browser.context(size);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.ok ? reply.text().then((text) => text && JSON.parse(text)) : { status: reply.status })`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    };
    page.home = async () => {
        await page.follow('/search');
        await page.follow('/');
        await page.waitForElement(id('recently-added'));
    };
    page.fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
    page.shoot = async (name, { widths = WIDTHS, dark = [false, true] } = {}) => {
        if (!shots) return;
        for (const [width, height] of widths) {
            for (const isDark of dark) {
                await page.setViewport(width, height, isDark);
                await page.settle();
                await pause(500);
                await page.screenshot(`${shots}/${name}-${width}${isDark ? '-dark' : ''}.png`);
            }
        }
        await page.setViewport(size.width, size.height);
    };
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    await page.evaluate('window.neverReloaded = true');
    return page;
}

/** Cards that the edge of their row cuts, in all rows that are seen. */
const cut = `[...document.querySelectorAll('main .shelf-row')].flatMap((row) => {
    const box = row.getBoundingClientRect(), last = Math.min(box.right, document.documentElement.clientWidth);
    return [...row.children].filter((card) => {
        const own = card.getBoundingClientRect();
        return own.left < last - 6 && own.right > last + 1;
    }).map((card) => card.textContent.trim().slice(0, 40));
})`;

const titles = `[...document.querySelectorAll('main [data-home-row]')].map((row) => row.dataset.homeRow)`;

async function withoutMusic(ada) {
    await step('an admin without music is led: a folder, people, a phone by its code', async () => {
        await ada.waitForElement(id('guided-start'));
        await ada.waitFor(`document.querySelector('${id('guided-code')}')?.naturalWidth > 0`);
        expect(await ada.evaluate(`document.querySelector('${id('guided-code')}').alt.includes(location.origin)`), 'The code is for another address.');
        const paths = await ada.evaluate(`['guided-folder', 'guided-people', 'guided-apps'].map((name) => document.querySelector('[data-testid=' + name + ']').pathname)`);
        expect(paths.join() === '/administration/library,/administration/invitations,/settings/apps', paths.join());
        await ada.fits();
        await ada.shoot('home-guided');
    });
    await step('a listener without music is told so', async () => {
        const cleo = await visit(ada.browser, 'cleo', { width: 390, height: 844 });
        await cleo.waitForElement(id('empty-state'));
        expect(await cleo.evaluate(`!document.querySelector('${id('guided-start')}')`), 'They see the steps of an admin.');
    });
    await step('home fills by itself when the folder has been read', async () => {
        const made = await ada.call('POST', '/libraries', { name: 'Later', path: process.env.RONDO_LATER });
        expect(made.id, `The library was refused: ${JSON.stringify(made)}`);
        await ada.call('POST', '/scans', {});
        await ada.waitFor(`fetch('/api/v1/albums?limit=40').then((reply) => reply.json()).then((list) => list.items.length >= 30)`, 60_000);
        await ada.waitForElement(id('recently-added'), 30_000);
        expect(await ada.evaluate('window.neverReloaded'), 'The page was loaded anew.');
    });
}

async function newcomer(bea) {
    await step('somebody new sees a full page from one request', async () => {
        await bea.evaluate(`(() => { const send = window.fetch; window.asked = []; window.fetch = (...all) => { const path = new URL(String(all[0].url ?? all[0]), location.href).pathname; if (path.startsWith('/api/v1/')) window.asked.push(path.slice(8)); return send(...all); }; })()`);
        await bea.home();
        // What a tab says of itself as a device comes beside the page.
        const asked = await bea.evaluate(`window.asked.filter((path) => !/^(explore|images|notifications|devices)/.test(path))`);
        expect(asked.join() === 'home', `It asked for ${asked.join(', ')}.`);
        const rows = await bea.evaluate(titles);
        for (const row of ['recentlyAdded', 'start', 'artists', 'genres']) expect(rows.includes(row), `${row} is not among ${rows}`);
        for (const row of ['board', 'friends', 'liked', 'rediscover', 'onThisDay', 'mostPlayed', 'mixes']) expect(!rows.includes(row), `${row} has nothing to say.`);
        expect(await bea.evaluate(`document.querySelectorAll('${id('quick-tile')}').length`) === 6, 'There are not six tiles.');
        await bea.shoot('home-new');
    });
    await step('no row is cut at the edge of a page, at any width', async () => {
        for (const [width, height] of WIDTHS) {
            await bea.setViewport(width, height);
            await bea.settle();
            const cards = await bea.evaluate(cut);
            expect(cards.length === 0, `${width}: ${cards.join(' | ')}`);
            await bea.fits();
        }
        await bea.setViewport(1280, 720);
        await bea.evaluate(`document.querySelector('${id('recently-added')} [data-shelf="1"]').click()`);
        await bea.waitFor(`document.querySelector('${id('recently-added')} .shelf-row').scrollLeft > 0`);
        await bea.settle();
        expect((await bea.evaluate(cut)).length === 0, 'It is cut after it was scrolled.');
    });
}

/** Plays of the past, by the import that everybody has. */
async function listen(page, albums) {
    const now = Math.floor(Date.now() / 1000);
    const tracks = await Promise.all(albums.map(async (album) => (await page.call('GET', `/tracks?album=${album.id}&limit=3`)).items));
    const yearAgo = new Date();
    yearAgo.setUTCFullYear(yearAgo.getUTCFullYear() - 1);
    const plays = (track, count, from, apart = 3600) => Array.from({ length: count }, (_, play) => ({
        listened_at: from - play * apart,
        track_metadata: { track_name: track.title, artist_name: track.artists[0].name, release_name: track.album },
    }));
    const listens = [
        ...plays(tracks[0][0], 10, now - 120 * DAY),
        ...plays(tracks[1][0], 1, Math.floor(yearAgo / 1000)),
        ...plays(tracks[2][0], 4, now - DAY, 60),
        ...tracks.slice(3).flatMap((list, index) => plays(list[0], 3, now - (2 + index) * DAY, 60)),
    ];
    await page.call('POST', '/me/import', listens);
    await page.waitFor(`fetch('/api/v1/me/import').then((reply) => reply.json()).then((one) => one.state === 'ready')`);
    await page.call('POST', '/me/import/run', {});
    await page.waitFor(`fetch('/api/v1/me/import').then((reply) => reply.json()).then((one) => one.state === 'finished')`);
}

async function community(ada, bea, tracks) {
    await step('today’s board stands on Home with a face, and plays', async () => {
        await bea.call('POST', '/board/today', { trackId: tracks[0].id, caption: 'Listen' });
        await ada.home();
        await ada.waitFor(`document.querySelector('${id('board-card')} .face')?.textContent.trim().length > 0`);
        expect(await ada.evaluate(`document.querySelector('${id('board-card')}').textContent.includes('bea')`), 'It does not say whose song it is.');
        await ada.evaluate(`document.querySelector('${id('board-card')} [data-play-row]').click()`);
        await ada.waitFor(`document.querySelector('${id('player-title')}')?.textContent === ${JSON.stringify(tracks[0].title)}`);
    });
    await step('what a friend plays is seen only when they show it', async () => {
        const play = { playId: '00000000-0000-4000-8000-000000000001', trackId: tracks[1].id, event: 'start', positionMs: 0, client: 'journey' };
        await bea.call('POST', '/playback', play);
        await ada.home();
        expect(await ada.evaluate(`!document.querySelector('${id('friends-playing')}')`), 'It is shown unasked.');
        await bea.follow('/settings/privacy');
        await bea.click(id('sharing-playing-gateway'));
        await bea.waitFor(`fetch('/api/v1/me/playback-sharing').then((reply) => reply.json()).then((one) => one.playing === 'gateway')`);
        await bea.call('POST', '/playback', { ...play, event: 'progress', positionMs: 100 });
        await ada.home();
        await ada.waitFor(`document.querySelector('${id('friend-card')}')?.textContent.includes('bea')`);
    });
}

async function habits(ada, tracks, albums) {
    await step('what one plays makes tiles, and rows of what was played much once and on this day', async () => {
        await listen(ada, albums);
        await ada.call('PUT', `/tracks/${tracks[2].id}/like`);
        await ada.call('POST', '/playlists', { name: 'Evening', trackIds: tracks.slice(0, 8).map(({ id: one }) => one), visibility: 'public' });
        await ada.home();
        await ada.waitFor(`document.querySelector('${id('rediscover')}')?.textContent.includes(${JSON.stringify(albums[0].name)})`);
        await ada.waitFor(`document.querySelector('${id('on-this-day')}')?.textContent.includes('1 year ago')`);
        expect(await ada.evaluate(`document.querySelector('${id('quick-tile')} .quick-name').textContent`) === albums[2].name, 'The first tile is no habit.');
        for (const row of ['playlists', 'mostPlayed', 'recentlyPlayed']) expect((await ada.evaluate(titles)).includes(row), `${row} is not there.`);
        await ada.shoot('home-full');
    });
    await step('a row that is used moves up', async () => {
        const before = (await ada.evaluate(titles)).indexOf('genres');
        await ada.click(`${id('home-genres')} .genre-tile a`);
        await ada.waitFor(`location.pathname.startsWith('/genres/')`);
        await ada.waitFor(`fetch('/api/v1/home').then((reply) => reply.json()).then((home) => home.order.at(-1) !== 'genres')`);
        await ada.home();
        const after = (await ada.evaluate(titles)).indexOf('genres');
        expect(after < before, `It was in place ${before} and is in place ${after}.`);
    });
}

async function searches(ada, bea, albums) {
    await step('search explores before one types, and ends with a new playlist', async () => {
        await bea.follow('/search');
        await bea.waitForElement(id('explore-popular'));
        await bea.waitForElement(id('explore-genres'));
        await bea.waitFor(`document.querySelector('${id('explore-playlists')}')?.textContent.includes('Evening')`);
        expect((await bea.evaluate(cut)).length === 0, 'A row is cut.');
        expect(await bea.evaluate(`document.querySelector('${id('search-results')}').lastElementChild.querySelector('${id('explore-new-playlist')}') !== null`), 'The new playlist is not at the foot.');
        await bea.fits();
        await bea.shoot('explore');
        await bea.click(id('explore-new-playlist'));
        await bea.waitForElement(id('playlist-dialog'));
        await bea.press('Escape');
        await bea.fill(id('search-input'), albums[3].name);
        await bea.waitForElement(id('found-albums'));
        expect(await bea.evaluate(`!document.querySelector('${id('explore-genres')}')`), 'Both are there.');
        await bea.press('Enter');
        await bea.fill(id('search-input'), '');
        await bea.waitForElement(id('recent-search'));
        await bea.waitForElement(id('explore-genres'));
    });
    await step('the library has its own search, as a grid and as a list', async () => {
        await ada.follow('/library');
        expect(await ada.evaluate(`document.querySelector('.library-tile').pathname`) === '/library/popular', 'Most popular is not the first tile.');
        await ada.waitForElement(id('recently-added'));
        await ada.shoot('library');
        await ada.fill(id('library-search'), albums[3].name);
        await ada.waitForElement(`${id('library-found-albums')} ${id('album-card')}`);
        expect(await ada.evaluate(`!!document.querySelector('${id('library-found-albums')} ul.grid') && !document.querySelector('${id('open-albums')}').checkVisibility()`), 'It is no grid, or the tiles are still there.');
        await ada.click(id('layout-list'));
        await ada.waitForElement(`${id('library-found-albums')} ul.rows`);
        await ada.shoot('library-found', { widths: [[390, 844], [1280, 720]] });
        await ada.fill(id('library-search'), 'zzzz qqqq');
        await ada.waitForElement(id('empty-state'));
        await ada.fill(id('library-search'), '');
        await ada.waitFor(`document.querySelector('${id('open-albums')}').checkVisibility() && location.search === ''`);
        await ada.waitForElement(`${id('recently-added')} ul.rows`);
        await ada.click(id('layout-grid'));
        const pictures = `document.querySelectorAll('.library-tile .library-sign.has-picture .cover').length`;
        await ada.waitFor(`${pictures} >= 6`);
    });
    await step('a page of the library finds its own kind, brings its list back, and leads to everything', async () => {
        await ada.follow('/library/albums');
        expect(await ada.evaluate(`document.querySelector('main h1').textContent`) === 'Albums', 'It is not named.');
        await ada.waitForElement(`[data-list] ${id('album-card')}`);
        await ada.fill(id('library-search'), albums[3].name);
        await ada.waitFor(`document.querySelector('${id('library-found-albums')}')?.textContent.includes(${JSON.stringify(albums[3].name)}) && location.search.startsWith('?q=')`);
        expect(await ada.evaluate(`!document.querySelector('${id('library-found-tracks')}') && !document.querySelector('[data-list] ${id('album-card')}').checkVisibility({ visibilityProperty: true })`), 'It finds others, or the list is still there.');
        await ada.fill(id('library-search'), '');
        await ada.waitFor(`document.querySelector('[data-list] ${id('album-card')}')?.checkVisibility({ visibilityProperty: true }) && location.search === ''`);
        await ada.fill(id('library-search'), 'Evening');
        await ada.press('Enter');
        await ada.click(id('library-everything'));
        await ada.waitFor(`location.pathname === '/library' && document.querySelector('${id('library-found-playlists')}')?.textContent.includes('Evening')`);
    });
}

const browser = await Browser.launch();
try {
    const ada = await visit(browser, 'ada', { width: 1280, height: 720 });
    await withoutMusic(ada);
    const bea = await visit(browser, 'bea', { width: 1280, height: 720 });
    await newcomer(bea);
    const albums = (await ada.call('GET', '/albums?sort=name&limit=9')).items;
    const tracks = (await ada.call('GET', '/tracks?sort=title&limit=9')).items;
    await community(ada, bea, tracks);
    await habits(ada, tracks, albums);
    await searches(ada, bea, albums);
    await step('nothing was wrong in the console', async () => {
        const errors = [...ada.errors, ...bea.errors].filter((line) => !/status of 401.*\/api\/v1\/me/.test(line));
        expect(errors.length === 0, errors.join('\n'));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
