// The listening room of moderators in a real browser: one submission at a time, heard, decided by keys, the next one at once, and taken back.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD   an admin; bob, who submits, has the same password
//   RONDO_FILES                             a folder with a.flac, b.flac, c.flac and d.mp3
//   RONDO_SHOTS                             a folder for screenshots

import { Browser } from './browser.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const files = process.env.RONDO_FILES;
const rows = `document.querySelectorAll('${id('queued')}').length`;
const title = `document.querySelector('#room-title')?.textContent`;
const heard = `document.querySelector('${id('hearing')}')`;

async function visit(browser, size, username) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.go = async (path, mark) => { await page.open(`${base}${path}`); await page.waitForElement(mark); };
    page.snap = async (name) => {
        for (const dark of shots ? [false, true] : []) {
            await page.setViewport(size.width, size.height, dark);
            await page.evaluate(`new Promise((done) => requestAnimationFrame(() => { for (const one of document.getAnimations()) if (Number.isFinite(one.effect.getComputedTiming().endTime)) one.finish(); done(); }))`);
            await page.screenshot(`${shots}/room-${name}-${size.width}-${dark ? 'dark' : 'light'}.png`);
        }
    };
    await page.open(`${base}/sign-in`);
    await page.waitForElement(id('sign-in-form'));
    await page.fill(id('field-username'), username);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

const browser = await Browser.launch();
try {
    const bob = await visit(browser, { width: 1280, height: 900 }, 'bob');
    const ada = await visit(browser, { width: 1280, height: 900 }, process.env.RONDO_USER);
    const phone = await visit(browser, { width: 390, height: 844 }, process.env.RONDO_USER);
    const stateOf = (name) => ada.evaluate(`fetch('/api/v1/submissions?state=pending').then((reply) => reply.json()).then(({ items }) => items.some((one) => one.title === ${JSON.stringify(name)}) ? 'pending' : 'other')`);

    await step('four files are handed in one after the other', async () => {
        await bob.go('/give', id('give-files'));
        for (const [index, name] of ['a.flac', 'b.flac', 'c.flac', 'd.mp3'].entries()) {
            const { result } = await bob.send('Runtime.evaluate', { expression: `document.querySelector('${id('give-files')}')` });
            await bob.send('DOM.setFileInputFiles', { files: [`${files}/${name}`], objectId: result.objectId });
            await bob.waitFor(`document.querySelectorAll('${id('own-submission')}').length === ${index + 1}`, 30_000);
            await bob.evaluate(`fetch('/api/v1/me/submissions').then((reply) => reply.json()).then(({ items }) => Promise.all(items.filter((one) => one.state === 'draft').map((one) => fetch('/api/v1/submissions/' + one.id + '/submit', { method: 'POST' }).then((reply) => reply.text()))))`);
        }
    });
    await step('the first is open with its waveform, its values and what is odd about it, and the others stand beside', async () => {
        await ada.go('/administration/moderation', id('room'));
        await ada.waitFor(`${rows} === 4 && ${title} === 'A long walk'`);
        await ada.waitFor(`!document.querySelector('.room-wave').classList.contains('is-plain')`, 30_000);
        expect((await ada.evaluate(`document.querySelector('${id('room-place')}').textContent`)) === '1 of 4', 'It does not say which one it is.');
        expect(await ada.evaluate(`!document.querySelector('${id('odd')}')`), 'Something about a whole file is odd.');
        await ada.snap('first');
    });
    await step('the space bar plays, digits jump, arrows go on, and the slider says where', async () => {
        await ada.evaluate('document.activeElement?.blur()');
        await ada.press(' ');
        await ada.waitFor(`${heard}?.currentTime > 0.2 && !${heard}.paused`);
        await ada.press('5');
        await ada.waitFor(`${heard}.currentTime >= 10`);
        const before = await ada.evaluate(`${heard}.currentTime`);
        await ada.press('ArrowRight');
        await ada.waitFor(`${heard}.currentTime >= ${before} + 4.9`);
        await ada.waitFor(`/of/.test(document.querySelector('${id('hearing-place')}').getAttribute('aria-valuetext')) && Number(document.querySelector('${id('hearing-place')}').value) >= 14`);
        await ada.snap('playing');
    });
    await step('what is approved makes room for the next one, and is taken back: nobody was told, and it is open again', async () => {
        await ada.press('a');
        await ada.waitFor(`${title} === 'Second walk'`);
        await ada.press('u');
        await ada.waitFor(`${title} === 'A long walk' && ${rows} === 4`);
        expect(await stateOf('A long walk') === 'pending', 'It was sent.');
    });
    await step('one is skipped and stays, and one goes back to it', async () => {
        await ada.press('s');
        await ada.waitFor(`${title} === 'Second walk'`);
        expect(await ada.evaluate(rows) === 4, 'It is gone.');
        await ada.press('k');
        await ada.waitFor(`${title} === 'A long walk'`);
    });
    await step('what is not taken back is approved, and the next one plays at once', async () => {
        await ada.waitFor(`${heard}?.currentTime > 0.1 && !${heard}.paused`);
        await ada.click(id('approve'));
        await ada.waitFor(`${title} === 'Second walk' && ${rows} === 3`);
        await ada.waitFor(`${heard}?.currentTime > 0.1 && !${heard}.paused`);
        await ada.waitFor(`fetch('/api/v1/submissions?state=pending').then((reply) => reply.json()).then(({ items }) => !items.some((one) => one.title === 'A long walk'))`, 15_000);
    });
    await step('what is odd is named, here and in the list, and on a phone the decisions are within reach', async () => {
        await ada.evaluate(`[...document.querySelectorAll('${id('open-queued')}')].find((one) => one.textContent.includes('01_HIDDEN_track')).click()`);
        await ada.waitFor(`${title} === '01_HIDDEN_track'`);
        const odd = await ada.evaluate(`[...document.querySelectorAll('[data-odd]')].map((one) => one.dataset.odd).join()`);
        expect(odd.includes('noArtist') && odd.includes('noCover') && odd.includes('fileName') && odd.includes('bitrate') && odd.includes('mono'), odd);
        await ada.snap('odd');
        await phone.go('/administration/moderation', id('room'));
        await phone.waitFor(`${rows} === 3`);
        await phone.snap('first');
        expect(await phone.evaluate(`(() => { const box = document.querySelector('${id('approve')}').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()`), 'The button is out of sight.');
        expect(await phone.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is too wide.');
        await phone.evaluate(`[...document.querySelectorAll('${id('open-queued')}')].at(-1).click()`);
        await phone.waitFor(`${title} === '01_HIDDEN_track'`);
        await phone.snap('odd');
    });
    await step('it is rejected with a reason, and leaving the page sends that at once', async () => {
        await ada.press('r');
        await ada.waitForElement(id('reject-dialog'));
        await ada.fill(`${id('reject-dialog')} textarea`, 'What is it?');
        await ada.click(id('reject-send'));
        await ada.waitFor(`${rows} === 2`);
        expect(await stateOf('01_HIDDEN_track') === 'pending', 'It was sent at once.');
        await ada.evaluate(`document.querySelector('a[href="/administration/moderation/reports"]').click()`);
        await ada.waitFor(`location.pathname.endsWith('/reports')`);
        await ada.waitFor(`fetch('/api/v1/submissions?state=rejected').then((reply) => reply.json()).then(({ items }) => items.some((one) => one.reason === 'What is it?'))`, 4000);
    });
    await step('after the last there is nothing, and what was decided has its own list', async () => {
        await ada.go('/administration/moderation', id('room'));
        await ada.press('a');
        await ada.press('a');
        await ada.waitForElement(id('empty-state'));
        expect(await ada.evaluate(`!document.querySelector('${id('room')}')`), 'Something is still open.');
        await ada.evaluate(`(() => { const field = document.querySelector('${id('queue-state')}'); field.value = 'rejected'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await ada.waitFor(`${rows} === 1 && document.querySelector('${id('queued')}').textContent.includes('What is it?')`);
        await ada.snap('rejected');
    });
    await step('no console error', async () => {
        const problems = [bob, ada, phone].flatMap((one) => one.errors).filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
