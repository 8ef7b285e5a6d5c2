// Lists of thousands in a real browser: they scroll from end to end, jump by letter, keep filters in the address, and can be walked
// with the keyboard, while the document holds a few screens of them.
//
//   RONDO_URL       a server with a library of at least 1,000 tracks whose titles begin with many letters
//   RONDO_USER, RONDO_PASSWORD

import { Browser } from './browser.mjs';
import { expect, finish, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const SCREENS_OF_ROWS = 120;
const rows = 'main tbody tr[data-track]';
/** The rows in sight, first to last. */
const inSight = `[...document.querySelectorAll('${rows}')].filter((row) => { const box = row.getBoundingClientRect(); return box.bottom > 120 && box.top < innerHeight - 100; })`;
const isSettled = `document.querySelectorAll('main tbody tr[data-blank]').length === 0 && ${inSight}.length > 2`;

async function scrollTo(page, top) {
    await page.evaluate(`scrollTo(0, ${top})`);
    await page.waitFor(isSettled);
}

async function visit(browser, size) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    await page.open(`${base}/sign-in`);
    await page.fill('[data-testid="field-username"]', process.env.RONDO_USER);
    await page.fill('[data-testid="field-password"]', process.env.RONDO_PASSWORD);
    await page.click('[data-testid="sign-in"]');
    await page.waitFor('location.pathname !== "/sign-in"');
    await page.open(`${base}/library/tracks`);
    await page.waitFor(isSettled);
    return page;
}

async function walk(page, size) {
    const { total } = await page.api('/tracks/outline?sort=title&order=asc&step=100');
    await step(`${size}: holds a few screens of a long list`, async () => {
        expect(total >= 1000, `There are ${total} tracks only.`);
        for (const part of [0.5, 0.1, 0.9, 0.35]) {
            await scrollTo(page, `document.documentElement.scrollHeight * ${part}`);
            const held = await page.evaluate(`document.querySelectorAll('${rows}').length`);
            expect(held < SCREENS_OF_ROWS, `The document holds ${held} rows.`);
        }
    });
    await step(`${size}: ends with the last track`, async () => {
        const [last] = (await page.api('/tracks?sort=title&order=desc&limit=1')).items;
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`[...document.querySelectorAll('${rows}')].at(-1).dataset.track === ${JSON.stringify(last.id)}`);
        expect(await page.evaluate(`[...document.querySelectorAll('${rows}')].at(-1).getAttribute('aria-rowindex')`) === String(total + 1), 'The last row has another number.');
    });
    await step(`${size}: shows each row once and in order wherever it stops`, async () => {
        for (const part of [0.2, 0.21, 0.19, 0.8]) {
            await scrollTo(page, `document.documentElement.scrollHeight * ${part}`);
            const places = await page.evaluate(`[...document.querySelectorAll('${rows}')].map((row) => Number(row.getAttribute('aria-rowindex')))`);
            expect(places.every((place, index) => index === 0 || place === places[index - 1] + 1), `The rows are ${places}.`);
        }
    });
    await step(`${size}: jumps to a letter`, async () => {
        const letters = await page.evaluate(`[...document.querySelectorAll('.letters button')].map((button) => button.textContent)`);
        expect(letters.length > 5, `The letters are ${letters}.`);
        for (const letter of [letters.at(-2), letters[1]]) {
            await page.evaluate(`[...document.querySelectorAll('.letters button')].find((button) => button.textContent === ${JSON.stringify(letter)}).click()`);
            const wanted = await page.evaluate(`Number([...document.querySelectorAll('.letters button')].find((button) => button.textContent === ${JSON.stringify(letter)}).dataset.index)`);
            await page.waitFor(`${isSettled} && ${inSight}.some((row) => Number(row.getAttribute('aria-rowindex')) === ${wanted + 2})`);
        }
    });
    await step(`${size}: keeps the focus in the page when its row scrolls away`, async () => {
        await scrollTo(page, 0);
        await page.evaluate(`document.querySelector('${rows} a, ${rows} button').focus()`);
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`document.activeElement?.tagName === 'H1'`);
    });
    await step(`${size}: keeps filters in the address, over a reload and back`, async () => {
        await scrollTo(page, 0);
        await page.click('[data-testid="filters"]');
        await page.waitFor(`document.querySelectorAll('#list-filters [name=genre] option').length > 1`);
        const genre = (await page.api('/genres')).items.sort((one, other) => other.trackCount - one.trackCount)[0].id;
        await page.evaluate(`(() => { const f = document.querySelector('#list-filters [name=genre]'); f.value = '${genre}'; f.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(`location.search.includes('genre=${genre}') && ${isSettled}`);
        const some = await page.api(`/tracks/outline?sort=title&order=asc&step=100&genre=${genre}`);
        expect(some.total > 0 && some.total < total, `${some.total} of ${total} have the genre.`);
        await page.reload();
        await page.waitFor(isSettled);
        await scrollTo(page, 'document.documentElement.scrollHeight');
        await page.waitFor(`[...document.querySelectorAll('${rows}')].at(-1).getAttribute('aria-rowindex') === '${some.total + 1}'`);
    });
    await step(`${size}: says nothing into the console`, async () => {
        const problems = page.errors.filter((line) => !/status of 401/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
}

const browser = await Browser.launch();
try {
    for (const [name, size] of [['desk', { width: 1280, height: 800 }], ['phone', { width: 390, height: 844 }]]) {
        await step(`${name}: signs in`, async () => {
            const page = await visit(browser, size);
            await walk(page, name);
            await page.close();
        });
    }
} finally {
    await browser.close();
}
finish();
