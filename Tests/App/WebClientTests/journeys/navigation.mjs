// The navigation: every place is reachable, none of it is cut off at 1280 × 720 while a song plays, the collapsed sidebar is remembered, the palette
// opens from anywhere, a phone has the five places at its bottom, and no page is wider than it.
//
//   RONDO_URL       a server whose library holds "Long song", of 20 seconds or more
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const PRIMARY = { home: '/', search: '/search', library: '/library', board: '/board', listen: '/listen' };
const LIBRARY = { popular: '/library/popular', playlists: '/playlists', liked: '/library/liked', albums: '/library/albums', artists: '/library/artists',
    tracks: '/library/tracks', genres: '/library/genres', radio: '/radio', device: '/device', history: '/history', queue: '/queue', shelf: '/shelf', wishes: '/wishes' };
const ACCOUNT = { me: undefined, statistics: '/statistics', shares: '/shares', profile: '/settings' };
const MODERATION = { moderation: '', 'moderation-reports': '/reports', 'moderation-lyrics': '/lyrics', 'moderation-playlists': '/playlists', 'moderation-bin': '/bin' };
const RUNNING = ['overview', 'users', 'invitations', 'plans', 'requests', 'library', 'lyrics', 'journal', 'backups', 'security', 'services', 'settings'];
const moderation = Object.entries(MODERATION).map(([name, path]) => [name, `/administration/moderation${path}`]);
const administration = [...moderation, ...RUNNING.map((name) => [`admin-${name}`, `/administration/${name}`])];

const text = (selector) => `(document.querySelector('${selector}')?.textContent ?? '')`;

function equip(page) {
    page.api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.post = (path, body) => page.api(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    page.at = (path) => page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'`);
    page.shot = async (name) => {
        if (!shots) return;
        await page.settle();
        await page.atRest();
        await page.screenshot(`${shots}/navigation-${name}.png`);
    };
    return page;
}

async function play(page) {
    const { items: [track] } = await page.api('/tracks?sort=duration&order=desc&limit=1');
    await page.evaluate(`(() => { const b = document.createElement('button'); b.dataset.playTrack = ${JSON.stringify(track.id)}; document.querySelector('main').append(b); b.click(); b.remove(); })()`);
    await page.waitFor(`document.documentElement.classList.contains('has-player') && ${text(id('player-title'))} === ${JSON.stringify(track.title)}`);
}

/** The links in `selector` that are outside of the window, below the player, or truncated. */
const cut = (page, selector) => page.evaluate(`(() => {
    const bar = document.querySelector('rondo-player-bar').getBoundingClientRect();
    const end = innerWidth < 720 ? innerHeight : bar.top || innerHeight;
    return [...document.querySelectorAll('${selector}')].filter((link) => link.checkVisibility()).filter((link) => {
        const box = link.getBoundingClientRect(), name = link.querySelector('.nav-name') ?? link;
        return box.top < 0 || box.bottom > end + .5 || box.left < 0 || box.right > innerWidth || box.height < 24 || name.scrollWidth > name.clientWidth + 1;
    }).map((link) => link.textContent.trim());
})()`);

const noneCut = async (page, selector, count) => {
    await page.settle();
    const seen = await page.evaluate(`[...document.querySelectorAll('${selector}')].filter((link) => link.checkVisibility()).length`);
    expect(seen === count, `${seen} of ${count} are there.`);
    const names = await cut(page, selector);
    expect(names.length === 0, `Cut: ${names.join(', ')}`);
};

async function reach(page, taps, path) {
    for (const tap of taps) await page.click(tap);
    if (path) await page.at(path);
    else await page.waitFor('location.pathname.startsWith("/people/")');
    expect(!await page.evaluate(`!!document.querySelector('main ${id('error-state')}')`), `${path} shows an error.`);
}

async function walk(page) {
    await step('the five places are whole beside a song', async () => {
        await page.evaluate('window.neverReloaded = true');
        await play(page);
        await noneCut(page, '.side-music .nav-places a', 5);
        await page.shot('home');
    });
    await step('every place is at most two taps away', async () => {
        for (const [name, path] of Object.entries(PRIMARY)) {
            await reach(page, [id(`nav-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id(`nav-${name}`)}').getAttribute('aria-current')`) === 'page', `${name} is not marked.`);
        }
        for (const [name, path] of Object.entries({ ...LIBRARY, give: '/give' })) {
            await reach(page, [id('nav-library'), id(`open-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id('nav-library')}').getAttribute('aria-current')`) === 'true', `${name} is not in the library.`);
        }
        for (const [name, path] of Object.entries(ACCOUNT)) await reach(page, [id('account'), id(`nav-${name}`)], path);
        await reach(page, [id('nav-notifications')], '/notifications');
    });
    await step(`administration shows ${administration.length} pages, whole, and leads back`, async () => {
        await page.click(id('nav-administration'));
        await page.waitFor('location.pathname.startsWith("/administration/")');
        await noneCut(page, '.side-administration .nav-places a', administration.length);
        expect(await page.evaluate(`(() => { const side = document.querySelector('.side-administration'); return side.scrollHeight <= side.clientHeight; })()`), 'It scrolls.');
        for (const [name, path] of administration) {
            await reach(page, [id(`nav-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id(`nav-${name}`)}').getAttribute('aria-current')`) === 'page', `${name} is not marked.`);
        }
        await page.shot('administration');
        await reach(page, [id('back-to-music')], '/');
    });
    await step('the song has played on, and nothing was loaded anew', async () => {
        expect(await page.evaluate(`window.neverReloaded && document.documentElement.classList.contains('has-player')`), 'Something was loaded anew.');
    });
}

async function rail(page) {
    const width = `document.querySelector('#navigation').getBoundingClientRect().width`;
    await step('the side bar is collapsed by a key, remembered, and brought back by its button', async () => {
        await page.evaluate('document.activeElement?.blur()');
        await page.press('b');
        await page.waitFor(`${width} === 76 && document.querySelector('${id('rail')}').getAttribute('aria-expanded') === 'false'`);
        await page.reload();
        await page.waitFor(`${width} === 76`);
        await noneCut(page, '.side-music .nav-places a', 5);
        await page.shot('rail');
        await page.click(id('rail'));
        await page.waitFor(`${width} === 264 && document.querySelector('${id('rail')}').getAttribute('aria-expanded') === 'true'`);
    });
    await step('a playlist that is made stands in the side bar at once, and scrolls in its own list', async () => {
        for (const name of ['Evening list', 'Running', 'For the road', 'Rain', 'Old friends', 'Kitchen', 'Sundays', 'Loud']) await page.post('/playlists', { name });
        await page.waitFor(`document.querySelectorAll('${id('own-playlist')}').length === 8 && ${text(id('own-playlist'))}.includes('Loud')`);
        expect(await page.evaluate(`(() => { const list = document.querySelector('${id('own-playlists')}'), side = document.querySelector('.side-music'); return list.scrollHeight > list.clientHeight && side.scrollHeight <= side.clientHeight; })()`), 'The side bar scrolls, or its list does not.');
        await page.click(`${id('own-playlist')}`);
        await page.waitFor(`location.pathname.startsWith('/playlists/') && document.querySelector('h1')?.textContent === 'Loud'`);
        expect(await page.evaluate(`document.querySelector('${id('own-playlist')}').getAttribute('aria-current')`) === 'page', 'It is not marked.');
    });
}

async function palette(page) {
    await step('the palette opens by its key in a text field, too, finds a song after one request, and leads there', async () => {
        await page.click(id('nav-search'));
        await page.at('/search');
        await page.waitFor('document.activeElement?.type === "search"');
        await page.evaluate('performance.clearResourceTimings()');
        await page.press('k', { control: true });
        await page.waitFor(`document.activeElement?.matches('${id('palette-input')}')`);
        await page.type('long s');
        await page.waitFor(`document.querySelector('${id('palette-song')}')?.textContent.includes('Long song')`);
        const isChosen = `document.querySelector('${id('palette-song')}').getAttribute('aria-selected') === 'true'`;
        for (let line = 0; line < 30 && !(await page.evaluate(isChosen)); line += 1) await page.press('ArrowDown');
        const requests = await page.evaluate(`performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/v1/search?')).length`);
        expect(requests === 1, `${requests} requests were made.`);
        await page.shot('palette');
        await page.press('Enter');
        await page.waitFor(`!document.querySelector('${id('palette')}') && location.pathname.startsWith('/tracks/') && document.activeElement?.matches('h1')`);
    });
    await step('it closes by its key and by Escape, and gives the focus back', async () => {
        await page.evaluate(`document.querySelector('${id('nav-board')}').focus()`);
        for (const close of [() => page.press('Escape'), () => page.press('k', { control: true })]) {
            await page.press('k', { control: true });
            await page.waitForElement(id('palette-input'));
            await close();
            await page.waitFor(`!document.querySelector('${id('palette')}')`);
            expect(await page.evaluate(`document.activeElement?.matches('${id('nav-board')}')`), 'The focus is elsewhere.');
        }
    });
}

/** Simulated replies for content that takes a week of listening or a user's file. */
const PRETENDED = `(() => {
    const counts = ['plays', 'likes', 'ratings', 'playlists'].map((kind) => ({ kind, found: 12345, added: 12000, present: 300, unmatched: 45 }));
    const answers = {
        '/overview/history': { from: new Date(Date.now() - 48 * 3600000).toISOString(), hours: 48, figures: ['requests', 'sent', 'errors'].map((name) => ({ name, rule: 'sum', at: [0, 30], values: [5, 7] })) },
        '/me/scrobbling': { server: 'https://listens.example', connected: true, name: 'somebody-with-a-long-name-there', elsewhere: false, pause: 'token', waiting: 12, handedOn: 12345, lastAt: '2026-11-20T10:00:00Z',
            import: { state: 'done', read: 12345, added: 12000, unmatched: 345 }, refused: 0, lastRefused: [] },
        '/me/import': { state: 'ready', report: { source: 'spotify', counts, unreadable: 1, unmatched: ['Nobody – Nowhere'], playlists: [{ name: 'A long name of a playlist', exact: 1000, sure: 20, likely: 3, missing: 4, present: 5 }] } },
    };
    const ask = window.fetch;
    window.fetch = async (...call) => {
        const answer = answers[new URL(String(call[0].url ?? call[0]), location.href).pathname.replace('/api/v1', '')];
        return answer ? Response.json(answer) : ask(...call);
    };
})()`;

const fits = async (page, where) => {
    expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${where} is wider than the screen.`);
    const wide = await page.evaluate(`[...document.querySelectorAll('main *')].filter((one) => getComputedStyle(one).overflowX === 'auto' && one.scrollWidth > one.clientWidth + 1).map((one) => one.className)`);
    expect(wide.length === 0, `${where} scrolls sideways: ${wide}.`);
};

async function small(phone) {
    await step('a phone has the five places at its bottom, whole, and each opens', async () => {
        await noneCut(phone, '.side-music .nav-places a', 5);
        for (const [name, path] of Object.entries(PRIMARY)) await reach(phone, [id(`nav-${name}`)], path);
        expect(await phone.evaluate(`[...document.querySelectorAll('.side-music .nav-places a')].every((one) => one.getBoundingClientRect().height >= 44)`), 'They are small.');
        await phone.shot('phone');
    });
    await step('the rest is in the library, in the account’s menu and in administration', async () => {
        await reach(phone, [id('nav-library'), id('open-history')], '/history');
        await phone.click(id('account'));
        await phone.waitForElement(`${id('account-menu')}:popover-open`);
        await phone.shot('phone-account');
        await phone.click(id('nav-statistics'));
        await phone.at('/statistics');
        await phone.click(id('nav-administration'));
        await phone.at('/administration');
        for (const [name] of administration) expect(await phone.evaluate(`document.querySelector('${id(`open-${name}`)}')?.checkVisibility()`), `${name} is not there.`);
        await reach(phone, [id('open-admin-users')], '/administration/users');
        await phone.shot('phone-administration');
        await reach(phone, [id('back-to-administration')], '/administration');
        await phone.click(id('open-palette'));
        await phone.waitForElement(id('palette-input'));
        await phone.shot('phone-palette');
        await phone.click(id('palette-close'));
    });
    await step('no table scrolls sideways on a phone; a week is a card for each day', async () => {
        await phone.send('Page.addScriptToEvaluateOnNewDocument', { source: PRETENDED });
        for (const name of ['library', 'settings', 'plans', 'backups', 'users', 'journal', 'overview']) {
            await phone.open(`${base}/administration/${name}`);
            await phone.at(`/administration/${name}`);
            await phone.settle();
            await fits(phone, name);
        }
        await phone.click(`${id('week')} summary`);
        await phone.waitFor(`getComputedStyle(document.querySelector('${id('week')} td')).display === 'grid'`);
        await fits(phone, 'The week');
        await phone.shot('phone-week');
        await phone.open(`${base}/settings/privacy`);
        await phone.waitForElement(id('import-ready'));
        expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'What is brought is wider than the screen.');
        await phone.shot('phone-import');
        await phone.open(`${base}/settings/apps`);
        await phone.waitForElement(id('scrobbling-name'));
        expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'What is handed on is wider than the screen.');
    });
    await step('a tablet has the rail', async () => {
        await phone.setViewport(820, 1180);
        await phone.click(id('nav-home'));
        await phone.at('/');
        expect(await phone.evaluate(`document.querySelector('#navigation').getBoundingClientRect().width`) === 76, 'It is another width.');
        await noneCut(phone, '.side-music .nav-places a', 5);
        await phone.shot('tablet');
    });
    await step('no width is too narrow for the navigation, in no language', async () => {
        const sizes = [[360, 740], [390, 844], [820, 1180], [1280, 720], [1920, 1080]];
        for (const locale of ['pl', 'es']) {
            await phone.api('/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ locale }) });
            await phone.open(`${base}/administration/users`);
            await phone.at('/administration/users');
            for (const [width, height] of sizes) {
                await phone.setViewport(width, height);
                if (width >= 1024) await noneCut(phone, '.side-administration .nav-places a', administration.length);
            }
            await phone.open(`${base}/library`);
            await phone.at('/library');
            for (const [width, height] of sizes) {
                await phone.setViewport(width, height);
                await noneCut(phone, '.side-music .nav-places a', 5);
                expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${locale} ${width} is wider than the screen.`);
                await phone.shot(`${locale}-${width}`);
            }
            await phone.setViewport(390, 844);
            for (const path of ['/statistics?period=year', `/statistics/year/${new Date().getFullYear()}`]) {
                await phone.open(base + path);
                await phone.waitForElement(`${id('ranked')}, ${id('review-tracks')}`);
                expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${path} is too wide in ${locale}.`);
            }
        }
    });
}

const browser = await Browser.launch();
try {
    const page = equip(await signedIn(browser, 1280, 720, false));
    await page.at('/');
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    await walk(page);
    await rail(page);
    await palette(page);
    const { items: tracks } = await page.api('/tracks');
    await page.post('/history', { plays: tracks.map(({ id: trackId }, index) => ({ trackId, playedAt: new Date(Date.now() - index * 3_600_000 - 1000).toISOString() })) });
    const phone = equip(await browser.tab(page));
    await phone.setViewport(390, 844, true);
    await phone.open(`${base}/`);
    await phone.at('/');
    await small(phone);
    await step('nothing went wrong on the way', async () => {
        const wrong = [...page.errors, ...phone.errors];
        expect(wrong.length === 0, wrong.join('\n'));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
