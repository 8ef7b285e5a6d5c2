// The looks of pages that need other servers, devices or files of other users.

import { accessible } from './accessibility-checks.mjs';
import { base, fits, follow, shots } from './art-parts.mjs';
import { id, signIn, step } from './steps.mjs';

/** Content that needs other servers, devices or files is simulated, because only its looks are checked. */
export async function pretended(browser, made) {
    const page = await browser.context({ width: 1280, height: 900 });
    await signIn(page);
    const [track] = made.tracks;
    const song = (number, state) => ({ id: String(number), title: `Song ${number}`, artist: 'Somebody', album: 'Album', durationMs: 180_000, state, track: ['likely', 'chosen'].includes(state) ? track : undefined });
    const speaker = {
        id: 'jukebox', kind: 'speaker', name: 'Jukebox', active: false, answers: [], at: new Date().toISOString(), lost: false, muted: false, playing: true, positionMs: 1000, queueLength: 1,
        queueRevision: 1, rate: 1, reachable: true, repeat: 'off', revision: 1, sameBrowser: false, shared: true, shuffled: false, volume: 50, entry: 1, track,
    };
    const source = (name, more) => ({ source: name, url: `https://${name}.example`, isOwnAddress: true, needsKey: name === 'fanart', hasKey: false, on: true, ...more });
    const imported = `/playlists/${made.playlist.id}/imported`;
    const answers = {
        [imported]: { total: 4, exact: 0, sure: 0, likely: 1, chosen: 1, missing: 2 },
        [`${imported}/songs`]: { items: [song(1, 'likely'), song(2, 'awaited'), song(3, 'chosen'), song(4, 'refused')] },
        [`${imported}/songs/1/candidates`]: { items: [track] },
        '/descriptions': { sources: [source('musicbrainz'), source('coverartarchive', { failure: 'unreachable' }), source('fanart', { on: false })], total: 4, done: 1, found: 1 },
        '/renderers': { interfaceNamed: true, on: true, items: [{ id: 'k', name: 'Kitchen', model: 'Model', address: '192.0.2.9', allowed: true, reachable: true, playing: false, queueLength: 0 }] },
        '/devices': { now: new Date().toISOString(), items: [speaker], players: [] },
    };
    await page.send('Page.addScriptToEvaluateOnNewDocument', {
        source: `(() => {
            const answers = ${JSON.stringify(answers)}, ask = window.fetch;
            window.fetch = (...call) => {
                const answer = answers[new URL(String(call[0].url ?? call[0]), location.href).pathname.replace('/api/v1', '')];
                const isGet = (call[1]?.method ?? 'GET') === 'GET';
                return answer && isGet ? Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'Content-Type': 'application/json' } })) : ask(...call);
            };
        })()`,
    });
    await page.open(`${base}/playlists/${made.playlist.id}/songs`);
    const looks = async (name, path, open, part) => {
        for (const [width, height, dark] of [[1280, 900, false], [390, 844, true]]) {
            await page.setViewport(width, height, dark);
            await follow(page, path);
            await open();
            await page.waitForElement(part);
            await page.evaluate(`document.querySelector(${JSON.stringify(part)}).scrollIntoView({ block: 'center' })`);
            await page.atRest();
            await fits(page, name);
            await accessible(page, part);
            if (shots) await page.screenshot(`${shots}/${name}-${width}.png`);
            if (await page.evaluate(`!!document.querySelector('dialog[open]')`)) {
                await page.press('Escape');
                await page.waitFor(`!document.querySelector('dialog')`);
            }
            await follow(page, '/playlists');
        }
    };
    await step('what was brought, described or found in the network fits at both widths, and axe finds nothing', async () => {
        const none = async () => {};
        await looks('imported', `/playlists/${made.playlist.id}/songs`, none, id('imported-songs'));
        await looks('imported-candidates', `/playlists/${made.playlist.id}/songs`, () => page.click(id('imported-choose')), '[role=dialog], dialog[open]');
        await looks('descriptions', '/administration/services', none, '[data-descriptions]');
        await looks('renderers', '/administration/settings', none, '[data-renderer-list]');
        await looks('speaker', '/history', () => page.press('d'), id('devices'));
    });
    await page.close();
}
