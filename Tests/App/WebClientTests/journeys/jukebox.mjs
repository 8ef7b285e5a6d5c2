// The machine's own speaker among the devices: an admin switches it on, one hands over what plays, steers it from bar and stage and takes it
// back; somebody else steers the same queue without having started it. A renderer of the network becomes a second speaker.
//
//   RONDO_URL, RONDO_USER, RONDO_PASSWORD, RONDO_OTHER, RONDO_OTHER_PASSWORD, RONDO_SHOTS   as in shelf.mjs; one album of long songs
//   RONDO_AXE                                                                               axe.min.js; nothing is asked of it without

import { accessible } from './accessibility-checks.mjs';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const { RONDO_SHOTS: shots, RONDO_OTHER: other, RONDO_OTHER_PASSWORD: otherPassword } = process.env;
const sounding = `[...document.querySelectorAll('audio')].find((deck) => !deck.paused && deck.currentSrc)`;
const api = (page, path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
const snap = async (page, name) => {
    if (!shots) return;
    await page.atRest().catch(() => {});
    await page.screenshot(`${shots}/${name}.png`);
};

const browser = await Browser.launch();
try {
    const page = await signedIn(browser, 1280, 800, false);
    const speaker = async () => (await api(page, '/devices')).items.find(({ kind }) => kind === 'speaker');
    const until = async (what, condition) => {
        const end = Date.now() + 20_000;
        for (;;) {
            const found = await speaker();
            if (found && condition(found)) return found;
            if (Date.now() > end) throw new Error(`${what}: ${JSON.stringify(found)}`);
            await pause(80);
        }
    };
    const [album] = (await api(page, '/albums')).items;

    await step('an admin switches it on, and reads whether it is ready', async () => {
        expect(!(await speaker()), 'It is there before.');
        await page.open(`${base}/admin/settings`);
        await page.waitForElement(`${id('jukebox-report')} p`);
        await page.evaluate(`document.querySelector('${id('settings-jukebox')}').scrollIntoView({ block: 'center' })`);
        await page.click(id('settings-jukebox'));
        await snap(page, 'jukebox-admin-1280');
        await page.click(id('settings-save'));
        await page.waitFor(`document.querySelector('${id('toast')}')`);
        await until('it is there', () => true);
    });

    await step('what plays here is handed over, and bar and stage steer it', async () => {
        await page.open(`${base}/albums/${album.id}`);
        await page.click(`.hero ${id('play-all')}`);
        await page.waitFor(`${sounding}?.currentTime > 1`);
        await page.press('d');
        await page.waitForElement(`${id('device-there')}`);
        await snap(page, 'jukebox-list-1280');
        await accessible(page, id('devices'));
        await page.click(id('device-there'));
        await until('it plays', ({ playing, active, track, positionMs }) => playing && active && track.title === 'Song 1' && positionMs > 500);
        await page.waitFor(`!(${sounding})`);
        await page.press('Escape');
        await page.waitFor(`document.querySelector('${id('player-elsewhere')}')?.textContent.includes('Jukebox')`);
        await snap(page, 'jukebox-bar-1280');
        await page.click(id('player-next'));
        await until('next', ({ track }) => track.title === 'Song 2');
        await page.waitFor(`document.querySelector('${id('player-title')}').textContent === 'Song 2'`);
        await page.click(id('player-play'));
        await until('a pause', ({ playing }) => !playing);
        await page.click(id('player-play'));
        await until('a start', ({ playing }) => playing);
        await page.evaluate(`(() => { const seek = document.querySelector('${id('player-seek')}'); seek.value = 60000; seek.dispatchEvent(new Event('change')); })()`);
        await until('a seek', ({ positionMs }) => positionMs > 59_000 && positionMs < 64_000);
    });

    await step('somebody else steers it without replacing what plays', async () => {
        const phone = await browser.context({ width: 390, height: 844 });
        await phone.setViewport(390, 844, true);
        await phone.open(`${base}/sign-in`);
        await phone.fill(id('field-username'), other);
        await phone.fill(id('field-password'), otherPassword);
        await phone.click(id('sign-in'));
        await phone.waitFor('location.pathname === "/"');
        await phone.press('d');
        await phone.waitForElement(id('device-steer'));
        await snap(phone, 'jukebox-list-390');
        await accessible(phone, id('devices'));
        await phone.click(id('device-steer'));
        await phone.waitForElement(id('device-unsteer'));
        await phone.press('Escape');
        await phone.waitFor(`document.querySelector('${id('player-title')}')?.textContent === 'Song 2'`);
        await snap(phone, 'jukebox-bar-390');
        await phone.click(id('player-play'));
        await until('a pause', ({ playing, track }) => !playing && track.title === 'Song 2');
        await phone.click(id('player-play'));
        await until('a start', ({ playing }) => playing);
        await phone.close();
    });

    await step('it comes back here, and the speaker is silent', async () => {
        await page.press('d');
        await page.waitForElement(`${id('device')} [data-act]`);
        await page.evaluate(`document.querySelector('${id('device-here')}, ${id('device-steer')}').scrollIntoView()`);
        if (!(await page.evaluate(`Boolean(document.querySelector('${id('device-here')}'))`))) throw new Error('There is nothing to play here.');
        await page.click(id('device-here'));
        await page.waitFor(`${sounding}?.currentTime > 1`);
        await page.press('Escape');
    });

    await step('an admin allows a renderer of the network, which is a speaker then, and forbids it', async () => {
        const list = `[data-renderer-list]`;
        const show = (/** @type {typeof page} */ there) => there.evaluate(`document.querySelector('${list}').scrollIntoView({ block: 'center' })`);
        await page.open(`${base}/admin/settings`);
        await page.waitFor(`document.querySelector('${list} .quiet')`);
        await page.click(id('settings-renderers'));
        await page.click(id('settings-save'));
        await page.waitForElement(id('renderer'));
        await show(page);
        await accessible(page, list);
        await page.click(`${id('renderer')} input`);
        await page.waitFor(`document.querySelector('${id('renderer-state')}').textContent.startsWith('Silent')`);
        await snap(page, 'renderers-1280');
        await page.setViewport(390, 844, true);
        await show(page);
        await snap(page, 'renderers-390-dark');
        await page.setViewport(1280, 800, false);
        await page.press('d');
        await page.waitFor(`document.querySelector('${id('devices')}')?.textContent.includes('Kitchen')`);
        await page.press('Escape');
        await page.click(`${id('renderer')} input`);
        await page.waitFor(`document.querySelector('${id('renderer-state')}').textContent.startsWith('Not allowed')`);
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
