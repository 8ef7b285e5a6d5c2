// Pages of the client and everything that opens over them, at 390 and 1280 px: axe finds no violation of WCAG 2.2 AA, nothing is wider than the
// window, and nothing moves when the system requests reduced motion. The Tab key leads through each page, and the focus returns after closing. In
// dark mode axe checks only colors.
//
//   RONDO_URL                            a server whose library is what `makeSongs` and `makePictures` of WebClientTests make
//   RONDO_USER, RONDO_PASSWORD           an admin
//   RONDO_OTHER, RONDO_OTHER_PASSWORD    a contributor
//   RONDO_FILES                          a folder with a.flac and b.flac, which are submitted
//   RONDO_AXE                            axe.min.js
//   RONDO_PART                           the part to run, if not all: `pages`; `dialogs`, with Now Playing and the settings; or `administration`,
//                                        with the pages for visitors who are not signed in
//   RONDO_ONLY                           a regular expression for the names of pages, if not all are wanted
//   RONDO_SHOTS                          a folder for screenshots, if wanted

import { fileURLToPath } from 'node:url';
import { addAxe, COLORS, motion, states, violations, walk } from './accessibility-checks.mjs';
import { outside, overlays, places, PRETEND, settingsPages, things } from './accessibility-pages.mjs';
import { seed } from './accessibility-seed.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const { RONDO_PART: part, RONDO_ONLY: only = '', RONDO_SHOTS: shots, RONDO_AXE: axe, RONDO_FILES: files } = process.env;
const publicFolder = fileURLToPath(new URL('../../../../public', import.meta.url));
/** The forms in which each page is checked, in order. What is opened in the first form is closed in the last. */
const FORMS = [
    { width: 390, height: 844, rules: {} },
    { width: 390, height: 844, isDark: true, rules: { only: COLORS } },
    { width: 1280, height: 800, rules: {} },
    { width: 1280, height: 800, isDark: true, rules: { only: COLORS } },
];
/** Pages that stand for all others in forced colors. */
const FORCED = ['/', '/library', '/search', '/board', 'playlist', 'track', 'settings: playback', '/administration/users'];
/** The time limit of the whole journey. Remaining pages fail. */
const LONGEST_MS = 1_500_000;

let seen = 0;
let stops = 0;

/** @param {import('./page.mjs').Page} page */
async function follow(page, { path, shows }) {
    await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
    const { pathname } = new URL(path, base);
    await page.waitFor(`location.pathname === ${JSON.stringify(pathname)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    await rest(page, shows);
}

/** Waits until the page has its content. @param {import('./page.mjs').Page} page @param {string} [shows] selector */
async function rest(page, shows) {
    if (shows) await page.waitForElement(shows);
    await page.waitFor(`window.__watch.isSettled() && !document.querySelector('main .skeleton, main [aria-busy=true]')`);
}

/** Presses the elements that open something, by keyboard alone. */
async function open(page, { opens, over }) {
    for (const what of opens) {
        if (typeof what === 'string') {
            await page.waitForElement(what);
            // Waits until the same element keeps the focus: a list that is redrawn loses it.
            await page.waitFor(`(() => { const element = document.querySelector(${JSON.stringify(what)}); element.focus(); window.__opener = element; return document.activeElement === element; })()`);
            await page.press('Enter');
        } else if (what.item) {
            await page.waitForElement('[role=menuitem]');
            await page.waitFor(`(() => { const item = [...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.includes(${JSON.stringify(what.item)})); item.focus(); return document.activeElement === item; })()`);
            await page.press('Enter');
        } else {
            await page.evaluate(`(() => { const link = document.querySelector('main a[href], main button'); link?.focus(); window.__opener = link; })()`);
            await page.press(what.key, what);
        }
    }
    await page.waitForElement(over);
    await page.settle();
    // An element that fades in is invisible at first.
    await page.atRest();
}

/** Runs axe and checks the width of the page, in each of the forms. @returns {Promise<string[]>} */
async function look(page, place, reopen = async () => {}) {
    /** @type {Map<string, string[]>} the problems, and the forms in which they occur */
    const found = new Map();
    const add = (form, texts) => { for (const text of texts) found.set(text, [...(found.get(text) ?? []), form]); };
    for (const { width, height, isDark = false, rules } of FORMS) {
        const form = `${width} ${isDark ? 'dark' : 'light'}`;
        if (isDark) await page.setScheme(true);
        else await page.setViewport(width, height);
        await page.evaluate('window.__watch.frames()');
        if (!isDark) {
            await reopen(width);
            // Content that another width requests.
            await rest(page);
        }
        add(form, await violations(page, place.over, rules));
        const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        if (extra > 0) add(form, [`${extra} px too wide`]);
        if (shots) await page.screenshot(`${shots}/${place.name.replace(/\W+/g, '-')}-${form.replace(' ', '-')}.png`);
    }
    add('each', await motion(page));
    seen += 1;
    return [...found].map(([text, forms]) => `${forms.join(', ')}: ${text}`);
}

const none = (found) => expect(found.length === 0, `\n  ${found.join('\n  ')}`);
const inTime = () => expect(performance.now() < LONGEST_MS, 'There is no time left.');
const isWanted = ({ name }) => new RegExp(only).test(name);

async function pages(page, all) {
    for (const place of all.filter(isWanted))
        await step(place.name, async () => {
            inTime();
            await follow(page, place);
            const { problems, stops: count } = await walk(page);
            stops += count;
            const found = [...problems, ...(await look(page, place))];
            if (FORCED.includes(place.name)) {
                await page.send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value: 'active' }, { name: 'prefers-reduced-motion', value: 'reduce' }] });
                found.push(...[...(await violations(page, undefined, { only: ['color-contrast'] })), ...(await states(page))].map((text) => `forced colors: ${text}`));
                if (shots) await page.screenshot(`${shots}/${place.name.replace(/\W+/g, '-')}-forced.png`);
                await page.setViewport(1280, 800);
            }
            none(found);
        });
}

async function opened(page, all) {
    for (const place of all.filter(isWanted))
        await step(place.name, async () => {
            inTime();
            // A dialog left open by an earlier step would keep the focus.
            await page.evaluate(`document.querySelectorAll('dialog[open]').forEach((one) => one.close())`);
            if (await page.evaluate('location.pathname + location.search') !== place.path) await follow(page, place);
            await open(page, place);
            const isThere = `!!document.querySelector('${place.over}')?.checkVisibility()`;
            const isModal = await page.evaluate(`!!document.querySelector('${place.over}').matches('dialog')`);
            const { problems } = isModal ? await walk(page, place.over) : { problems: [] };
            const found = [...problems, ...(await look(page, place, async () => { if (!(await page.evaluate(isThere))) await open(page, place); }))];
            await page.evaluate(`document.querySelector('${place.over}').matches(':focus-within') || document.querySelector('${place.over} :is(button, input, [tabindex])')?.focus()`);
            for (let tries = 0; tries < 3 && (await page.evaluate(isThere)); tries += 1) {
                await page.press('Escape');
                await page.waitFor(`!(${isThere})`, 500).catch(() => {});
            }
            if (place.stays) return none(found);
            if (await page.evaluate(isThere)) {
                found.push('Escape does not close it.');
                await page.evaluate(`document.querySelector('${place.over}').close?.()`);
            } else if (!(await page.evaluate(`!window.__opener?.isConnected || document.activeElement === window.__opener`)))
                found.push(`the focus comes back to ${await page.evaluate('document.activeElement.outerHTML.slice(0, 120)')}`);
            none(found);
        });
}

/** Now Playing with each of its views, and the queue beside a page. */
async function playing(page, { album, timed }) {
    const play = `document.documentElement.classList.contains('has-player')`;
    await step('a song plays', async () => {
        await follow(page, { path: `/tracks/${timed}`, shows: '[data-play-track]' });
        await page.evaluate(`document.querySelector('main [data-play-track]').focus()`);
        await page.press('Enter');
        await page.waitFor(`${play} && [...document.querySelectorAll('audio')].some((deck) => deck.currentTime > 0.1)`);
        await page.evaluate(`document.querySelectorAll('audio').forEach((deck) => deck.pause())`);
    });
    for (const face of ['cover', 'words', 'queue'].filter((name) => isWanted({ name })))
        await step(`Now Playing: ${face}`, async () => {
            await follow(page, { path: `/tracks/${timed}` });
            await page.evaluate(`document.querySelector('.player-cover').focus()`);
            await page.press('Enter');
            await page.waitForElement(id('now-playing'));
            if (face === 'words') await page.waitForElement('.reading-line');
            const turn = () => page.evaluate(`document.querySelector('${id(`tab-${face}`)}').click()`);
            await turn();
            const { problems, stops: count } = await walk(page, id('now-playing'));
            stops += count;
            const found = [...problems, ...(await look(page, { name: `stage-${face}`, over: id('now-playing') }, turn))];
            await page.press('Escape');
            await page.waitFor(`!document.querySelector('${id('now-playing')}')`);
            none(found);
        });
    if (isWanted({ name: 'queue' }))
        await step('the queue beside a page', async () => {
            await follow(page, { path: `/albums/${album}` });
            await page.evaluate(`document.querySelector('${id('player-queue')}').focus()`);
            await page.press('Enter');
            await page.waitForElement(id('queue-panel'));
            const { problems } = await walk(page);
            const show = async (width) => {
                if (!(await page.evaluate(`!!document.querySelector('${id('queue-panel')}')`))) await page.evaluate(`document.querySelector('${id('player-queue')}').click()`);
                await page.waitForElement(id('queue-panel'));
                if (width < 1024) await page.atRest();
            };
            none([...problems, ...(await look(page, { name: 'queue-panel' }, show))]);
            await page.evaluate(`document.querySelector('${id('queue-close')}')?.click()`);
        });
}

/** Pages for visitors who are not signed in. Each is loaded from scratch. */
async function strangers(browser, all) {
    const page = await browser.context({ width: 1280, height: 800 });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: PRETEND });
    for (const place of all.filter(isWanted))
        await step(place.name, async () => {
            inTime();
            await page.open('about:blank');
            await page.open(base + place.path);
            await page.waitForElement('main h1');
            await addAxe(page, axe);
            await rest(page, place.shows);
            const { problems } = await walk(page);
            none([...problems, ...(await look(page, place))]);
        });
    await page.close();
}

/** A signed-in user's page, with axe loaded. */
async function member(browser, username, password) {
    const page = await browser.context({ width: 1280, height: 800 });
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: PRETEND });
    await signIn(page, username, password);
    await page.open(`${base}/`);
    await page.waitForElement('main h1');
    await addAxe(page, axe);
    return page;
}

/** @param {import('./page.mjs').Page} page @param {string} part */
const isFine = (page, part) => step(`${part}: nothing was written into the console`, async () => {
    // Unknown addresses are among the pages.
    const problems = page.errors.filter((line) => !/status of 404/.test(line));
    expect(problems.length === 0, problems.join('\n'));
});

const isOfAdministration = ({ path }) => path.startsWith('/administration');
const isOfPeople = (place) => !isOfAdministration(place);

/** The pages of each part. */
const PARTS = {
    pages: async (page, seeded) => pages(page, [...things(seeded), ...(await places(publicFolder))].filter(isOfPeople)),
    dialogs: async (page, seeded) => {
        await playing(page, seeded);
        await opened(page, overlays(seeded).filter(isOfPeople));
        await pages(page, await settingsPages(publicFolder));
    },
    administration: async (page, seeded, browser) => {
        await pages(page, [...things(seeded), ...(await places(publicFolder))].filter(isOfAdministration));
        await opened(page, overlays(seeded).filter(isOfAdministration));
        await strangers(browser, outside(seeded));
    },
};
/** The minimum number of pages of all parts together. */
const LEAST = 125;

const browser = await Browser.launch();
try {
    const { RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD } = process.env;
    let seeded;
    await step('there is something of everything', async () => {
        const [page, other] = [await member(browser, RONDO_USER, RONDO_PASSWORD), await member(browser, RONDO_OTHER, RONDO_OTHER_PASSWORD)];
        seeded = await seed(page, other, files);
        await Promise.all([page.close(), other.close()]);
    });
    // The parts run concurrently, on the same server.
    await Promise.all(Object.entries(PARTS).filter(([name]) => !part || name === part).map(async ([name, lookAt]) => {
        const page = await member(browser, RONDO_USER, RONDO_PASSWORD);
        await lookAt(page, seeded, browser);
        await isFine(page, name);
    }));
    await step('there were enough pages', async () => {
        console.log(`     ${seen} pages and dialogs at two widths, ${stops} stops of the tab key`);
        expect(part || only !== '' || seen >= LEAST, `There were ${seen}.`);
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
