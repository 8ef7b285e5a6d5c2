// Statistics in a real browser: plays that a player hands in change the numbers at once, periods are in the address, the group has what is
// shared, charts have tables, and the year is told.
//
//   RONDO_URL                    a running server with at least two tracks
//   RONDO_USER, RONDO_PASSWORD   an admin of it who has heard nothing
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const text = (selector) => `document.querySelector('${selector}')?.textContent.replace(/\\s+/g, ' ').trim()`;

function expect(condition, what) {
    if (!condition) throw new Error(what);
}

const shown = (page, what) => page.waitFor(`document.querySelector('[data-content]')?.dataset.shown === ${JSON.stringify(what)}`);
const plays = (page) => page.evaluate(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent`);

const browser = await Browser.launch();
try {
    const page = await browser.context({ width: 1280, height: 900 });
    const shot = async (name) => { if (shots) { await pause(300); await page.screenshot(`${shots}/statistics-${name}.png`); } };
    const follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main h1')`);
    };
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    const api = (path, init) => page.evaluate(`fetch('/api/v1${path}', ${JSON.stringify(init ?? {})}).then((reply) => reply.json())`);
    const tracks = (await api('/tracks?limit=60')).items;
    const key = await api('/me/device-keys', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{"label":"journey"}' });
    /** Hands in `count` plays, at most one an hour, backwards from `before` hours ago. */
    const hand = async (count, { before = 1, every = 1 } = {}) => {
        const query = new URLSearchParams({ apiKey: key.text, v: '1.16.1', c: 'journey', f: 'json', submission: 'true' });
        for (let index = 0; index < count; index += 1) {
            // The first tracks are heard more often than the last.
            query.append('id', `tr-${tracks[Math.floor(((index * 7919) % 97) ** 2 / 97 ** 2 * tracks.length)].id}`);
            query.append('time', String(Date.now() - Math.round((before + index * every) * 3_600_000)));
        }
        const reply = await page.evaluate(`fetch('/rest/scrobble', { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: ${JSON.stringify(query.toString())} }).then((r) => r.json())`);
        expect(reply['subsonic-response']?.status === 'ok', JSON.stringify(reply));
    };

    await step('whoever has heard nothing is told so', async () => {
        await page.click(id('account'));
        await page.click(id('nav-statistics'));
        await page.waitForElement(id('ranking-empty'));
        expect(await plays(page) === '0', `There are ${await plays(page)} plays.`);
    });
    await step('plays change the page at once', async () => {
        await page.evaluate('window.neverReloaded = true');
        await hand(3, { before: 0.01, every: 0.01 });
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '3'`);
        await hand(180, { before: 30, every: 5.3 });
        await page.click(id('period-all'));
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '183'`);
        expect(await page.evaluate('window.neverReloaded') === true, 'The page was loaded anew.');
        await page.waitForElement(id('ranked'));
        await shot('all');
    });
    await step('the period is in the address, and stays when the page is loaded again', async () => {
        await page.click(id('period-week'));
        await shown(page, 'me week track plays');
        expect(await page.evaluate('location.search') === '?period=week', 'The address says something else.');
        const now = await page.evaluate(text(id('period-name')));
        await page.waitForElement(id('period-previous'));
        await page.click(id('period-previous'));
        await page.waitFor(`${text(id('period-name'))} !== ${JSON.stringify(now)}`);
        expect(await page.evaluate(`document.activeElement?.dataset.key === 'previous'`), 'The focus is gone.');
        const [address, name] = [await page.evaluate('location.search'), await page.evaluate(text(id('period-name')))];
        await page.open(`${base}/statistics${address}`);
        await page.waitFor(`${text(id('period-name'))} === ${JSON.stringify(name)}`);
        await page.click(id('period-month'));
        await shown(page, 'me month track plays');
        await page.evaluate(`window.scrollTo(0, 0)`);
        await shot('month');
    });
    await step('albums, artists and genres are ranked, and the charts say the same as tables', async () => {
        await page.click(id('period-all'));
        await shown(page, 'me all track plays');
        for (const kind of ['album', 'artist', 'genre']) {
            await page.click(id(`kind-${kind}`));
            await page.waitFor(`document.querySelector('${id('ranked')} a')?.pathname.startsWith('/${kind}s/')`);
        }
        const sum = await page.evaluate(`[...document.querySelectorAll('${id('heat-map')} td')].reduce((all, cell) => all + Number(cell.textContent), 0)`);
        expect(sum === 183, `The table of hours has ${sum} plays.`);
        await page.evaluate(`document.querySelector('${id('bar-chart')} summary').click()`);
        expect(await page.evaluate(`document.querySelector('${id('bar-chart')} details').open && document.querySelector('${id('bar-chart')} svg title').textContent.length > 0`), 'The chart has no table or title.');
    });
    await step('the rating of a track ranks it', async () => {
        await page.click(id('kind-track'));
        await page.click(id('by-rating'));
        await page.waitForElement(id('ranking-empty'));
        await api(`/tracks/${tracks[1].id}/rating`, { method: 'PUT', headers: { 'Content-Type': 'application/json' }, body: '{"rating":4.5}' });
        await page.waitFor(`${text(`${id('ranked')} .ranked-score`)} === '4.5'`);
    });
    await step('the group has what is shared, and loses it again', async () => {
        await page.click(id('who-group'));
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '0'`);
        await page.click(id('share-listening'));
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '183'`);
        await page.evaluate(`window.scrollTo(0, 0)`);
        await shot('group');
        await page.click(id('share-listening'));
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '0'`);
        await page.click(id('who-me'));
        await page.waitFor(`document.querySelector('${id('tile-plays')} .tile-value')?.textContent === '183'`);
    });
    await step('the year is told', async () => {
        await page.click(id('open-review'));
        await page.waitForElement(id('review-tracks'));
        await shot('year');
        if (shots) await page.evaluate(`document.querySelector('.review-grid').scrollIntoView()`);
        await shot('year-below');
        await page.click(id('year-after'));
        await page.waitForElement(id('empty-state'));
    });
    await step('on a phone, in the dark, in Polish and Spanish', async () => {
        await page.setViewport(390, 844, true);
        for (const locale of ['pl', 'es', 'en']) {
            await api('/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ locale }) });
            await page.open(`${base}/statistics?period=year`);
            await page.waitForElement(id('ranked'));
            await shot(`phone-${locale}`);
            const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
            expect(over <= 0, `The page is ${over} px too wide in ${locale}.`);
            await page.evaluate(`document.querySelector('${id('heat-map')}').scrollIntoView()`);
            await shot(`phone-${locale}-charts`);
            await follow(`/statistics/year/${new Date().getFullYear()}`);
            await page.waitForElement(id('review-tracks'));
            await shot(`phone-${locale}-year`);
            expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') <= 0, `The year is too wide in ${locale}.`);
        }
    });
    await step('nothing failed behind the scenes', async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
} finally {
    await browser.close();
}
finish();
