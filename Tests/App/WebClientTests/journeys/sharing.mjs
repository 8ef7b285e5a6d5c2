// Shares, internet radio and bookmarks in a real browser: a person shares an album, somebody without an account hears it, the share is
// taken back; a station is added, heard, given a picture that another person sees and may not change; a bookmark is set and found again.
//
//   RONDO_URL                    a running server with at least one album
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_OTHER, RONDO_OTHER_PASSWORD   a listener
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const value = (selector) => `document.querySelector('${selector}')?.value`;

function expect(condition, what) {
    if (!condition) throw new Error(what);
}

async function signIn(page, name = process.env.RONDO_USER, password = process.env.RONDO_PASSWORD) {
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), name);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname !== "/sign-in"');
}

const follow = (page, path) => page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);

const problems = (page, expected) => page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line) && !(expected && expected.test(line)));

async function walk(browser, size, options) {
    const page = await browser.context(options);
    const shot = (of, name) => shots && of.screenshot(`${shots}/${size}-${name}.png`);
    await signIn(page);
    const api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    const album = (await api('/albums')).items.find((one) => one.trackCount > 0);
    const [track] = (await api(`/albums/${album.id}`)).tracks;
    let link = '';

    await step(`${size}: an album becomes a link`, async () => {
        await page.open(`${base}/albums/${album.id}`);
        await page.click('[data-album-menu]');
        await page.waitForElement('.menu [role=menuitem]');
        await page.evaluate(`[...document.querySelectorAll('.menu [role=menuitem]')].find((item) => item.textContent.trim() === 'Share').click()`);
        await page.waitForElement(id('share-dialog'));
        await page.fill(`${id('share-dialog')} ${id('field-description')}`, 'For Sam');
        await shot(page, 'share-form');
        await page.click(id('share-save'));
        await page.waitForElement(id('share-link'));
        link = await page.evaluate(value(id('share-link')));
        expect(/\/share\/[\w-]{43}$/.test(link), `The link is ${link}.`);
        await shot(page, 'share-made');
    });

    const visitor = await browser.context(options);
    await step(`${size}: somebody without an account hears it`, async () => {
        await visitor.open(link);
        await visitor.waitForElement(id('shared-track'));
        expect(await visitor.evaluate('document.title') === 'For Sam', 'The title is another.');
        await visitor.click(`${id('shared-track')} [data-play]`);
        await visitor.waitFor(`[...document.querySelectorAll('audio')].some((deck) => deck.currentTime > 0.1)`);
        await visitor.waitFor(`document.querySelector('[data-cover]').naturalWidth > 0`);
        await shot(visitor, 'shared');
        const outside = await visitor.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.status)`);
        expect(outside === 401, `The API answers ${outside}.`);
        expect(problems(visitor, /\/api\/v1\/tracks/).length === 0, problems(visitor, /\/api\/v1\/tracks/).join('\n'));
    });
    await step(`${size}: my shares show who came, and take it back`, async () => {
        await page.open(`${base}/shares`);
        await page.waitForElement(id('share-row'));
        await page.waitFor(`fetch('/api/v1/shares').then((r) => r.json()).then(({ items }) => items[0].visits === 1)`);
        await page.reload();
        await page.waitForElement(id('share-row'));
        await shot(page, 'shares');
        await page.click(id('share-edit'));
        await page.fill(`${id('share-dialog')} ${id('field-description')}`, 'For Alex');
        await page.click(id('share-save'));
        await page.waitFor(`document.querySelector('${id('share-row')}').textContent.includes('For Alex')`);
        await page.click(id('share-remove'));
        await page.click(id('confirm'));
        await page.waitForElement(id('empty-state'));
        // The row had the focus: whoever goes by keyboard goes on from the heading.
        await page.waitFor(`document.activeElement.tagName === 'H1'`);
        const late = await browser.context(options);
        await late.open(link);
        await late.waitForElement(id('shared-gone'));
        await shot(late, 'share-gone');
        await late.close();
    });
    await visitor.close();

    await step(`${size}: a place in a track is marked and found again`, async () => {
        await page.open(`${base}/tracks/${track.id}`);
        await page.click('[data-play]');
        await page.waitForElement(id('bookmark-set'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => deck.currentTime > 1)`);
        await page.click(id('bookmark-set'));
        await page.waitForElement(id('bookmark-resume'));
        await page.reload();
        await page.waitForElement(id('bookmark-resume'));
        await shot(page, 'bookmark');
        await page.click(id('bookmark-resume'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 1)`);
        await page.click(id('bookmark-remove'));
        await page.waitFor(`!document.querySelector('${id('bookmark-resume')}')`);
    });

    await step(`${size}: a station is added, heard beside the player, and removed`, async () => {
        await page.open(`${base}/radio`);
        await page.click(id('radio-add'));
        await page.fill(`${id('radio-dialog')} ${id('field-name')}`, 'Test tone');
        await page.fill(`${id('radio-dialog')} ${id('field-streamUrl')}`, `${base}/api/v1/tracks/${track.id}/stream`);
        await page.click(id('radio-save'));
        await page.waitForElement(id('radio-listen'));
        await page.click(id('radio-listen'));
        await page.waitFor(`document.querySelector('${id('radio-row')}').textContent.includes('On air')`);
        await shot(page, 'radio');
        await page.click(id('radio-listen'));
        await page.waitFor(`document.querySelector('#radio').getAttribute('src') === null`);
    });
    await step(`${size}: the bar shows the station on every page, and stops it`, async () => {
        const bar = id('player-station');
        await page.click(id('radio-listen'));
        await page.waitFor(`document.querySelector('${bar}')?.textContent.includes('On air')`);
        await follow(page, '/albums');
        await page.waitFor(`location.pathname === '/albums' && document.querySelector('${bar} .player-title').textContent === 'Test tone'`);
        expect(await page.evaluate(`!document.querySelector('${id('player-play')}').checkVisibility()`), 'The buttons of the track are there, too.');
        await shot(page, 'radio-bar');
        await page.click(id('player-station-stop'));
        await page.waitFor(`document.querySelector('#radio').getAttribute('src') === null && !document.querySelector('${bar}')`);
        await follow(page, '/radio');
        await page.waitForElement(id('radio-edit'));
    });
    await step(`${size}: the station gets a picture, another one, and none; who may only listen sees it and no buttons`, async () => {
        const image = (of) => of.evaluate(`document.querySelector('${id('radio-row')} img')?.src ?? ''`);
        const status = (of, address, options = '{}') => of.evaluate(`fetch(${JSON.stringify(address)}, ${options}).then((reply) => reply.status)`);
        const choose = async (color) => {
            await page.click(id('radio-edit'));
            await page.waitForElement(id('picture'));
            await page.evaluate(`(async () => {
                const canvas = new OffscreenCanvas(320, 200), context = canvas.getContext('2d');
                context.fillStyle = '${color}';
                context.fillRect(0, 0, 320, 200);
                const files = new DataTransfer();
                files.items.add(new File([await canvas.convertToBlob()], '${color}.png', { type: 'image/png' }));
                const input = document.querySelector('${id('picture')}');
                input.files = files.files;
                input.dispatchEvent(new Event('change', { bubbles: true }));
            })()`);
            await page.click(id('radio-save'));
        };
        const shown = (of) => of.waitFor(`document.querySelector('${id('radio-row')} img')?.naturalWidth > 0`);
        await choose('teal');
        await shown(page);
        const first = await image(page);
        const listener = await browser.context(options);
        await signIn(listener, process.env.RONDO_OTHER, process.env.RONDO_OTHER_PASSWORD);
        await listener.open(`${base}/radio`);
        await shown(listener);
        expect(await image(listener) === first && await status(listener, first) === 200, 'They see another picture.');
        expect(await listener.evaluate(`!document.querySelector('[data-add], [data-edit], [data-remove], input[type=file]')`), 'There are buttons.');
        const [{ id: station }] = (await api('/radio')).items;
        expect(await status(listener, `/api/v1/radio/${station}/picture`, `{ method: 'DELETE' }`) === 403, 'They can remove it.');
        expect(await status(listener, first, `{ credentials: 'omit', cache: 'no-store' }`) === 401, 'Everybody can get it.');
        await shot(listener, 'radio-listener');
        await choose('orange');
        await page.waitFor(`(document.querySelector('${id('radio-row')} img')?.src ?? ${JSON.stringify(first)}) !== ${JSON.stringify(first)}`);
        await shown(page);
        await shot(page, 'radio-picture');
        await listener.reload();
        await listener.waitFor(`document.querySelector('${id('radio-row')} img')?.src === ${JSON.stringify(await image(page))}`);
        await page.click(id('radio-edit'));
        await page.click('[data-no-picture]');
        await page.click(id('radio-save'));
        await page.waitFor(`!!document.querySelector('${id('radio-row')}') && !document.querySelector('${id('radio-row')} img')`);
        await listener.close();
        await page.click(id('radio-remove'));
        await page.click(id('confirm'));
        await page.waitForElement(id('empty-state'));
    });
    await step(`${size}: nothing was reported as an error`, async () => {
        expect(problems(page).length === 0, problems(page).join('\n'));
    });
    await page.close();
}

const browser = await Browser.launch();
try {
    for (const [size, options] of [['desk', { width: 1280, height: 900 }], ['phone', { width: 390, height: 844, dark: true }]]) {
        await step(`${size}: signs in`, () => walk(browser, size, options));
    }
} finally {
    await browser.close();
}
finish();
