// The way around: every place is reached by each role, nothing of the navigation is cut at 1280 × 720 while a song plays, the rail is
// remembered, the palette finds and does things by the keyboard alone, and a phone has the five places at its bottom.
//
//   RONDO_URL       a server whose library holds "Long song", of 20 seconds or more
//   RONDO_PASSWORD  of `lea`, a listener, `bob`, a contributor, `mo`, a moderator, and `ada`, an admin
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const WIDE = { width: 1280, height: 720 };
const PRIMARY = { home: '/', search: '/search', library: '/library', board: '/board', listen: '/listen' };
const LIBRARY = { popular: '/library/popular', playlists: '/playlists', liked: '/library/liked', albums: '/library/albums', artists: '/library/artists',
    tracks: '/library/tracks', genres: '/library/genres', radio: '/radio', device: '/device', history: '/history', queue: '/queue', shelf: '/shelf', wishes: '/wishes' };
const ACCOUNT = { me: undefined, statistics: '/statistics', shares: '/shares', profile: '/settings' };
const MODERATION = { moderation: '', 'moderation-reports': '/reports', 'moderation-lyrics': '/lyrics', 'moderation-playlists': '/playlists', 'moderation-bin': '/bin' };
const RUNNING = ['overview', 'users', 'invitations', 'plans', 'requests', 'library', 'lyrics', 'journal', 'backups', 'security', 'services', 'settings'];
const moderation = Object.entries(MODERATION).map(([name, path]) => [name, `/administration/moderation${path}`]);
const administration = [...moderation, ...RUNNING.map((name) => [`admin-${name}`, `/administration/${name}`])];
const ROLES = { lea: [], bob: [], mo: moderation, ada: administration };

const text = (selector) => `(document.querySelector('${selector}')?.textContent ?? '')`;

async function visit(browser, username, size) {
    const page = await browser.context(size);
    page.api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then(async (r) => r.status === 204 ? null : r.json())`);
    page.post = (path, body) => page.api(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
    page.at = (path) => page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main h1') && document.querySelector('main').getAttribute('aria-busy') !== 'true'`);
    page.shot = async (name) => { if (shots) { await pause(500); await page.screenshot(`${shots}/navigation-${name}.png`); } };
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    await page.evaluate('window.neverReloaded = true');
    return page;
}

async function play(page) {
    const { items: [track] } = await page.api('/tracks?sort=duration&order=desc&limit=1');
    await page.evaluate(`(() => { const b = document.createElement('button'); b.dataset.playTrack = ${JSON.stringify(track.id)}; document.querySelector('main').append(b); b.click(); b.remove(); })()`);
    await page.waitFor(`document.documentElement.classList.contains('has-player') && ${text(id('player-title'))} === ${JSON.stringify(track.title)}`);
}

/** What of the links in `selector` is outside of the window, below the player, or ends in dots. */
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

async function walk(browser, username, places) {
    const page = await visit(browser, username, WIDE);
    await step(`${username}: the five places are whole beside a song`, async () => {
        await play(page);
        await noneCut(page, '.side-music .nav-places a', 5);
        await page.shot(`${username}-home`);
    });
    await step(`${username}: every place is at most two taps away`, async () => {
        for (const [name, path] of Object.entries(PRIMARY)) {
            await reach(page, [id(`nav-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id(`nav-${name}`)}').getAttribute('aria-current')`) === 'page', `${name} is not marked.`);
        }
        for (const [name, path] of Object.entries(LIBRARY)) {
            await reach(page, [id('nav-library'), id(`open-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id('nav-library')}').getAttribute('aria-current')`) === 'true', `${name} is not in the library.`);
        }
        for (const [name, path] of Object.entries(ACCOUNT)) await reach(page, [id('account'), id(`nav-${name}`)], path);
        await reach(page, [id('nav-notifications')], '/notifications');
        await page.click(id('nav-library'));
        await page.at('/library');
        const gives = await page.evaluate(`!!document.querySelector('${id('open-give')}')`);
        expect(gives === (username !== 'lea'), gives ? 'A listener may add music.' : 'Nobody may add music.');
        if (gives) await reach(page, [id('open-give')], '/give');
    });
    await step(`${username}: administration shows ${places.length} pages, whole, and leads back`, async () => {
        expect(await page.evaluate(`!!document.querySelector('${id('nav-administration')}')`) === places.length > 0, 'The way there is wrong.');
        if (places.length === 0) return;
        await page.click(id('nav-administration'));
        await page.waitFor('location.pathname.startsWith("/administration/")');
        await noneCut(page, '.side-administration .nav-places a', places.length);
        expect(await page.evaluate(`(() => { const side = document.querySelector('.side-administration'); return side.scrollHeight <= side.clientHeight; })()`), 'It scrolls.');
        for (const [name, path] of places) {
            await reach(page, [id(`nav-${name}`)], path);
            expect(await page.evaluate(`document.querySelector('${id(`nav-${name}`)}').getAttribute('aria-current')`) === 'page', `${name} is not marked.`);
        }
        await page.shot(`${username}-administration`);
        await reach(page, [id('back-to-music')], '/');
    });
    await step(`${username}: the song has played on, nothing was loaded anew, and nothing went wrong`, async () => {
        expect(await page.evaluate(`window.neverReloaded && document.documentElement.classList.contains('has-player')`), 'Something was loaded anew.');
        expect(page.errors.length === 0 || page.errors.every((line) => /status of 401.*\/api\/v1\/me$/.test(line)), page.errors.join('\n'));
    });
    await page.close();
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
        await page.evaluate('window.neverReloaded = true');
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

const chosen = `document.getElementById(document.querySelector('${id('palette-input')}')?.getAttribute('aria-activedescendant'))`;

/** Opens the palette, types, and waits until a line of that kind is chosen, going down to it. */
async function find(page, words, kind, name) {
    await page.press('k', { control: true });
    await page.waitFor(`document.activeElement?.matches('${id('palette-input')}')`);
    await page.type(words);
    await page.waitFor(`[...document.querySelectorAll('${id(`palette-${kind}`)}')].some((one) => one.textContent.includes(${JSON.stringify(name)}))`);
    for (let line = 0; line < 30; line += 1) {
        if (await page.evaluate(`${chosen}?.matches('${id(`palette-${kind}`)}') && ${chosen}.textContent.includes(${JSON.stringify(name)}) && ${chosen}.getAttribute('aria-selected') === 'true'`)) return;
        await page.press('ArrowDown');
    }
    throw new Error(`${name} cannot be chosen.`);
}

async function palette(page) {
    const closed = () => page.waitFor(`!document.querySelector('${id('palette')}')`);
    await step('the palette opens a song by the keyboard, after one request for it', async () => {
        await page.evaluate('performance.clearResourceTimings()');
        await find(page, 'long s', 'song', 'Long song');
        const requests = await page.evaluate(`performance.getEntriesByType('resource').filter((entry) => entry.name.includes('/api/v1/search?')).length`);
        expect(requests === 1, `${requests} requests were made.`);
        await page.waitFor(`/result/.test(${text(`${id('palette')} [role=status]`)})`);
        await page.shot('palette');
        await page.press('Enter');
        await closed();
        await page.waitFor(`location.pathname.startsWith('/tracks/') && document.querySelector('h1')?.textContent === 'Long song'`);
        await page.waitFor(`document.activeElement?.matches('h1')`);
    });
    await step('it opens a playlist, at once and without the server', async () => {
        await find(page, 'even', 'playlist', 'Evening list');
        await page.press('Enter');
        await page.waitFor(`location.pathname.startsWith('/playlists/') && document.querySelector('h1')?.textContent === 'Evening list'`);
    });
    await step('it opens a screen', async () => {
        await find(page, 'statis', 'screen', 'Statistics');
        await page.press('Enter');
        await page.at('/statistics');
    });
    await step('it plays with Shift and Enter, and does what it names', async () => {
        await find(page, 'another', 'song', 'Another song');
        await page.press('Enter', { shift: true });
        await page.waitFor(`${text(id('player-title'))} === 'Another song'`);
        expect(await page.evaluate('location.pathname') === '/statistics', 'It has left the page.');
        await find(page, 'shuffle', 'action', 'Turn shuffle on');
        await page.press('Enter');
        // What is announced may be followed by another message at once.
        await page.waitFor(`JSON.parse(localStorage.getItem('rondo.preferences')).shuffle === true`);
        await find(page, 'shuffle', 'action', 'Turn shuffle off');
        await page.press('Enter');
        await page.waitFor(`JSON.parse(localStorage.getItem('rondo.preferences')).shuffle === false`);
    });
    await step('it makes a playlist, and changes the theme for the account', async () => {
        await find(page, 'new pl', 'action', 'New playlist');
        await page.press('Enter');
        await page.waitForElement(id('playlist-dialog'));
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('playlist-dialog')}')`);
        await find(page, 'dark', 'action', 'Use the dark theme');
        await page.press('Enter');
        await page.waitFor(`document.documentElement.dataset.theme === 'dark'`);
        await page.waitFor(`fetch('/api/v1/me').then((r) => r.json()).then((me) => me.theme === 'dark')`);
        await find(page, 'light', 'action', 'Use the light theme');
        await page.press('Enter');
        await page.waitFor(`document.documentElement.dataset.theme === 'light'`);
    });
    await step('empty, it shows what was opened lately; it closes by its key and by Escape, and gives the focus back', async () => {
        await page.evaluate(`document.querySelector('${id('nav-board')}').focus()`);
        for (const close of [() => page.press('Escape'), () => page.press('k', { control: true })]) {
            await page.press('k', { control: true });
            await page.waitFor(`${text('#palette-recent')} === 'Opened lately' && ${chosen}?.textContent.includes('Another song')`);
            await page.shot('palette-recent');
            await close();
            await closed();
            expect(await page.evaluate(`document.activeElement?.matches('${id('nav-board')}')`), 'The focus is elsewhere.');
        }
    });
    await step('what nobody has named leads to the full search, in a text field too', async () => {
        await page.click(id('nav-search'));
        await page.at('/search');
        await page.waitFor('document.activeElement?.type === "search"');
        await find(page, 'xyzzy', 'everything', 'xyzzy');
        await page.waitFor(`/Nothing/.test(${text(`${id('palette')} [role=status]`)})`);
        await page.press('Enter');
        await page.waitFor('location.pathname === "/search" && location.search.includes("q=xyzzy")');
    });
}

async function small(browser) {
    const phone = await visit(browser, 'ada', { width: 390, height: 844, dark: true });
    await step('a phone has the five places at its bottom, whole, and each opens', async () => {
        await play(phone);
        await noneCut(phone, '.side-music .nav-places a', 5);
        for (const [name, path] of Object.entries(PRIMARY)) await reach(phone, [id(`nav-${name}`)], path);
        expect(await phone.evaluate(`[...document.querySelectorAll('.side-music .nav-places a')].every((one) => one.getBoundingClientRect().height >= 44)`), 'They are small.');
        await phone.shot('phone');
    });
    await step('the rest is in the library, in the account’s menu and in administration', async () => {
        for (const [name, path] of Object.entries(LIBRARY)) await reach(phone, [id('nav-library'), id(`open-${name}`)], path);
        await phone.click(id('account'));
        await phone.waitForElement(`${id('account-menu')}:popover-open`);
        await phone.shot('phone-account');
        await phone.click(id('nav-statistics'));
        await phone.at('/statistics');
        for (const [name, path] of administration) await reach(phone, [id('nav-administration'), id(`open-${name}`)], path);
        await phone.shot('phone-administration');
        await reach(phone, [id('back-to-administration')], '/administration');
        await phone.click(id('open-palette'));
        await phone.waitForElement(id('palette-input'));
        await phone.shot('phone-palette');
        await phone.click(id('palette-close'));
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
        for (const locale of ['pl', 'es']) {
            await phone.api('/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ locale }) });
            for (const [width, height] of [[360, 740], [390, 844], [820, 1180], [1280, 720], [1920, 1080]]) {
                await phone.setViewport(width, height);
                await phone.open(`${base}/administration/users`);
                await phone.at('/administration/users');
                if (width >= 1024) await noneCut(phone, '.side-administration .nav-places a', administration.length);
                await phone.open(`${base}/library`);
                await phone.at('/library');
                await noneCut(phone, '.side-music .nav-places a', 5);
                expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${locale} ${width} is wider than the screen.`);
                await phone.shot(`${locale}-${width}`);
            }
        }
        await phone.api('/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"locale":"en"}' });
    });
    await step('addresses of before lead to those of today', async () => {
        for (const [before, path, query] of [['/admin', '/administration/overview', ''], ['/admin/users', '/administration/users', ''], ['/moderation/reports?show=closed', '/administration/moderation/reports', '?show=closed']]) {
            await phone.open(`${base}${before}`);
            await phone.at(path);
            expect(await phone.evaluate('location.search') === query, `${before} has lost its query.`);
        }
    });
    await phone.close();
}

const browser = await Browser.launch();
try {
    for (const [username, places] of Object.entries(ROLES)) await walk(browser, username, places);
    const page = await visit(browser, 'lea', WIDE);
    await rail(page);
    await palette(page);
    await step('a listener’s palette knows no page of others, and signing out by it forgets what was opened', async () => {
        await page.press('k', { control: true });
        await page.waitForElement(id('palette-input'));
        await page.type('journal');
        await page.waitFor(`/Nothing/.test(${text(`${id('palette')} [role=status]`)})`);
        await page.press('Escape');
        await find(page, 'sign o', 'action', 'Sign out');
        await page.press('Enter');
        await page.waitFor(`location.pathname === '/sign-in' && document.querySelector('#navigation').hidden && document.querySelector('#top-bar').hidden`);
        expect(await page.evaluate(`JSON.parse(localStorage.getItem('rondo.preferences')).recentPlaces.length`) === 0, 'What was opened is still there.');
    });
    await step('nothing went wrong on the way', async () => {
        const wrong = page.errors.filter((line) => !/status of 401/.test(line));
        expect(wrong.length === 0, wrong.join('\n'));
    });
    await small(browser);
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
