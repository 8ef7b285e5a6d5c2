// Podcasts in a real browser: an admin adds one by its address, plays an episode with its chapters and transcript, returns to its position, and
// unsubscribes.
//
//   RONDO_URL                    a server
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_SHOTS                  a folder for screenshots, if wanted
//   RONDO_AXE                    axe.min.js; without it nothing is checked by axe

import { createServer } from 'node:http';
import { accessible } from './accessibility-checks.mjs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

/** A tone of this many seconds, as a WAV file. */
function tone(seconds) {
    const rate = 8000;
    const file = Buffer.alloc(44 + seconds * rate * 2);
    file.write('RIFF');
    file.writeUInt32LE(file.length - 8, 4);
    file.write('WAVEfmt ', 8);
    [16, 1 + (1 << 16), rate, rate * 2, 2 + (16 << 16)].forEach((value, index) => file.writeUInt32LE(value, 16 + index * 4));
    file.write('data', 36);
    file.writeUInt32LE(file.length - 44, 40);
    for (let at = 0; at < seconds * rate; at += 1) file.writeInt16LE(Math.round(8000 * Math.sin(at / 4)), 44 + at * 2);
    return file;
}

/** A host of one podcast that supports ranges. */
function podcastHost() {
    const audio = tone(90);
    const ranges = [];
    const feed = (address) => `<?xml version="1.0"?><rss xmlns:podcast="https://podcastindex.org/namespace/1.0"><channel>
        <title>Harbor &amp; Hill</title><itunes:author>Maja</itunes:author>
        <description>&lt;p&gt;Walks along the coast.&lt;/p&gt;&lt;script&gt;document.title='taken'&lt;/script&gt;</description>
        <item><title>The lighthouse &lt;b&gt;</title><guid>2</guid><pubDate>${new Date().toUTCString()}</pubDate>
        <description>We climb 207 steps.</description><itunes:duration>90</itunes:duration>
        <enclosure url="${address}/2.wav" type="audio/wav" length="${audio.length}"/>
        <podcast:chapters url="${address}/chapters" type="application/json"/>
        <podcast:transcript url="${address}/words.vtt" type="text/vtt"/></item>
        <item><title>Fog</title><guid>1</guid><pubDate>Fri, 13 Nov 2026 06:00:00 GMT</pubDate>
        <enclosure url="${address}/1.wav" type="audio/wav"/></item></channel></rss>`;
    const server = createServer((request, reply) => {
        const address = `http://${request.headers.host}`;
        if (request.url === '/feed') return reply.end(feed(address));
        if (request.url === '/chapters') return reply.end(JSON.stringify({ chapters: [{ startTime: 0, title: 'Up' }, { startTime: 30, title: 'Down' }] }));
        if (request.url === '/words.vtt') return reply.end('WEBVTT\n\n00:00.500 --> 00:03.000\n<v Maja>Here we go\n\n00:30.000 --> 00:35.000\nAnd back\n');
        const [from, to] = (request.headers.range ?? '').replace('bytes=', '').split('-').map(Number);
        const type = { 'Content-Type': 'audio/wav' };
        if (!request.headers.range) return reply.writeHead(200, { ...type, 'Content-Length': audio.length }).end(audio);
        ranges.push(request.headers.range);
        const part = audio.subarray(from, to + 1);
        reply.writeHead(206, { ...type, 'Content-Length': part.length, 'Content-Range': `bytes ${from}-${to}/${audio.length}` }).end(part);
    });
    return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({ ranges, port: server.address().port })));
}

const browser = await Browser.launch();
try {
    const host = await podcastHost();
    const page = await signedIn(browser, 1280, 800, false);
    const text = (selector) => `document.querySelector('${selector}')?.textContent`;
    /** Checks both widths, with pictures in both themes. */
    const look = async (name, root = 'main') => {
        const sizes = [[390, 844, true], [390, 844, false], [1280, 800, true], [1280, 800, false]];
        for (const [width, height, dark] of sizes.filter(([, , dark]) => shots || !dark)) {
            await page.setViewport(width, height, dark);
            await page.atRest().catch(() => {});
            if (shots) await page.screenshot(`${shots}/podcasts-${name}-${width}-${dark ? 'dark' : 'light'}.png`);
            const wide = await page.evaluate('document.documentElement.scrollWidth - innerWidth');
            expect(wide <= 0, `It is ${wide} px too wide at ${width}.`);
        }
        await accessible(page, root);
    };

    const set = { podcasts: true, linkNetworks: [`127.0.0.1:${host.port}`] };
    await page.evaluate(`fetch('/api/v1/settings', { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(set))} }).then((reply) => reply.json())`);

    await step('a wrong address says what is wrong, and a right one leads to its episodes', async () => {
        await page.open(`${base}/podcasts`);
        await page.waitForElement(id('podcast-subscribe'));
        await page.fill(id('field-url'), `http://127.0.0.1:${host.port}/chapters`);
        await page.click(id('podcast-subscribe'));
        await page.waitFor(`document.querySelector('[aria-invalid=true]')`);
        await page.fill(id('field-url'), `http://127.0.0.1:${host.port}/feed`);
        await page.click(id('podcast-subscribe'));
        await page.waitFor(`document.querySelectorAll('${id('episode')}').length === 2`);
        expect((await page.evaluate(text(id('episode')))).includes('The lighthouse'), 'The newest is not first.');
        expect(!(await page.evaluate('document.title')).includes('taken'), 'The feed has run a script.');
        await look('podcast');
    });

    await step('an episode plays through the server, its chapters and words lead to their places', async () => {
        await page.click(`${id('episode')} .thing-title a`);
        await page.waitForElement(`${id('episode-chapters')} [data-at="30000"]`);
        await page.waitForElement(`${id('episode-transcript')} [data-at="500"]`);
        await page.click(id('episode-toggle'));
        await page.waitFor(`document.querySelector('#episode').currentTime > 0.2`);
        await page.click(`${id('episode-chapters')} [data-at="30000"]`);
        await page.waitFor(`document.querySelector('#episode').currentTime > 30.1`);
        await page.waitFor(`document.querySelectorAll('[aria-current=true][data-at="30000"]').length === 2`);
        expect(host.ranges.length > 0, 'No range was passed on.');
        const shown = '(({ metadata: { title, artist }, playbackState }) => `${title}, ${artist}, ${playbackState}`)(navigator.mediaSession)';
        const said = await page.evaluate(shown);
        expect(/^The lighthouse.*, Harbor & Hill, playing$/.test(said), `Media keys show ${said}.`);
        await page.evaluate(`(() => { const rate = document.querySelector('${id('episode-rate')}'); rate.value = '1.5'; rate.dispatchEvent(new Event('change')); })()`);
        expect((await page.evaluate(`document.querySelector('#episode').playbackRate`)) === 1.5, 'The speed stays.');
        await page.click(id('player-episode-toggle'));
        await page.waitFor(`document.querySelector('#episode').paused`);
        await look('episode');
    });

    await step('it goes on where it was, and is marked as played', async () => {
        await page.waitFor(`fetch('/api/v1/podcasts/episodes').then((reply) => reply.json()).then(({ items }) => items[0].positionMs > 29000)`);
        await page.open(`${base}/podcasts`);
        await page.waitForElement(id('episode'));
        expect((await page.evaluate(text(id('episode')))).includes('left'), 'It does not say what is left.');
        await look('list');
        await page.click(id('episode-play'));
        await page.waitFor(`document.querySelector('#episode').currentTime > 29`);
        await page.click(id('player-episode-stop'));
        await page.click(id('episode-played'));
        await page.waitFor(`document.querySelector('${id('episode-played')}').getAttribute('aria-pressed') === 'true'`);
    });

    await step('unsubscribing asks first', async () => {
        await page.click(`${id('podcast')} a`);
        await page.waitForElement(id('podcast-unsubscribe'));
        await page.click(id('podcast-unsubscribe'));
        await page.waitForElement(id('confirm'));
        await page.click(id('confirm'));
        await page.waitFor(`location.pathname === '/podcasts' && !document.querySelector('${id('podcast')}')`);
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
