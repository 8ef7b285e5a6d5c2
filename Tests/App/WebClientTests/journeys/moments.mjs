// Two users side by side: one pins a comment to a moment of a song, the other sees it above the line without a reload, and as a bubble when playback
// gets there. It is sought to, hidden and removed.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD, RONDO_SHOTS   as in shelf.mjs; one album of long songs, ada an admin

import { Browser } from './browser.mjs';
import { accessible } from './accessibility-checks.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const bubble = `document.querySelector('.stage-deck ${id('moment-bubble')}')`;
const marks = (page) => page.evaluate(`[...document.querySelectorAll('.stage-deck ${id('moment-mark')}')].map((mark) => mark.getAttribute('aria-label'))`);

async function visit(browser, size, username, password) {
    const page = await browser.context(size);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then(async (reply) => ({ status: reply.status, ...(await reply.json().catch(() => ({}))) }))`);
    page.snap = async (name) => { if (shots) await page.screenshot(`${shots}/moments-${name}-${size.width}${size.dark ? '-dark' : ''}.png`); };
    page.seek = (ms) => page.evaluate(`(() => { const seek = document.querySelector('.stage ${id('stage-seek')}'); seek.value = ${ms}; seek.dispatchEvent(new Event('change')); })()`);
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), password);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    await page.evaluate('window.wasNotReloaded = true');
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    // This journey is about the cover, not a visual.
    await page.call('PATCH', '/me', { shadingMode: 'off' });
    return page;
}

/** Plays the first song on the stage. */
async function listen(page, album) {
    await page.evaluate(`(() => { const a = document.createElement('a'); a.href = '/albums/${album}'; document.body.append(a); a.click(); a.remove(); })()`);
    await page.click(`.hero ${id('play-all')}`);
    await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0.2)`);
    await page.evaluate('document.activeElement?.blur()');
    await page.press('f');
    await page.waitForElement('.stage-deck .has-moments');
}

const browser = await Browser.launch();
try {
    const { RONDO_USER: user, RONDO_PASSWORD: password, RONDO_OTHER: other, RONDO_OTHER_PASSWORD: otherPassword } = process.env;
    const ada = await visit(browser, { width: 1280, height: 800 }, user, password);
    const bea = await visit(browser, { width: 390, height: 844, dark: true }, other, otherPassword);
    const [album] = (await ada.call('GET', '/albums')).items;
    const [track] = (await ada.call('GET', `/albums/${album.id}`)).tracks;
    const path = `/tracks/${track.id}/moments`;
    await ada.call('PUT', '/me/sharing', { opinions: 'gateway' });

    await step('both hear the song, and it has no moments yet', async () => {
        await Promise.all([listen(ada, album.id), listen(bea, album.id)]);
        expect((await marks(bea)).length === 0, 'There are moments.');
    });

    await step('a moment is pinned where the music was when the form was opened, by a key', async () => {
        await ada.seek(60_000);
        await ada.waitFor(`document.querySelector('.stage ${id('moment-add')}').textContent.includes('1:00')`);
        await ada.press('c');
        await ada.waitForElement(id('moment-dialog'));
        const title = await ada.evaluate(`document.querySelector('${id('moment-dialog')} h2').textContent`);
        expect(/1:0[0-3]/.test(title), title);
        await ada.waitFor(`document.querySelector('${id('moment-dialog')}').textContent.includes('Others who may hear')`);
        await ada.type('Listen to <b>the bass</b>');
        await ada.waitFor(`document.querySelector('.stage-deck [data-elapsed]').textContent > '1:03'`);
        await ada.snap('form');
        await ada.press('Enter');
        await ada.waitFor(`!document.querySelector('${id('moment-dialog')}')`);
        const [moment] = (await ada.call('GET', path)).items;
        expect(Math.abs(moment.positionMs - 60_500) < 2500 && moment.text === 'Listen to <b>the bass</b>', JSON.stringify(moment));
    });

    await step('the other sees it above the line at once, and as a bubble when the music gets there', async () => {
        await bea.waitFor(`document.querySelectorAll('.stage-deck ${id('moment-mark')}').length === 1`);
        const [name] = await marks(bea);
        expect(/^ada at 1:0\d: Listen to <b>the bass<\/b>$/.test(name), name);
        const off = await bea.evaluate(`(() => { const [mark, line] = ['${id('moment-mark')}', '[data-line]'].map((one) => document.querySelector('.stage-deck ' + one).getBoundingClientRect()); return Math.abs((mark.left + mark.width / 2 - line.left) / line.width - 60 / 180); })()`);
        expect(off < 0.03, `It stands ${off} beside its place.`);
        expect(await bea.evaluate(`${bubble}.hidden`), 'It shows already.');
        await bea.seek(57_000);
        await bea.waitFor(`!${bubble}.hidden && ${bubble}.textContent.includes('the bass')`);
        const heard = await bea.evaluate(`document.querySelector('.stage-deck [data-elapsed]').textContent`);
        expect(heard >= '1:00', `It shows at ${heard}.`);
        await bea.waitFor(`document.querySelector('#announcer').textContent === 'ada: Listen to <b>the bass</b>'`);
        await bea.snap('bubble');
        await accessible(bea);
        expect(await bea.evaluate('window.wasNotReloaded === true'), 'The page was loaded anew.');
        await bea.waitFor(`${bubble}.hidden`);
    });

    await step('who does not share their reviews pins for themselves, and is told so; a picture is pressed to go there', async () => {
        await bea.seek(120_000);
        await bea.click(`.stage ${id('moment-add')}`);
        await bea.waitFor(`document.querySelector('${id('moment-dialog')}')?.textContent.includes('Only you see it')`);
        await bea.fill(id('field-text'), 'Mine');
        await bea.click(id('moment-save'));
        await bea.waitFor(`document.querySelectorAll('.stage-deck ${id('moment-mark')}').length === 2`);
        expect((await ada.call('GET', path)).items.length === 1, 'Others see it.');
        await bea.click(`.stage-deck ${id('moment-mark')}`);
        await bea.waitFor(`/^1:0/.test(document.querySelector('.stage-deck [data-elapsed]').textContent) && !${bubble}.hidden`);
    });

    await step('the list has them in their order; one is gone to, changed, and reported', async () => {
        await bea.click(`.stage ${id('moments-open')}`);
        await bea.waitFor(`document.querySelectorAll('${id('moment')}').length === 2`);
        await accessible(bea);
        await bea.snap('list');
        await bea.click(`${id('moment')}:nth-child(2) ${id('moment-menu')}`);
        await bea.click(id('moment-edit'));
        await bea.fill(id('field-text'), 'Mine, and better');
        await bea.fill(id('field-positionMs'), '2:00.5');
        await bea.click(id('moment-save'));
        await bea.waitFor(`document.querySelector('${id('moments')}').textContent.includes('and better')`);
        expect((await bea.call('GET', path)).items[1].positionMs === 120_500, 'It was not moved.');
        await bea.click(`${id('moment')}:nth-child(2) ${id('moment-jump')}`);
        await bea.waitFor(`/^2:0/.test(document.querySelector('.stage-deck [data-elapsed]').textContent)`);
        await bea.click(`${id('moment')}:nth-child(1) ${id('moment-menu')}`);
        await bea.click(`[role=menuitem]`);
        await bea.click(id('report-send'));
        await bea.waitFor(`!document.querySelector('${id('report-dialog')}')`);
        await bea.press('Escape');
    });

    await step('one that a moderator hides is gone for others at once, and its author reads why', async () => {
        const [report] = (await ada.call('GET', '/moderation/reports')).items;
        expect(report.kind === 'moment' && report.trackId === track.id, JSON.stringify(report));
        await ada.click(`.stage ${id('moments-open')}`);
        await ada.click(id('moment-menu'));
        await ada.click(id('moment-hide'));
        await ada.fill(id('field-reason'), 'Too loud');
        await ada.click(id('reason-send'));
        await ada.waitFor(`document.querySelector('${id('moment')}').textContent.includes('Too loud')`);
        await ada.snap('hidden');
        await bea.waitFor(`document.querySelectorAll('.stage-deck ${id('moment-mark')}').length === 1`);
        await ada.press('Escape');
    });

    await step('the page of the track has them too, and the setting keeps bubbles away', async () => {
        await bea.evaluate(`(() => { const a = document.createElement('a'); a.href = '/tracks/${track.id}'; document.body.append(a); a.click(); a.remove(); })()`);
        await bea.waitFor(`document.querySelector('main ${id('moments')}')?.textContent.includes('and better')`);
        await bea.waitForElement(`main ${id('moment-mark')}`);
        await bea.snap('track');
        await bea.open(`${base}/settings/playback`);
        await bea.click(id('show-moments'));
        expect(!(await bea.evaluate(`JSON.parse(localStorage.getItem('rondo.preferences')).moments`)), 'It is not kept.');
    });

    for (const page of [ada, bea]) expect(page.errors.length === 0, page.errors.join('\n'));
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
