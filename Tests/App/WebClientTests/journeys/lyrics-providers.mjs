// Providers of lyrics in a real browser: an admin adds, tests, orders and removes them, a listener opens a song and gets its words, and the
// words of the whole library are looked up.
//
//   RONDO_URL                    a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD   an admin of it
//   RONDO_DATABASE               the file of its database, in which licenses are made to end sooner than in a day
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { execFileSync } from 'node:child_process';
import { createServer } from 'node:http';
import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

/** The words that a provider has, by title. */
const WORDS = { 'Third song': '[00:00.00]Third words\n[00:01.00]go on', 'Fourth song': '[00:00.00]Fourth words' };

/** A server that answers as LRCLIB documents it. Titles in `failing` get an error. Asked as Musixmatch, it has words for no country. */
function provider() {
    const [asked, failing, instrumental] = [[], new Set(), new Set()];
    /** What answers wait for. */
    const gate = { open: Promise.resolve() };
    const server = createServer(async (request, reply) => {
        const { pathname, searchParams } = new URL(request.url, 'http://localhost');
        const send = (body, status = 200) => reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
        if (pathname.endsWith('/matcher.track.get')) {
            const track = { track_id: 1, commontrack_id: 1, track_name: searchParams.get('q_track'), artist_name: searchParams.get('q_artist'), restricted: 1 };
            return send({ message: { header: { status_code: 200 }, body: { track } } });
        }
        const title = searchParams.get('track_name') ?? searchParams.get('q') ?? '';
        asked.push(title);
        await gate.open;
        if (failing.has(title)) return reply.writeHead(500).end();
        const isInstrumental = instrumental.has(title);
        const words = isInstrumental || WORDS[title];
        const artist = title === 'Another song' ? 'First singer' : 'Second singer';
        const song = { id: 1, trackName: title, artistName: artist, albumName: `${title} album`, duration: 3, instrumental: isInstrumental, plainLyrics: null, syncedLyrics: isInstrumental ? null : words };
        const body = pathname.endsWith('/search') ? (words ? [song] : []) : words ? song : { code: 404, name: 'TrackNotFound', message: 'Failed to find specified track' };
        send(body, Array.isArray(body) || words ? 200 : 404);
    });
    return new Promise((ready) => server.listen(0, '127.0.0.1', () => ready({ asked, failing, instrumental, gate, port: server.address().port, close: () => server.close() })));
}

const rows = `[...document.querySelectorAll('${id('provider-row')}')]`;
const names = `${rows}.map((row) => row.querySelector('.thing-title').textContent).join('|')`;
/** The selector of a button in the row at a place, counted from 1. */
const inRow = (place, name) => `${id('provider-row')}:nth-child(${place}) ${id(name)}`;

const toast = (text) => `[...document.querySelectorAll('${id('toast')}')].some((one) => one.textContent.includes('${text}'))`;

async function add(page, name, url) {
    await page.click(id('provider-create'));
    await page.waitForElement(id('provider-dialog'));
    await page.fill(id('field-name'), name);
    await page.fill(id('field-url'), url);
    await page.click(id('provider-enable'));
    await page.click(id('provider-save'));
    await page.waitFor(`${names}.includes(${JSON.stringify(name)}) && !document.querySelector('${id('provider-dialog')}')`);
}

const browser = await Browser.launch();
const known = await provider();
const page = await signedIn(browser, 1280, 800, false);
const shoot = async (name, of = page) => { if (shots) await of.screenshot(`${shots}/${name}.png`); };
const tracks = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((list) => list.items)`);
const song = (title) => tracks.find((track) => track.title === title);

await step('without a provider the console says that nothing leaves the server', async () => {
    await page.open(`${base}/administration/lyrics`);
    await page.waitForElement(id('providers-none'));
    await page.waitForElement(id('run-row'));
    await shoot('providers-none-1280');
});
await step('a provider in a private network is added, and told apart from one that is allowed', async () => {
    await add(page, 'Words', `http://127.0.0.1:${known.port}`);
    await page.click(inRow(1, 'provider-test'));
    await page.waitFor(toast('private network'));
    expect(known.asked.length === 0, 'It was asked.');
    await page.evaluate(`import('/core/api.js').then(({ api }) => api.patch('/settings', { linkNetworks: ['127.0.0.1:${known.port}', '127.0.0.1:9'] }))`);
    await page.click(inRow(1, 'provider-test'));
    await page.waitFor(toast('answers as it should'));
    expect(known.asked.length > 0, 'It was not asked.');
});
await step('one that cannot be reached says so, and is asked later by the keyboard', async () => {
    await add(page, 'Nobody', 'http://127.0.0.1:9');
    await page.click(inRow(2, 'provider-test'));
    await page.waitFor(toast('cannot be reached'));
    await page.evaluate(`document.querySelector('${inRow(2, 'provider-up')}').focus()`);
    await page.press('Enter');
    await page.waitFor(`${names} === 'Nobody|Words'`);
    await page.waitFor(`document.activeElement?.closest('${id('provider-row')}')?.textContent.includes('Nobody')`);
    await shoot('providers-1280');
    await page.click(inRow(1, 'provider-down'));
    await page.waitFor(`${names} === 'Words|Nobody'`);
});
await step('a listener opens a song without words, and they come', async () => {
    const other = await signedIn(browser, 390, 844, true);
    await other.open(`${base}/tracks/${song('Third song').id}`);
    await other.waitFor(`[...document.querySelectorAll('.lyrics-line')].some((line) => line.textContent.includes('Third words'))`);
    await shoot('provider-words-390', other);
    await other.open(`${base}/tracks/${song('Another song').id}`);
    await other.waitFor(`document.querySelector('${id('lyrics-none')}')?.dataset.lookup`);
    await other.open(`${base}/administration/lyrics`);
    await other.waitFor(`${names} === 'Words|Nobody'`);
    await other.waitForElement(id('run-row'));
    await shoot('providers-390-dark', other);
    expect((await other.evaluate('document.documentElement.scrollWidth')) <= 390, 'The page is wider than the screen.');
});
await step('each outcome has its sentence, and what passes can be tried again', async () => {
    const call = (name, ...parts) => page.evaluate(`import('/core/api.js').then(({ api }) => api.${name}(${parts.map((part) => JSON.stringify(part)).join()}))`);
    const outcome = (state) => page.waitFor(`document.querySelector('[data-lookup=${state}]')`, 15_000);
    const nobody = `/lyrics/providers/${(await call('get', '/lyrics/providers')).items.find((one) => one.name === 'Nobody').id}`;
    await call('patch', nobody, { enabled: false });
    known.failing.add('Another song');
    await page.open(`${base}/tracks/${song('Another song').id}`);
    await outcome('unavailable');
    expect((await page.evaluate(`document.querySelector('[data-lookup]').role`)) === 'alert', 'It is not announced.');
    await page.evaluate(`document.querySelector('[data-lookup]').scrollIntoView({ block: 'center' })`);
    await shoot('lookup-unavailable-1280');
    known.failing.clear();
    known.instrumental.add('Another song');
    // A provider that failed is left alone for some seconds.
    await page.waitFor(`(() => { document.querySelector('${id('lyrics-retry')}')?.click(); return document.querySelector('[data-lookup=instrumental]'); })()`, 30_000);
    const words = WORDS['Fourth song'];
    delete WORDS['Fourth song'];
    await page.open(`${base}/tracks/${song('Fourth song').id}`);
    await outcome('none');
    const { id: added } = await call('post', '/lyrics/providers', { kind: 'musixmatch', name: 'Elsewhere', url: `http://127.0.0.1:${known.port}`, enabled: true });
    await page.open(`${base}/tracks/${song('Fourth song').id}`);
    await outcome('restricted');
    expect(!(await page.evaluate(`document.querySelector('${id('lyrics-retry')}')`)), 'It offers to try what does not pass.');
    await page.evaluate(`document.querySelector('[data-lookup]').scrollIntoView({ block: 'center' })`);
    await shoot('lookup-restricted-1280');
    WORDS['Fourth song'] = words;
    await call('delete', `/lyrics/providers/${added}`);
    await call('patch', nobody, { enabled: true });
    await page.open(`${base}/administration/lyrics`);
    await page.waitFor(`${names} === 'Words|Nobody'`);
    await page.waitForElement(id('run-start'));
});
await step('the words of the whole library are looked up', async () => {
    await page.click(id('run-start'));
    await page.waitFor(`document.querySelector('${id('run-state')}')?.textContent.startsWith('Done')`, 30_000);
    await shoot('providers-run-1280');
    await page.open(`${base}/tracks/${song('Fourth song').id}`);
    await page.waitFor(`[...document.querySelectorAll('.lyrics-line')].some((line) => line.textContent.includes('Fourth words'))`);
    expect(!known.asked.includes('Long song'), 'A song with words of its own was looked up.');
});
await step('words whose license ends while they are shown go, the page says so, and what the provider has now comes', async () => {
    const { id: track } = song('Fourth song');
    const shown = (text) => page.waitFor(`[...document.querySelectorAll('.lyrics-line')].some((line) => line.textContent.includes('${text}'))`);
    const left = 4000;
    execFileSync('python3', ['-c', `
import sqlite3, sys, time
end = int(time.time() * 1000) + ${left}
database = sqlite3.connect(sys.argv[1], timeout=30)
for table in ["provided_lyrics", "lyrics_lookup"]:
    assert database.execute(f"UPDATE {table} SET expires_at = ? WHERE track = ?", (end, sys.argv[2])).rowcount > 0, table
database.commit()`, process.env.RONDO_DATABASE, track]);
    await page.open(`${base}/tracks/${track}`);
    await shown('Fourth words');
    const before = known.asked.length;
    let answer = () => {};
    known.gate.open = new Promise((resolve) => { answer = resolve; });
    WORDS['Fourth song'] = '[00:00.00]Fourth words as they are now';
    await page.waitFor(`document.querySelector('[data-lookup=expired]')`, left + 10_000);
    const state = await page.evaluate(`(({ role, textContent }) => ({ role, textContent }))(document.querySelector('[data-lookup=expired]'))`);
    expect(state.role === 'status' && state.textContent.includes('license of the stored words has ended'), JSON.stringify(state));
    expect(!(await page.evaluate(`document.body.textContent.includes('Fourth words')`)), 'They are still there.');
    await page.evaluate(`document.querySelector('[data-lookup]').scrollIntoView({ block: 'center' })`);
    await shoot('lookup-expired-1280');
    answer();
    await shown('as they are now');
    expect(known.asked.length > before, 'Nobody was asked.');
});
await step('with the provider go the words that it gave', async () => {
    await page.open(`${base}/administration/lyrics`);
    await page.click(inRow(1, 'provider-delete'));
    await page.click(id('confirm'));
    await page.waitFor(`${names} === 'Nobody'`);
    await page.open(`${base}/tracks/${song('Fourth song').id}`);
    await page.waitForElement(id('lyrics-none'));
    expect(!(await page.evaluate(`document.body.textContent.includes('Fourth words')`)), 'Its words are still there.');
});

await browser.close();
known.close();
finish();
