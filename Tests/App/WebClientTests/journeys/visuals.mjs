// Visuals on Now Playing and full screen, and the waveform as seek bar, in a real browser that draws WebGL on the processor.
//
//   RONDO_URL        a server whose library is what `WebClientTests.makeBeats` makes
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_AXE, RONDO_SHOTS       axe.min.js, and a folder for screenshots, if wanted

import { accessible } from './accessibility-checks.mjs';
import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';
import { countFlashes, mostFlashes } from './visual-flashes.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const stage = `!!document.querySelector('${id('now-playing')}')`;
const canvas = `document.querySelector('${id('visual-canvas')}')`;
const isDrawn = `${canvas}?.dataset.visual && !document.querySelector('${id('visual')}').hidden`;
const deck = `[...document.querySelectorAll('audio')].find((one) => one.src)`;
const slider = (name) => `document.querySelector('${id(name)}')`;

/** Every frame of a visual ends with a copy to the canvas. */
const watch = (page) => page.send('Page.addScriptToEvaluateOnNewDocument', {
    source: `window.__frames = 0;
        const copy = WebGL2RenderingContext.prototype.blitFramebuffer;
        WebGL2RenderingContext.prototype.blitFramebuffer = function (...all) {
            if (this.getParameter(this.DRAW_FRAMEBUFFER_BINDING) === null) window.__frames += 1;
            return copy.apply(this, all);
        };`,
});
const framesOf = async (page, ms) => {
    const before = await page.evaluate('window.__frames');
    await pause(ms);
    return (await page.evaluate('window.__frames')) - before;
};

async function begin(page) {
    await watch(page);
    await page.open(`${base}/`);
    await page.waitFor(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((list) => list.items.length === 2)`);
    const tracks = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((list) => list.items)`);
    for (const { id: track } of tracks)
        await page.waitFor(`fetch('/api/v1/tracks/${track}/analysis').then((reply) => reply.ok)`, 120_000);
    const drums = tracks.find((track) => track.title === 'Drums');
    await page.open(`${base}/albums/${drums.albumId}`);
    await page.click('[data-play-album], [data-play-all], main .hero-actions .button.is-primary');
    await page.waitFor(`${deck} && !${deck}.paused && ${deck}.currentTime > 0.1`);
    // Repeats the same song, however long this takes.
    await page.press('r');
    await page.press('r');
    await page.waitForElement(`${id('player-repeat')}[aria-label="Repeat one"], ${id('player-repeat')}[data-face=one]`);
    return drums;
}

async function walk(browser) {
    const page = await signedIn(browser, 1280, 800, true);
    page.hasMotion = true;
    await page.setViewport(1280, 800, true);
    const shoot = async (name) => { if (shots) await page.screenshot(`${shots}/${name}.png`); };
    const drums = await begin(page);
    const open = async () => {
        await page.click('.player-cover');
        await page.waitFor(stage);
        // Without a graphics card the cover stays until the user switches visuals on.
        if (await page.evaluate(`document.querySelector('${id('stage-visuals')}').getAttribute('aria-pressed') === 'false'`)) await page.press('v');
        await page.waitFor(isDrawn);
    };

    await step('the bar has the waveform, led by keys and by the mouse', async () => {
        await page.waitForElement('rondo-player-bar .has-wave');
        // At its end the song would start again.
        await page.press('k');
        await page.waitFor(`${deck}.paused`);
        await page.evaluate(`${slider('player-seek')}.focus()`);
        await page.press('End');
        await page.waitFor(`${deck}.currentTime > 58`);
        await page.press('Home');
        await page.waitFor(`${deck}.currentTime < 3`);
        await page.press('PageUp');
        await page.waitFor(`${deck}.currentTime >= 30 && ${deck}.currentTime < 34`);
        await page.press('ArrowLeft');
        await page.waitFor(`${deck}.currentTime >= 25 && ${deck}.currentTime < 29`);
        expect(/^2\d seconds of 1 minute/.test(await page.evaluate(`${slider('player-seek')}.getAttribute('aria-valuetext')`)), 'The place is not told.');
        await page.hover(id('player-seek'));
        expect(/^0:(29|30)$/.test(await page.evaluate(`document.querySelector('rondo-player-bar [data-hover]:not([hidden])').textContent`)), 'The time under the pointer is not told.');
        await page.click(id('player-seek'));
        await page.waitFor(`Math.abs(${deck}.currentTime - 30) < 2`);
        await shoot('bar');
        await page.press('k');
        await page.waitFor(`!${deck}.paused`);
    });
    await step('the stage shows a visual in the cover’s place, and the cover small; the next one is chosen by its button, and all ten are in the menu', async () => {
        await open();
        expect(await page.evaluate(`document.querySelector('[data-small-art] .cover').getClientRects().length > 0`), 'The cover is gone.');
        const seen = new Map();
        for (let number = 0; number < 3; number += 1) {
            await page.click(id('visual-next'));
            await page.waitFor(`${canvas}.dataset.visual && !${JSON.stringify([...seen.keys()])}.includes(${canvas}.dataset.visual)`);
            // Waits for three frames, however long a busy machine takes for them.
            const before = await page.evaluate('window.__frames');
            await page.waitFor(`window.__frames > ${before + 2}`);
            const frames = await framesOf(page, 200) * 5;
            const { visual, scale } = await page.evaluate(`({ ...${canvas}.dataset })`);
            seen.set(visual, `${frames}/s at ${scale}`);
            await shoot(`stage-${visual}`);
        }
        await page.click(id('visual-choose'));
        await page.waitForElement(`.menu ${id('visual-ink')}`);
        const offered = await page.evaluate(`[...document.querySelectorAll('.menu [data-testid^=visual-]')].filter((one) => !/automatic|give|give-none/.test(one.dataset.testid)).length`);
        expect(offered === 10, `${offered} are offered.`);
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('.menu')`);
        console.log(`     ${[...seen].map(([name, rate]) => `${name} ${rate}`).join(', ')}`);
    });
    await step('no visual flashes more than three times a second, with hard points as fast as they come', async () => {
        // Hides the visual, so that the processor is free for the measurement.
        await page.press('v');
        await page.waitFor(`document.querySelector('${id('visual')}').hidden`);
        const found = await countFlashes(page);
        await page.press('v');
        await page.waitFor(isDrawn);
        console.log(`     ${found.map(({ name, flashes, range }) => `${name} ${flashes} (${range})`).join(', ')}`);
        for (const { name, flashes, range } of found) {
            expect(flashes <= 3, `${name} flashes ${flashes} times a second.`);
            expect(range > 0.02, `${name} is all of one light.`);
        }
        expect(mostFlashes(Array.from({ length: 300 }, (_, frame) => [frame % 4 < 2 ? 0 : 1]), 30) === 7, 'The count sees no strobe.');
    });
    await step('full screen has the song and the buttons, which hide; Escape ends it and nothing else', async () => {
        await page.click(id('visual-full'));
        await page.waitFor(`document.querySelector('${id('visual')}').getBoundingClientRect().width === innerWidth`);
        expect(await page.evaluate(`document.querySelector('.visual-title').textContent === 'Drums' && document.querySelector('${id('visual-player-play')}').getClientRects().length > 0`), 'Song or buttons are missing.');
        await shoot('full');
        await page.waitFor(`getComputedStyle(document.querySelector('.visual-over')).opacity === '0'`);
        await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 300, y: 300 });
        await page.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x: 320, y: 310 });
        await page.waitFor(`getComputedStyle(document.querySelector('.visual-over')).opacity === '1'`);
        await page.press('Escape');
        await page.waitFor(`${stage} && !document.querySelector('.visual.is-full')`);
    });
    await step('the waveform of the stage comes nearer until beats are seen', async () => {
        const wave = `document.querySelector('.stage-deck .scrubber-wave')`;
        await page.evaluate(`${slider('stage-seek')}.focus()`);
        for (let presses = 0; presses < 3; presses += 1) await page.press('+');
        await page.waitFor(`Number(${wave}.dataset.beats) > 4`);
        await shoot('near');
        await page.press('0');
        await page.waitFor(`${wave}.dataset.beats === '0'`);
        const at = await page.point(id('stage-seek'));
        for (let turns = 0; turns < 9; turns += 1)
            await page.send('Input.dispatchMouseEvent', { type: 'mouseWheel', x: at.x, y: at.y, deltaX: 0, deltaY: -120 });
        await page.waitFor(`Number(${wave}.dataset.beats) > 4`);
        await page.press('0');
    });
    await step('a moderator gives the song a visual, which is drawn where the choice is automatic', async () => {
        await page.click(id('visual-choose'));
        await page.click(`.menu ${id('visual-ink')}`);
        await page.waitFor(`${canvas}.dataset.visual === 'ink'`);
        await page.click(id('visual-choose'));
        await page.click(id('visual-give'));
        await page.waitFor(`fetch('/api/v1/tracks/${drums.id}').then((reply) => reply.json()).then(({ visual }) => visual === 'ink')`);
        await page.click(id('visual-next'));
        await page.waitFor(`${canvas}.dataset.visual === 'ridges'`);
        await page.click(id('visual-choose'));
        await page.click(id('visual-automatic'));
        await page.waitFor(`${canvas}.dataset.visual === 'ink'`);
    });
    await step('it is given back when the context was lost', async () => {
        await page.evaluate(`(() => { window.__lost = ${canvas}.getContext('webgl2').getExtension('WEBGL_lose_context'); __lost.loseContext(); })()`);
        await page.waitFor(`${canvas}.dataset.lost === ''`);
        await page.evaluate('__lost.restoreContext()');
        await page.waitFor(`${canvas}.dataset.lost === undefined`);
        await page.waitFor(`(window.__since ??= window.__frames, window.__frames > window.__since + 3)`);
    });
    await step('V turns it off and on, in other tabs too; nothing is drawn unseen', async () => {
        const other = await browser.tab(page);
        await other.open(`${base}/settings/appearance`);
        await other.waitForElement('[name=shadingMode]');
        await page.evaluate('document.activeElement.blur()');
        await page.press('v');
        await page.waitFor(`document.querySelector('${id('visual')}').hidden && document.querySelector('.stage-cover').getClientRects().length > 0`);
        expect(await framesOf(page, 400) === 0, 'It is drawn though it is off.');
        await other.waitFor(`fetch('/api/v1/me').then((reply) => reply.json()).then(({ shadingMode }) => shadingMode === 'off')`);
        await other.evaluate(`(() => { const choice = document.querySelector('[name=shadingMode]'); choice.value = 'hardPoints'; choice.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await page.waitFor(isDrawn);
        await other.end();
        const since = await page.evaluate("window.__frames");
        await page.waitFor(`window.__frames > ${since}`);
        await page.press('Escape');
        await page.waitFor(`!${stage}`);
        expect(await framesOf(page, 500) === 0, 'It is drawn though the stage is closed.');
    });
    await step('with reduced motion there is one still picture', async () => {
        page.hasMotion = false;
        await page.setScheme(true);
        await open();
        await page.waitFor(`${canvas}.width > 16 && window.__frames > 0`);
        await page.settle();
        expect(await framesOf(page, 600) === 0, 'It moves.');
        await shoot('still');
    });
    await step('axe finds nothing on the stage with a visual, and nothing is wider than the window', async () => {
        for (const [width, dark] of [[390, false], [390, true], [1280, false]]) {
            await page.setViewport(width, 800, dark);
            await page.evaluate(`document.querySelector('[data-tab=cover]').click()`);
            await page.atRest();
            await shoot(`stage-${width}-${dark ? 'dark' : 'light'}`);
            expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `At ${width} it is wider.`);
            await accessible(page, id('now-playing'));
        }
    });
    await step('the page of a share plays by the link alone, with the waveform', async () => {
        const url = await page.evaluate(`fetch('/api/v1/shares', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: ${JSON.stringify(JSON.stringify({ items: [{ kind: 'track', id: drums.id }] }))} }).then((reply) => reply.json()).then(({ url }) => url)`);
        const visitor = await browser.context({ width: 390, height: 800 });
        await visitor.open(base + new URL(url).pathname);
        await visitor.waitForElement('.shared-player .has-wave');
        await visitor.click(`${id('shared-track')} [data-play]`);
        await visitor.waitFor(`[...document.querySelectorAll('audio')].some((one) => one.currentTime > 0.1) && document.querySelector('[data-cover]').naturalWidth > 0`);
        await visitor.click(id('shared-seek'));
        await visitor.waitFor(`Math.abs(Number(${slider('shared-seek')}.value) - 30000) < 2000`);
        await visitor.evaluate(`${slider('shared-seek')}.focus()`);
        await visitor.press('Home');
        await visitor.waitFor(`Number(${slider('shared-seek')}.value) < 1000`);
        if (shots) await visitor.screenshot(`${shots}/share-390.png`);
        expect(visitor.errors.length === 0, visitor.errors.join('\n'));
        expect((await visitor.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.status)`)) === 401, 'The link opens more.');
        await visitor.close();
    });
    const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
    await step('nothing complains', async () => expect(problems.length === 0, problems.join('\n')));
    await page.close();
}

const browser = await Browser.launch({ options: ['--enable-unsafe-swiftshader', '--use-angle=swiftshader'] });
await walk(browser).catch(stopped);
await browser.close();
finish();
