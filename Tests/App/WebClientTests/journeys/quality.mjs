// The streaming quality in a real browser: it is chosen in the profile, then a track that is converted while it is sent plays, is sought, and
// continues there. A file that the browser cannot play is converted.
//
//   RONDO_URL                    a running server with two tracks: "Three minutes" as FLAC, and "Windows" as WMA
//   RONDO_USER, RONDO_PASSWORD   an admin of it

import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const sounding = `[...document.querySelectorAll('audio')].find((deck) => !deck.paused)`;

const browser = await Browser.launch();
const page = await signedIn(browser, 1280, 800, false);
const tracks = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((list) => list.items)`);
const named = (title) => tracks.find((track) => track.title === title);
const player = `import('/player/index.js').then(({ player }) => player)`;
/** Plays through the player itself, because the test is about its handling of a stream. */
const play = (track) => page.evaluate(`${player}.then((player) => player.playTracks([${JSON.stringify(track)}]))`);
const position = () => page.evaluate(`${player}.then((player) => player.positionMs)`);

await step('the quality is chosen in the profile and kept in the browser', async () => {
    await page.open(`${base}/settings/playback`);
    await page.waitForElement(id('field-quality'));
    expect((await page.evaluate(`document.querySelector('${id('field-quality')}').value`)) === 'original', 'It begins with another quality.');
    await page.evaluate(`(() => { const field = document.querySelector('${id('field-quality')}'); field.value = '96'; field.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    await page.reload();
    await page.waitForElement(id('field-quality'));
    expect((await page.evaluate(`document.querySelector('${id('field-quality')}').value`)) === '96', 'It was not kept.');
});

await step('a track plays while it is converted', async () => {
    await play(named('Three minutes'));
    await page.waitFor(`!!${sounding} && ${sounding}.currentTime > 0.3`);
    const source = await page.evaluate(`${sounding}.src`);
    expect(source.includes('bitrate=96') && source.includes('fallback=opus'), `The source is ${source}.`);
    const length = await page.evaluate(`${player}.then((player) => player.durationMs)`);
    expect(Math.abs(length - 180_000) < 500, `The length is ${length}.`);
});

await step('seeking forth and back goes on from there, at once and after the whole is there', async () => {
    for (const at of [120_000, 30_000]) {
        await page.evaluate(`${player}.then((player) => player.seek(${at}))`);
        await page.waitFor(`(() => { const deck = ${sounding}; if (!deck) return false; window.__heard ??= deck.currentTime; return deck.currentTime > window.__heard + 0.3; })()`);
        await page.evaluate('delete window.__heard');
        const now = await position();
        expect(now >= at && now < at + 15_000, `It is at ${now} and not behind ${at}.`);
    }
    const status = await page.evaluate(`${player}.then((player) => player.status)`);
    expect(status === 'playing', `It is ${status}.`);
});

await step('a paused track is sought in and plays on from there', async () => {
    await page.evaluate(`${player}.then((player) => { player.pause(); player.seek(90_000); })`);
    expect((await position()) === 90_000, 'It is elsewhere.');
    await page.evaluate(`${player}.then((player) => player.play())`);
    await page.waitFor(`!!${sounding} && ${sounding}.readyState >= 3`);
    const now = await position();
    expect(now >= 90_000 && now < 100_000, `It is at ${now}.`);
});

await step('what the browser does not play is converted', async () => {
    await page.evaluate(`import('/core/preferences.js').then(({ preferences }) => preferences.set({ quality: 'original' }))`);
    await play(named('Windows'));
    await page.waitFor(`!!${sounding} && ${sounding}.currentTime > 0.3`);
    const source = await page.evaluate(`${sounding}.src`);
    expect(source.includes('format=opus'), `The source is ${source}.`);
});

await browser.close();
finish();
