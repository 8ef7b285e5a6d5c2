// Bringing a history in a real browser: a file of ListenBrainz is looked through, taken in and, sent again, doubles nothing; everything of
// one's own can be taken along.
//
//   RONDO_URL                    a running server with at least one track
//   RONDO_USER, RONDO_PASSWORD   an admin of it who has heard nothing
//   RONDO_SHOTS                  a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { finish, id, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

function expect(condition, what) {
    if (!condition) throw new Error(what);
}

const browser = await Browser.launch();
try {
    const page = await browser.context({ width: 390, height: 844 });
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    const api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    const shot = async (name) => {
        if (!shots) return;
        await page.evaluate(`document.querySelector('${id('export')}').scrollIntoView()`);
        await pause(300);
        await page.screenshot(`${shots}/own-data-${name}.png`);
    };
    const [track] = (await api('/tracks?limit=1')).items;
    const listens = Array.from({ length: 250 }, (_, index) => ({
        listened_at: 1_700_000_000 + index * 5000,
        track_metadata: index % 50 === 0 ? { track_name: 'Nowhere <b>song</b>', artist_name: 'Nobody' } : { track_name: track.title, artist_name: track.artists[0]?.name ?? '?' },
    }));
    const choose = (content) => page.evaluate(`(() => {
        const files = new DataTransfer();
        files.items.add(new File([${JSON.stringify(content)}], 'listens.json', { type: 'application/json' }));
        const input = document.querySelector('${id('import-file')}');
        input.files = files.files;
        input.dispatchEvent(new Event('change', { bubbles: true }));
    })()`);
    const cell = (name) => page.evaluate(`document.querySelector('${id(name)}')?.textContent`);

    await step('a file that is none of those is refused in words', async () => {
        await page.open(`${base}/settings/privacy`);
        await page.waitForElement(id('import-file'));
        await choose('{"what": 1');
        await page.waitForElement(id('import-failed'));
        await shot('failed');
    });
    await step('a history is looked through before anything changes', async () => {
        await choose(JSON.stringify(listens));
        await page.waitForElement(id('import-ready'));
        expect(await cell('import-plays-added') === '245', `It would add ${await cell('import-plays-added')} plays.`);
        expect((await api('/history')).items.length === 0, 'Something was added already.');
        expect(await page.evaluate(`document.querySelector('.own-data-unmatched').textContent.includes('Nobody – Nowhere <b>song</b>')`), 'It does not say what is not here.');
        await shot('ready');
        expect(await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') <= 0, 'The page is too wide.');
    });
    await step('it is taken in, and sent again doubles nothing', async () => {
        await page.click(id('import-run'));
        await page.waitForElement(id('import-finished'));
        expect(await cell('import-plays-added') === '245', `It added ${await cell('import-plays-added')} plays.`);
        expect((await api('/statistics?period=all')).total.plays === 245, 'The statistics have other numbers.');
        await shot('finished');
        await choose(JSON.stringify(listens));
        await page.waitForElement(id('import-ready'));
        expect(await cell('import-plays-added') === '0', `It would add ${await cell('import-plays-added')} plays.`);
        await page.waitFor(`!document.querySelector('${id('import-run')}')`);
    });
    await step('everything can be taken along', async () => {
        const size = await page.evaluate(`fetch(document.querySelector('${id('export')}').href).then(async (reply) => [reply.status, reply.headers.get('content-type'), (await reply.arrayBuffer()).byteLength])`);
        expect(size[0] === 200 && size[1] === 'application/zip' && size[2] > 1000, `The export is ${size}.`);
    });
    await step('nothing failed behind the scenes', async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
    });
} finally {
    await browser.close();
}
finish();
