// Long lists: they scroll from end to end, jump by letter, keep the focus in the page, and contain only a few screens of rows.

import { api, base, count, empty, isClosed, row, toast } from './hands-parts.mjs';
import { expect, id, signIn, step } from './steps.mjs';

/** A document contains only a few screens of a list. */
const MOST_ROWS = 120;
const rows = 'main tbody tr[data-track]';
/** The visible rows, first to last. */
const inSight = `[...document.querySelectorAll('${rows}')].filter((one) => { const box = one.getBoundingClientRect(); return box.bottom > 120 && box.top < innerHeight - 100; })`;
const isSettled = `document.querySelectorAll('main tbody tr[data-blank]').length === 0 && ${inSight}.length > 2`;
const places = `[...document.querySelectorAll('${rows}')].map((one) => Number(one.getAttribute('aria-rowindex')))`;

async function scrollTo(page, top) {
    await page.evaluate(`scrollTo(0, ${top})`);
    await page.waitFor(isSettled);
}

/** Checks a long list in the page's size: its rows at any position, its end, its letters, and the focus. */
export async function lists(page, at, total) {
    await at('a long list shows each row once and in order wherever it stops, and holds a few screens of them', async () => {
        for (const part of [0.5, 0.2, 0.21, 0.19, 0.9]) {
            await scrollTo(page, `document.documentElement.scrollHeight * ${part}`);
            const shown = await page.evaluate(places);
            expect(shown.length < MOST_ROWS, `The document holds ${shown.length} rows.`);
            expect(shown.every((place, index) => index === 0 || place === shown[index - 1] + 1), `The rows are ${shown}.`);
        }
    });
    await at('it ends with the last track', async () => {
        const [last] = (await api(page, '/tracks?sort=title&order=desc&limit=1')).items;
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`[...document.querySelectorAll('${rows}')].at(-1).dataset.track === ${JSON.stringify(last.id)}`);
        expect((await page.evaluate(places)).at(-1) === total + 1, 'The last row has another number.');
    });
    await at('it jumps to a letter', async () => {
        const letters = await page.evaluate(`[...document.querySelectorAll('.letters button')].map((button) => button.textContent)`);
        expect(letters.length > 5, `The letters are ${letters}.`);
        for (const letter of [letters.at(-2), letters[1]]) {
            const button = `[...document.querySelectorAll('.letters button')].find((one) => one.textContent === ${JSON.stringify(letter)})`;
            await page.evaluate(`${button}.click()`);
            const wanted = await page.evaluate(`Number(${button}.dataset.index)`);
            await page.waitFor(`${isSettled} && ${inSight}.some((one) => Number(one.getAttribute('aria-rowindex')) === ${wanted + 2})`);
        }
    });
    await at('the focus stays in the page when its row scrolls away', async () => {
        await scrollTo(page, 0);
        await page.evaluate(`document.querySelector('${rows} a, ${rows} button').focus()`);
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`document.activeElement?.tagName === 'H1'`);
        await scrollTo(page, 0);
    });
    await at('a filter narrows it, and stands in the address', async () => {
        await page.click(id('filters'));
        await page.waitFor(`document.querySelectorAll('#list-filters [name=genre] option').length > 1`);
        const genre = (await api(page, '/genres')).items.sort((one, other) => other.trackCount - one.trackCount)[0].id;
        const choose = (value) => page.evaluate(`(() => { const field = document.querySelector('#list-filters [name=genre]'); field.value = '${value}'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await choose(genre);
        await page.waitFor(`location.search.includes('genre=${genre}') && ${isSettled}`);
        const some = await api(page, `/tracks/outline?sort=title&order=asc&step=100&genre=${genre}`);
        expect(some.total > 0 && some.total < total, `${some.total} of ${total} have the genre.`);
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`${places}.at(-1) === ${some.total + 1}`);
        await choose('');
        await page.waitFor(`!location.search.includes('genre=') && ${isSettled}`);
        await page.click(id('filters'));
        await scrollTo(page, 0);
        await page.waitForElement(row(0));
    });
}

/** Counts the frames while a list of 30,000 rows scrolls. The server's list is simulated to be that long, with repeating tracks. */
export async function frames(browser) {
    const page = await browser.context({ width: 1280, height: 800, hasMotion: true });
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `{
            const ask = window.fetch;
            const TOTAL = 30000;
            let tracks;
            const answer = (value) => new Response(JSON.stringify(value), { headers: { 'Content-Type': 'application/json' } });
            window.fetch = async (target, options) => {
                const url = new URL(typeof target === 'string' ? target : target.url, location.href);
                if (url.pathname === '/api/v1/tracks/outline') return answer({ total: TOTAL, step: 100, cursors: Array.from({ length: 299 }, (_, page) => 'c' + (page + 1)) });
                if (url.pathname !== '/api/v1/tracks') return ask(target, options);
                tracks ??= (await (await ask('/api/v1/tracks?limit=100', options)).json()).items;
                const first = Number((url.searchParams.get('cursor') ?? 'c0').slice(1)) * 100;
                const limit = Math.min(Number(url.searchParams.get('limit') ?? 100), TOTAL - first);
                window.__asked = (window.__asked ?? 0) + 1;
                return answer({ items: Array.from({ length: limit }, (_, place) => ({ ...tracks[(first + place) % tracks.length], id: 'row-' + (first + place) })) });
            };
        }`,
    });
    await signIn(page);
    await empty(page);
    await step('30,000 rows: they scroll while all are selected, and the document holds a few screens of them', async () => {
        await page.open(`${base}/library/tracks`);
        await page.waitForElement(row(5));
        await page.settle();
        const run = (selecting) => page.evaluate(`(async () => {
            const times = [];
            let last = performance.now(), y = ${selecting} ? 60000 : 0, most = 0;
            await new Promise((done) => {
                const begin = last;
                const next = (now) => {
                    times.push(now - last);
                    last = now;
                    scrollTo(0, y += 90);
                    most = Math.max(most, document.querySelectorAll('main tbody tr').length);
                    if (now - begin < 2000) requestAnimationFrame(next); else done();
                };
                requestAnimationFrame(next);
            });
            times.sort((a, b) => a - b);
            return { frames: times.length, median: Math.round(times[times.length >> 1] * 10) / 10, p95: Math.round(times[Math.floor(times.length * .95)] * 10) / 10, most };
        })()`);
        const plain = await run(false);
        await page.press('a', { control: true });
        await page.waitFor(`${count}.startsWith('10,000 selected') || ${count}.startsWith('10000 selected')`);
        await page.waitFor(`document.querySelector('${id('selection-bar')}').textContent.includes('30,000')`);
        const selecting = await run(true);
        console.log(`     plain ${JSON.stringify(plain)}, selecting ${JSON.stringify(selecting)}`);
        expect(plain.most < 200 && selecting.most < 200, 'The document holds too many rows.');
        expect(plain.frames > 3 && selecting.frames > 3, 'It hardly moves.');
        await page.evaluate('window.__asked = 0');
        await page.click(id('queue-selected'));
        await page.waitFor(`${isClosed} && /10,?000 tracks added/.test(${toast})`);
        expect(await page.evaluate('window.__asked') <= 21, `${await page.evaluate('window.__asked')} requests were made.`);
    });
    await page.close();
}
