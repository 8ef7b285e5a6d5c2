// The weight of Home: how much a browser loads for it, first with an empty cache and then again. Requests and bytes are limited. The load time on two
// slow connections is printed on request.
//
//   RONDO_URL                    a running server with some albums
//   RONDO_USER, RONDO_PASSWORD   a user of it
//   RONDO_TIMES                  set if times are wanted

import { Browser } from './browser.mjs';
import { expect, finish, signedIn, step, stopped } from './steps.mjs';

const MOST_REQUESTS = 45;
const MOST_BYTES = 200 * 1024;
const connections = [
    { name: '150 ms, 1.6 Mbit/s', latency: 150, throughput: 1.6e6 / 8 },
    { name: '60 ms, 9 Mbit/s', latency: 60, throughput: 9e6 / 8 },
];
const usable = `!!document.querySelector('#main h1') && !document.querySelector('#main [aria-busy="true"], #main .skeleton')`;

/** Records in the page when it has become usable, because a request from outside learns it later. */
const watch = `(() => {
    const look = () => { if (!window.__usable && ${usable}) window.__usable = Math.round(performance.now()); };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
})()`;

const browser = await Browser.launch({ hasWorker: true });
try {
    const page = await signedIn(browser, 1280, 800, false);
    // The browser logs that nobody was signed in.
    page.errors.length = 0;
    // The service worker is measured below. Here it stores nothing.
    await page.send('Network.setBypassServiceWorker', { bypass: true });
    const home = `${process.env.RONDO_URL.replace(/\/$/, '')}/`;
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: watch });
    const loaded = () =>
        page.evaluate(`(() => {
            const all = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
            const sent = all.filter((one) => one.transferSize > 0);
            return { requests: sent.length, bytes: sent.reduce((sum, one) => sum + one.transferSize, 0), ms: window.__usable,
                names: sent.map((one) => new URL(one.name).pathname) };
        })()`);

    await step('once somebody has opened a page, pages load joined files', async () => {
        for (let tries = 0; tries < 100; tries++) {
            await page.open(home);
            if (await page.evaluate(`!!document.querySelector('script[type="module"][src*="/joined/"]')`)) return;
        }
        throw new Error('The files are not joined.');
    });

    await step('joined files are compressed by Brotli, and have a tag of their own in it', async () => {
        const [coding, tag] = await page.evaluate(`fetch(document.querySelector('script[type="module"]').src)
            .then(({ headers }) => [headers.get('content-encoding'), headers.get('etag')])`);
        expect(coding === 'br' && tag.endsWith('-br"'), `${coding} ${tag}`);
    });

    await step('an empty cache: few requests, and few bytes', async () => {
        await page.send('Network.clearBrowserCache');
        await page.open(home);
        await page.waitFor(usable);
        const cold = await loaded();
        console.log(`     ${cold.requests} requests, ${Math.round(cold.bytes / 1024)} KiB`);
        expect(cold.requests <= MOST_REQUESTS, `${cold.requests} requests: ${cold.names.join(' ')}`);
        expect(cold.bytes <= MOST_BYTES, `${cold.bytes} bytes`);
    });

    await step('a second time: nothing that has a version is asked for again', async () => {
        await page.reload();
        await page.waitFor(usable);
        const { names } = await loaded();
        const again = names.filter((name) => name.startsWith('/assets/'));
        expect(again.length === 0, `Asked for again: ${again.join(' ')}`);
    });

    await step('every screen works by joined files', async () => {
        for (const path of ['/search', '/library', '/board', '/history', '/settings', '/administration', '/playlists', '/now-playing']) {
            await page.open(home.slice(0, -1) + path);
            await page.waitFor(usable);
        }
        const twice = await page.evaluate(`performance.getEntriesByType('resource').map((one) => one.name).filter((name) => /assets\\/\\w+\\/(core|elements|features|player)\\//.test(name))`);
        expect(twice.length === 0, `Loaded beside the joined files: ${twice.join(' ')}`);
    });

    await step('a stored client starts without asking for any of its files', async () => {
        await page.send('Network.setBypassServiceWorker', { bypass: false });
        await page.open(home);
        await page.waitFor('!!navigator.serviceWorker.controller');
        await page.send('Network.clearBrowserCache');
        await page.reload();
        await page.waitFor(usable);
        const { ms } = await loaded();
        // Replies of the worker have no protocol.
        const names = await page.evaluate(`[...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .filter((one) => one.nextHopProtocol !== '').map((one) => new URL(one.name).pathname)`);
        console.log(`     ${ms} ms, ${names.length} requests`);
        const files = names.filter((name) => !name.startsWith('/api/'));
        expect(names.length > 0 && files.length === 0, `Asked for: ${files.join(' ')}`);
        await page.send('Network.setBypassServiceWorker', { bypass: true });
    });

    for (const { name, latency, throughput } of process.env.RONDO_TIMES ? connections : []) {
        await step(`how long it takes at ${name}`, async () => {
            await page.send('Network.emulateNetworkConditions', { offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput });
            const times = [];
            // Last, through the service worker, like all but a first visit.
            for (const [isCold, bypass] of [[true, true], [false, true], [false, false]]) {
                if (isCold) await page.send('Network.clearBrowserCache');
                await page.send('Network.setBypassServiceWorker', { bypass });
                await page.send('Page.navigate', { url: home });
                times.push(await page.waitFor(`location.pathname === '/' && window.__usable`));
            }
            console.log(`     ${times[0]} ms, again ${times[1]} ms, by the service worker ${times[2]} ms`);
            await page.send('Network.setBypassServiceWorker', { bypass: true });
            await page.send('Network.emulateNetworkConditions', { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: -1 });
        });
    }

    await step('nothing was written into the console', async () => {
        expect(page.errors.length === 0, page.errors.join('\n'));
    });
} catch (error) {
    stopped(error);
}
finish();
