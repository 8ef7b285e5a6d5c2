// Submitting music, from a folder on a user's disk to playback by others, in real browsers side by side.
//
//   RONDO_URL, RONDO_PASSWORD, RONDO_FILES   a folder with two pieces of an album and a single; ada moderates, bob submits, lea listens
//   RONDO_LINKS                              a server with song.flac, page.html and slow.flac, which never ends
//   RONDO_SHOTS                              a folder for screenshots

import { readFileSync, statSync } from 'node:fs';
import { Browser } from './browser.mjs';
import { expect, finish, id, signIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const files = process.env.RONDO_FILES;
const links = process.env.RONDO_LINKS;

async function visit(browser, size, username) {
    const page = await browser.context(size);
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    };
    page.choose = async (selector, paths) => {
        const { result } = await page.send('Runtime.evaluate', { expression: `document.querySelector(${JSON.stringify(selector)})` });
        await page.send('DOM.setFileInputFiles', { files: paths, objectId: result.objectId });
    };
    page.shows = (text) => page.waitFor(`document.querySelector('main').textContent.includes(${JSON.stringify(text)})`);
    page.snap = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-${size.width}.png`); };
    page.fits = async () => {
        const extra = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
        expect(extra <= 0, `The page is ${extra} px too wide.`);
    };
    await signIn(page, username);
    await page.open(`${base}/`);
    await page.waitForElement('main h1');
    return page;
}

const browser = await Browser.launch();
try {
    const bob = await visit(browser, { width: 1280, height: 900 }, 'bob');
    const ada = await visit(browser, { width: 1280, height: 900 }, 'ada');
    const phone = await visit(browser, { width: 390, height: 844, dark: true }, 'ada');
    const lea = await visit(browser, { width: 390, height: 844 }, 'lea');
    const keyOf = async (page, list, title) => page.evaluate(`[...document.querySelectorAll('${id(list)}')].find((one) => one.textContent.includes(${JSON.stringify(title)}))?.dataset.key`);

    await step('who only listens sees no way to give or to moderate', async () => {
        await lea.follow('/library');
        await lea.waitForElement(id('open-history'));
        expect(await lea.evaluate(`!document.querySelector('${id('open-give')}') && !document.querySelector('${id('nav-administration')}')`), 'There is one.');
    });
    await step('an album is chosen at once, sent, looked through, and stands together', async () => {
        await bob.follow('/give');
        await bob.snap('give-empty');
        await bob.choose(id('give-files'), [`${files}/one.flac`, `${files}/two.flac`, `${files}/notes.txt`]);
        await bob.waitFor(`document.querySelectorAll('${id('own-submission')}').length === 2`);
        await bob.waitForElement(id('submit-batch'));
        await bob.shows('First piece');
        await bob.snap('give-drafts');
    });
    await step('what is no music is refused in words', async () => {
        await bob.choose(id('give-files'), [`${files}/fake.mp3`]);
        await bob.waitFor(`document.querySelector('${id('upload')}[data-upload-state="refused"]')?.textContent.includes('Not taken')`);
    });
    await step('the form says what the file does not', async () => {
        const key = await keyOf(bob, 'own-submission', 'First piece');
        await bob.click(`[data-key="${key}"] ${id('edit-submission')}`);
        await bob.waitForElement(id('submission-dialog'));
        expect(await bob.evaluate(`document.querySelector('${id('field-artists')}').value`) === 'Some singer', 'The tags did not fill in the form.');
        await bob.fill(id('field-title'), 'Better title');
        await bob.fill(id('field-year'), '1987');
        await bob.snap('give-form');
        await bob.click(id('submission-save'));
        await bob.shows('Better title');
    });
    await step('it is handed in as a whole, and appears with the moderator without a reload', async () => {
        await ada.follow('/administration/moderation');
        await ada.waitForElement(id('empty-state'));
        await bob.click(id('submit-batch'));
        await ada.waitFor(`document.querySelectorAll('${id('queued')}').length === 2`);
        await ada.snap('moderation');
        await phone.follow('/administration/moderation');
        await phone.waitFor(`document.querySelectorAll('${id('queued')}').length === 2`);
        expect(await phone.evaluate(`(() => { const box = document.querySelector('${id('approve')}').getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; })()`), 'The button is out of sight.');
        await phone.snap('moderation');
        await phone.fits();
    });
    await step('keys work after a reload, and the button says into which library', async () => {
        await ada.reload();
        await ada.waitFor(`document.querySelectorAll('${id('queued')}').length === 2`);
        await ada.point(id('hear'));
        await ada.press('j');
        await ada.waitFor(`document.querySelector('${id('room-place')}')?.textContent === '2 of 2'`);
        const library = await ada.evaluate(`document.querySelector('${id('queue-library')}').selectedOptions[0].text`);
        expect(await ada.evaluate(`document.querySelector('${id('approve')}').textContent.trim()`) === `Approve into ${library}`, 'It does not say so.');
    });
    await step('a batch is called by what its files have in common', async () => {
        expect((await ada.evaluate(`document.querySelector('${id('batch')} h2').textContent`)).startsWith('Given album · Some singer'), 'It is called otherwise.');
    });
    await step('what comes by itself waits while a row is pressed, and does not move what is under the pointer', async () => {
        const rows = `document.querySelectorAll('${id('queued')}').length`;
        const hovered = `document.querySelectorAll('${id('queued')}')[1]`;
        const at = await ada.evaluate(`(() => { ${hovered}.scrollIntoView({ block: 'center' }); const box = ${hovered}.querySelector('.queue-title').getBoundingClientRect(); return { x: box.left + 20, y: box.top + 8 }; })()`);
        await ada.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...at });
        await ada.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at, button: 'left', clickCount: 1 });
        const first = await keyOf(bob, 'own-submission', 'First piece') ?? await keyOf(bob, 'own-submission', 'Better title');
        await bob.evaluate(`fetch('/api/v1/submissions/${first}/withdraw', { method: 'POST' }).then((reply) => reply.text())`);
        await phone.waitFor(`${rows} === 1`);
        expect(await ada.evaluate(rows) === 2, 'It changed while something was pressed.');
        await ada.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at, button: 'left', clickCount: 1 });
        await ada.waitFor(`${rows} === 1`);
        await bob.evaluate(`fetch('/api/v1/submissions/${first}/submit', { method: 'POST' }).then((reply) => reply.text())`);
        await ada.waitFor(`${rows} === 2`);
        await phone.waitFor(`${rows} === 2`);
    });
    await step('the moderator hears it in place', async () => {
        const key = await keyOf(ada, 'queued', 'Better title');
        await ada.click(`[data-key="${key}"] ${id('open-queued')}`);
        await ada.waitFor(`document.querySelector('[data-room="${key}"]')`);
        await ada.click(id('hear'));
        await ada.waitFor(`document.querySelector('${id('hearing')}')?.currentTime > 0.2`);
        await ada.waitFor(`!document.querySelector('.room-wave').classList.contains('is-plain')`);
        await ada.snap('moderation-hearing');
    });
    await step('what is the same for all pieces is said once, by the giver and by the moderator', async () => {
        await bob.click(id('edit-batch'));
        await bob.waitForElement(id('album-dialog'));
        expect(await bob.evaluate(`document.querySelector('${id('album-dialog')} ${id('field-album')}').value`) === 'Given album', 'The album is not filled in.');
        await bob.fill(`${id('album-dialog')} ${id('field-albumArtists')}`, 'The whole band');
        await bob.snap('give-album-form');
        await bob.click(id('album-save'));
        await bob.waitFor(`!document.querySelector('${id('album-dialog')}')`);
        await ada.click(id('edit-batch'));
        await ada.waitForElement(id('album-dialog'));
        expect(await ada.evaluate(`document.querySelector('${id('album-dialog')} ${id('field-albumArtists')}').value`) === 'The whole band', 'The moderator sees something else.');
        await ada.fill(`${id('album-dialog')} ${id('field-year')}`, '2001');
        await ada.snap('moderation-album-form');
        await ada.click(id('album-save'));
        await ada.waitFor(`!document.querySelector('${id('album-dialog')}')`);
        const { items } = await ada.api('/submissions?state=pending');
        expect(items.length === 2 && items.every((one) => one.year === 2001 && one.albumArtists[0] === 'The whole band'), JSON.stringify(items));
        await phone.waitForElement(id('edit-batch'));
        await phone.click(id('edit-batch'));
        await phone.waitForElement(id('album-dialog'));
        await phone.snap('moderation-album-form');
        await phone.fits();
        await phone.press('Escape');
    });
    await step('keys go through the queue, and one is rejected with a reason that its giver reads', async () => {
        const key = await keyOf(ada, 'queued', 'Second piece');
        await ada.click(`[data-key="${key}"] ${id('open-queued')}`);
        await ada.waitFor(`document.querySelector('[data-room="${key}"]')`);
        await ada.press('r');
        await ada.waitForElement(id('reject-dialog'));
        await ada.fill(`${id('reject-dialog')} textarea`, 'The end is missing');
        await ada.click(id('reject-send'));
        await bob.shows('The end is missing');
    });
    await step('what is approved is in the library, and its giver sees it come', async () => {
        const key = await keyOf(ada, 'queued', 'Better title');
        await ada.waitFor(`document.querySelector('[data-room="${key}"]')`);
        await ada.click(id('approve'));
        await bob.waitFor(`[...document.querySelectorAll('${id('own-submission')}')].some((one) => one.textContent.includes('Better title') && one.querySelector('.is-approved') && one.querySelector('a'))`);
        await bob.snap('give-approved');
        await bob.follow('/notifications');
        await bob.shows('Your music is in the library: Better title');
        await bob.shows('The end is missing');
    });
    await step('a listener finds it, sees who gave it, and plays it', async () => {
        const { tracks } = await lea.api('/search?q=better%20title');
        await lea.follow(`/tracks/${tracks[0].id}`);
        await lea.waitFor(`document.querySelector('${id('given-by')}')?.textContent.includes('bob')`);
        await lea.evaluate(`document.querySelector('.hero [data-play]').click()`);
        await lea.waitFor(`[...document.querySelectorAll('audio')].some((one) => one.currentTime > 0.2)`);
        await lea.snap('given-track');
    });
    await step('a rejected one is handed in again and approved with others at once', async () => {
        await bob.follow('/give');
        await bob.shows('Second piece');
        const key = await keyOf(bob, 'own-submission', 'Second piece');
        await bob.click(`[data-key="${key}"] ${id('submit')}`);
        await ada.waitFor(`document.querySelectorAll('${id('queued')}').length === 1`);
        await ada.click(`${id('queued')} ${id('choose')}`);
        await ada.waitFor(`!document.querySelector('${id('bulk')}').hidden`);
        await ada.snap('moderation-bulk');
        await ada.click(id('bulk-approve'));
        await ada.waitForElement(id('empty-state'));
        await bob.waitFor(`document.querySelectorAll('${id('own-submission')} .is-approved').length === 2`);
    });
    await step('a gift that no browser plays is heard as well, from any place in it', async () => {
        await bob.choose(id('give-files'), [`${files}/rare.wv`]);
        await bob.shows('A rarity');
        const key = await keyOf(bob, 'own-submission', 'A rarity');
        await bob.click(`[data-key="${key}"] ${id('submit')}`);
        await ada.waitFor(`document.querySelectorAll('${id('queued')}').length === 1`);
        await ada.click(id('hear'));
        await ada.waitFor(`document.querySelector('${id('hearing')}')?.currentTime > 0.2`);
        expect(await ada.evaluate(`!!document.querySelector('${id('hearing-place')}')`), 'There is no way to another place.');
        await ada.evaluate(`(() => { const place = document.querySelector('${id('hearing-place')}'); place.value = '12'; place.dispatchEvent(new Event('input', { bubbles: true })); place.dispatchEvent(new Event('change', { bubbles: true })); })()`);
        await ada.waitFor(`document.querySelector('${id('hearing')}').src.includes('offset=12') && document.querySelector('${id('hearing')}').currentTime > 0.2 && Number(document.querySelector('${id('hearing-place')}').value) >= 12`);
        await ada.snap('moderation-hearing-converted');
        await phone.waitForElement(id('hear'));
        await phone.click(id('hear'));
        await phone.waitFor(`document.querySelector('${id('hearing')}')?.currentTime > 0.2`);
        await phone.snap('moderation-hearing-converted');
        await phone.fits();
        await ada.click(id('reject'));
        await ada.waitForElement(id('reject-dialog'));
        await ada.fill(`${id('reject-dialog')} textarea`, 'Heard it');
        await ada.click(id('reject-send'));
        await ada.waitForElement(id('empty-state'));
    });
    await step('a file that broke off goes on after a reload', async () => {
        const whole = readFileSync(`${files}/single.flac`);
        const half = whole.subarray(0, Math.floor(whole.length / 2)).toString('base64');
        await bob.evaluate(`(async () => {
            const made = await fetch('/api/v1/uploads', { method: 'POST', headers: { 'Tus-Resumable': '1.0.0', 'Upload-Length': '${statSync(`${files}/single.flac`).size}', 'Upload-Metadata': 'filename ' + btoa('single.flac') } });
            const bytes = Uint8Array.from(atob('${half}'), (one) => one.charCodeAt(0));
            await fetch(made.headers.get('Location'), { method: 'PATCH', headers: { 'Tus-Resumable': '1.0.0', 'Upload-Offset': '0', 'Content-Type': 'application/offset+octet-stream' }, body: bytes });
        })()`);
        await bob.reload();
        await bob.waitFor(`document.querySelector('${id('upload')}[data-upload-state="receiving"]')?.textContent.includes('50%')`);
        await bob.snap('give-interrupted');
        await bob.choose(id('give-files'), [`${files}/single.flac`]);
        await bob.shows('A single');
        const { items } = await bob.api('/uploads');
        expect(items.every((one) => one.state === 'refused'), 'An upload was begun anew.');
    });
    await step('a link to this machine is refused until an admin permits the address in the settings', async () => {
        await bob.follow('/give');
        await bob.waitForElement(id('link-form'));
        await bob.fill(id('field-url'), `${links}/song.flac`);
        await bob.click(id('link-send'));
        await bob.waitFor(`document.querySelector('${id('import')}[data-import-state="failed"]')?.textContent.includes('is in a private network')`);
        await bob.snap('give-link-refused');
        await ada.follow('/administration/services');
        await ada.waitForElement(id('networks-settings'));
        await ada.fill(id('field-linkNetworks'), 'nonsense');
        await ada.click(id('networks-save'));
        await ada.waitFor(`document.querySelector('${id('field-linkNetworks')}').getAttribute('aria-invalid') === 'true'`);
        await ada.fill(id('field-linkNetworks'), new URL(links).host);
        await ada.click(id('networks-save'));
        await ada.waitFor(`fetch('/api/v1/settings').then((reply) => reply.json()).then((found) => found.linkNetworks.length === 1)`);
        await ada.snap('settings-links');
    });
    await step('links are fetched, stand in the same form as sent files, and say why where they are not', async () => {
        await bob.click(id('import-retry'));
        await bob.shows('From afar');
        await bob.fill(id('field-url'), `${links}/page.html ${links}/slow.flac file:///etc/passwd`);
        await bob.click(id('link-send'));
        await bob.waitFor(`document.querySelector('${id('field-url')}').value === 'file:///etc/passwd' && document.querySelector('${id('link-form')}').textContent.includes('begin with https://')`);
        await bob.waitFor(`document.querySelector('${id('imports')}').textContent.includes('This is a page, not a file')`);
        await bob.waitFor(`/[1-9]\\d*% fetched/.test(document.querySelector('${id('imports')}').textContent)`);
        await bob.snap('give-links');
    });
    await step('a fetch is stopped, and what failed is taken off the list', async () => {
        await bob.click(`${id('import')}[data-import-state="fetching"] ${id('import-forget')}`);
        await bob.waitFor(`document.querySelectorAll('${id('import')}').length === 1`);
        await bob.click(id('import-forget'));
        await bob.waitFor(`document.querySelectorAll('${id('import')}').length === 0`);
        const { items } = await bob.api('/imports');
        expect(items.length === 1 && items[0].state === 'done', JSON.stringify(items));
    });
    await step('Polish and Spanish, narrow and dark', async () => {
        for (const locale of ['pl', 'es']) {
            await phone.evaluate(`fetch('/api/v1/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"locale":"${locale}"}' }).then((reply) => reply.text())`);
            await phone.open(`${base}/give`);
            await phone.waitForElement(id('drop-zone'));
            await phone.snap(`give-${locale}`);
            await phone.fits();
        }
    });
    await step('no console error and no policy violation', async () => {
        const problems = [bob, ada, phone, lea].flatMap((one) => one.errors).filter((line) => !/status of (401.*\/api\/v1\/me|400.*\/api\/v1\/(settings|imports))/.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
