// Radios from the library's own music, the mixes of the day, and rules and filters by sound, in a real browser.
//
//   RONDO_URL       a server with at least 30 tracks that are being analyzed
//   RONDO_USER, RONDO_PASSWORD   an admin of it who has heard nothing
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { the } from './modules.mjs';
import { expect, finish, id, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;
const dialog = id('smart-dialog');
const rows = `document.querySelectorAll('${id('queue-row')}').length`;
const place = `[...document.querySelectorAll('${id('queue-row')}')].findIndex((row) => row.matches('.is-current'))`;
const isPlaying = `[...document.querySelectorAll('audio')].some((deck) => !deck.paused)`;
const focused = `document.activeElement?.textContent.trim()`;
// Nothing is analyzed while browsers beside this one want the processor.
const ANALYSIS_MS = 600_000;

async function visit(browser, size) {
    const page = await browser.context(size);
    page.call = (method, path, body) => page.evaluate(`fetch('/api/v1${path}', { method: '${method}', headers: { 'Content-Type': 'application/json' }, body: ${body ? JSON.stringify(JSON.stringify(body)) : 'undefined'} }).then((reply) => reply.ok ? reply.text().then((text) => text && JSON.parse(text)) : reply.status)`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname + location.search === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    };
    page.choose = (selector, value) => page.evaluate(`(() => { const select = document.querySelector(${JSON.stringify(selector)}); select.focus(); select.value = ${JSON.stringify(value)}; select.dispatchEvent(new Event('input', { bubbles: true })); select.dispatchEvent(new Event('change', { bubbles: true })); })()`);
    page.menuItem = async (text) => {
        await page.waitForElement('[role=menu]');
        await page.evaluate(`[...document.querySelectorAll('[role=menuitem]')].find((one) => one.textContent.trim() === ${JSON.stringify(text)}).click()`);
    };
    page.snap = async (name) => {
        if (!shots) return;
        await page.settle();
        await page.screenshot(`${shots}/${name}-${size.width}${size.dark ? '-dark' : ''}.png`);
    };
    page.fits = async () => expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
    await page.open(`${base}/sign-in`);
    await page.fill(id('field-username'), process.env.RONDO_USER);
    await page.fill(id('field-password'), process.env.RONDO_PASSWORD);
    await page.click(id('sign-in'));
    await page.waitFor('location.pathname === "/"');
    return page;
}

/** Walks through the queue by its rows, as fast as somebody who skips does. */
const goTo = async (page, row) => {
    await page.evaluate(`document.querySelectorAll('${id('queue-row')} [data-jump]')[${row}].click()`);
    await page.waitFor(`${place} === ${row}`);
};

async function radio(page, tracks) {
    await step('a radio is started from the menu of a song, by keyboard alone', async () => {
        await page.follow('/library/tracks');
        await page.waitForElement(`tr[data-track="${tracks[2].id}"]`);
        await page.evaluate(`document.querySelector('tr[data-track="${tracks[2].id}"] [data-track-menu]').focus()`);
        await page.press('Enter');
        await page.waitForElement('[role=menu]');
        for (let presses = 0; (await page.evaluate(focused)) !== 'Start radio'; presses++) {
            expect(presses < 20, 'No such item.');
            await page.press('ArrowDown');
        }
        await page.press('Enter');
        await page.waitFor(isPlaying);
        await page.follow('/queue');
        await page.waitFor(`document.querySelector('${id('queue-radio')}')?.textContent.includes(${JSON.stringify(`Radio from ${tracks[2].title}`)})`);
        expect(await page.evaluate(`document.querySelector('${id('queue-row')} .track-title').textContent`) === tracks[2].title, 'It begins with another song.');
        await page.fits();
    });
    await step('each song says why it came', async () => {
        const reasons = await page.evaluate(`[...document.querySelectorAll('${id('reason')}')].map((one) => one.textContent)`);
        expect(reasons.length === (await page.evaluate(rows)), 'A song has no reason.');
        expect(reasons[0] === 'The radio begins here', `The first has: ${reasons[0]}`);
        const phrases = [`Sounds like ${tracks[2].title}`, `Played by people who play ${tracks[2].title}`, 'Same genre', 'Also in your library', `By ${tracks[2].artists[0].name}`];
        expect(reasons.slice(1).every((one) => phrases.includes(one)), reasons.join(', '));
        expect(reasons.some((one) => one.startsWith('Sounds like')), 'None came by its sound.');
        await page.snap('radio-queue');
    });
    await step('more come before fewer than ten are left, and what is added by hand keeps the radio', async () => {
        const before = await page.evaluate(rows);
        await goTo(page, before - 11);
        expect((await page.evaluate(rows)) === before, 'More came with ten left.');
        await goTo(page, before - 10);
        await page.waitFor(`${rows} > ${before}`);
        const size = await page.evaluate(rows);
        await page.follow(`/tracks/${tracks[0].id}`);
        await page.click('[data-menu]');
        await page.menuItem('Add to queue');
        await page.follow('/queue');
        await page.waitFor(`${rows} === ${size + 1} && !!document.querySelector('${id('queue-radio')}')`);
    });
    await step('a reload keeps the radio, and what fails is tried again at the next song', async () => {
        const size = await page.evaluate(rows);
        await page.waitFor(`fetch('/api/v1/queue').then((reply) => reply.json()).then((queue) => queue.items.length === ${size})`);
        await page.reload();
        await page.waitForElement(id('queue-radio'));
        await page.waitFor(`${rows} === ${size}`);
        await page.evaluate(`(() => { window.__ask = fetch; window.fetch = (...call) => String(call[0]).includes('/radio?') ? (window.__failed = (window.__failed ?? 0) + 1, Promise.reject(new TypeError('offline'))) : window.__ask(...call); })()`);
        await goTo(page, size - 5);
        await page.waitFor('window.__failed === 1');
        await page.waitFor(isPlaying);
        await page.evaluate('window.fetch = window.__ask');
        await goTo(page, size - 4);
        await page.waitFor(`${rows} > ${size}`);
    });
    await step('it ends by its button, and by another queue', async () => {
        await page.click(id('end-radio'));
        await page.waitFor(`!document.querySelector('${id('queue-radio')}') && !document.querySelector('${id('reason')}')`);
        expect(await page.evaluate(`document.activeElement?.matches('h1')`), 'The focus is gone.');
        const left = await page.evaluate(rows);
        await goTo(page, left - 1);
        expect((await page.evaluate(rows)) === left, 'More came.');
        await page.follow(`/artists/${tracks[2].artists[0].id}`);
        await page.click(id('start-radio'));
        await page.waitFor(`document.querySelector('#toasts')?.textContent.includes('Radio from')`);
        await page.follow('/queue');
        await page.waitForElement(id('queue-radio'));
        await page.follow(`/albums/${tracks[0].albumId}`);
        await page.click(`.hero ${id('play-all')}`);
        await page.waitFor(isPlaying);
        await page.follow('/queue');
        await page.waitFor(`${rows} > 0 && !document.querySelector('${id('queue-radio')}')`);
    });
    await step('the menus of cards and pages start one, too', async () => {
        await page.follow('/library/albums');
        await page.waitForElement(id('album-card'));
        const album = await page.evaluate(`document.querySelector('${id('album-card')} .card-title').textContent`);
        await page.evaluate(`document.querySelector('${id('album-card')} .card-title').focus()`);
        await page.press(' ');
        await page.menuItem('Start radio');
        await page.follow('/queue');
        await page.waitFor(`document.querySelector('${id('queue-radio')}')?.textContent.includes(${JSON.stringify(`Radio from ${album}`)})`);
        await page.follow('/library/genres');
        await page.click(`.genre-tile a[href^="/genres/"]`);
        await page.click(id('start-radio'));
        await page.follow('/queue');
        await page.waitFor(`document.querySelector('${id('queue-radio')} a')?.pathname.startsWith('/genres/')`);
    });
}

/** Plays of the last weeks, so that there is something to mix. */
async function listen(page, tracks) {
    const listens = tracks.slice(0, 20).flatMap((track, index) =>
        Array.from({ length: 1 + (index % 4) }, (_, play) => ({
            listened_at: Math.floor(Date.now() / 1000) - 86_400 * (2 + index + play),
            track_metadata: { track_name: track.title, artist_name: track.artists[0].name },
        })),
    );
    await page.call('POST', '/me/import', listens);
    await page.waitFor(`fetch('/api/v1/me/import').then((reply) => reply.json()).then((one) => one.state === 'ready')`);
    await page.call('POST', '/me/import/run', {});
    await page.waitFor(`fetch('/api/v1/mixes').then((reply) => reply.json()).then((list) => list.items.length > 0)`);
}

async function mixes(page) {
    await step('home has the mixes of the day', async () => {
        await page.follow('/');
        await page.waitForElement(`${id('mixes')} ${id('mix-card')}`);
        const texts = await page.evaluate(`[...document.querySelectorAll('${id('mix-card')}')].map((one) => one.querySelector('.card-text').textContent.trim())`);
        expect(texts.length <= 6 && texts.every((one) => /^Mix \d\s+\S/.test(one)), texts.join(' | '));
        await page.fits();
        await page.snap('mixes-home');
    });
    await step('a mix shows its songs with the reasons, plays, and is kept as a playlist', async () => {
        await page.click(`${id('mix-card')} .card-title`);
        await page.waitForElement(id('mix'));
        const known = await page.evaluate(`fetch('/api/v1' + location.pathname).then((reply) => reply.json())`);
        const shown = await page.evaluate(`document.querySelectorAll('main tr[data-track] ${id('reason')}').length`);
        expect(shown === known.items.length, `${shown} of ${known.items.length} songs have a reason.`);
        expect(await page.evaluate(`document.querySelector('.hero').textContent.includes(${JSON.stringify(known.artists[0].name)})`), 'It does not say whose music it is.');
        await page.fits();
        await page.snap('mix');
        await page.click(id('play-all'));
        await page.waitFor(isPlaying);
        await page.waitFor(`document.querySelector('${id('play-all')}').dataset.face === 'pause'`);
        await page.click(id('keep-mix'));
        await page.waitFor(`document.querySelector('#toasts')?.textContent.includes('Saved as Mix')`);
        const list = (await page.call('GET', '/playlists?whose=own')).items.find((one) => one.name.startsWith('Mix '));
        expect(list.entryCount === known.items.length && /\d{4}$/.test(list.name), `${list.name} has ${list.entryCount}.`);
    });
    await step('a mix that is gone says so and leads home', async () => {
        await page.follow('/mixes/99');
        await page.click(id('mix-home'));
        await page.waitFor('location.pathname === "/"');
    });
}

async function sound(page, tracks) {
    await step('tracks are filtered by tempo, and the address keeps it', async () => {
        const tempos = await Promise.all(tracks.map(async (track) => (await page.call('GET', `/tracks/${track.id}/analysis`)).tempo?.bpm));
        const middle = Math.round(tempos.filter(Boolean).sort((a, b) => a - b)[Math.floor(tempos.filter(Boolean).length / 2)]);
        await page.follow('/library/tracks');
        await page.click(id('filters'));
        await page.fill('[name=tempoFrom]', String(middle));
        await page.press('Tab');
        await page.waitFor(`new URLSearchParams(location.search).get('tempoFrom') === '${middle}'`);
        await page.fill('[name=tempoTo]', String(middle - 1));
        await page.press('Tab');
        await page.waitFor(`document.querySelector('[name=tempoTo]').getAttribute('aria-invalid') === 'true'`);
        await page.fill('[name=tempoTo]', '300');
        await page.press('Tab');
        const fitting = (await page.call('GET', `/tracks?sort=title&limit=100&tempoFrom=${middle}&tempoTo=300`)).items.map((track) => track.id);
        expect(fitting.length > 0 && fitting.length < tracks.length, `${fitting.length} of ${tracks.length} fit.`);
        const shown = `[...document.querySelectorAll('main tr[data-track]')].map((row) => row.dataset.track)`;
        await page.waitFor(`location.search.includes('tempoTo=300') && ${shown}[0] === '${fitting[0]}' && ${shown}.every((one) => ${JSON.stringify(fitting)}.includes(one))`);
        await page.fits();
        await page.snap('tempo-filter');
        await page.reload();
        await page.waitFor(`document.querySelector('[name=tempoFrom]')?.value === '${middle}'`);
    });
    await step('a smart playlist has rules about tempo, key, loudness and energy', async () => {
        const count = `document.querySelector('${id('smart-count')}')?.textContent ?? ''`;
        const add = () => page.evaluate(`document.querySelector('${dialog} [data-path=""] > .rule-tools [data-add="rule"]').click()`);
        const value = (rule) => `${dialog} [data-path="${rule}"] [data-value]`;
        await page.follow('/playlists');
        await page.click(id('new-smart'));
        await page.waitForElement(dialog);
        await page.fill(`${dialog} ${id('field-name')}`, 'By sound');
        await page.choose(`${dialog} [data-path="0"] [data-field]`, 'tempo');
        await page.fill(value(0), '40');
        await page.fill(`${value(0)}:last-of-type`, '250');
        await add();
        await page.choose(`${dialog} [data-path="1"] [data-field]`, 'loudness');
        await page.choose(`${dialog} [data-path="1"] [data-operator]`, 'greaterThan');
        await page.fill(value(1), '-60.5');
        await add();
        await page.choose(`${dialog} [data-path="2"] [data-field]`, 'energy');
        await page.choose(`${dialog} [data-path="2"] [data-operator]`, 'lessThan');
        await page.fill(value(2), '100');
        await add();
        await page.choose(`${dialog} [data-path="3"] [data-field]`, 'key');
        expect((await page.evaluate(`document.querySelectorAll('${value(3)} option').length`)) === 25, 'There are not 24 keys.');
        await page.choose(`${dialog} [data-path="3"] [data-operator]`, 'isNot');
        await page.choose(value(3), 'C# minor');
        await page.choose(`${dialog} [name=order]`, 'energy');
        await page.waitFor(`/^[1-9]\\d* track/.test(${count})`);
        await page.snap('sound-rules');
        await page.click(id('smart-save'));
        await page.waitFor('/^\\/playlists\\/.+/.test(location.pathname)');
        await page.waitForElement('main tr[data-track]');
        await page.click(id('edit-playlist'));
        await page.waitForElement(dialog);
        expect((await page.evaluate(`document.querySelector('${value(1)}').value + ' ' + document.querySelector('${value(3)}').value`)) === '-60.5 C# minor', 'The rules came back as others.');
        await page.evaluate(`document.querySelector('${dialog} [data-close]').click()`);
    });
    await step('the console says how much is analyzed', async () => {
        const { analyzed, failed } = await page.call('GET', '/analysis');
        await page.follow('/administration/overview');
        await page.waitFor(`document.querySelector('${id('analysis')}')?.textContent.includes(${JSON.stringify(`${analyzed - failed} of ${analyzed} songs are analyzed`)})`);
        expect(await page.evaluate(`document.querySelector('${id('analysis')} progress').position === ${(analyzed - failed) / analyzed}`), 'The bar shows something else.');
        await page.follow('/administration/library');
        await page.waitForElement('#unanalyzed-title');
    });
}

/** After the last song others come by themselves, behind a line; a reload keeps it, and the switch takes them back. */
async function autoplay(page, tracks) {
    const marks = `${the('player')}.then((player) => player.queue.entries.map(({ isAuto }) => (isAuto ? '*' : '.')).join(''))`;
    await step('when the queue ends, songs like its own follow, behind what one adds, and say why', async () => {
        await page.follow('/queue');
        await page.evaluate(`${the('player')}.then((player) => player.playTracks(${JSON.stringify(tracks.slice(0, 2))}, 0, { shuffle: false }))`);
        await page.waitForElement(id('queue-autoplay'));
        await page.click(id('queue-autoplay'));
        await goTo(page, 1);
        await page.waitForElement(id('autoplay-divider'));
        await page.snap('autoplay');
        await page.evaluate(`${the('player')}.then((player) => player.enqueue(${JSON.stringify([tracks[2]])}))`);
        expect(/^\.\.\.\*{8,}$/.test(await page.evaluate(marks)), await page.evaluate(marks));
        await goTo(page, 3);
        await page.evaluate(`document.querySelectorAll('${id('queue-row')}')[3].dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, clientX: 400, clientY: 300 }))`);
        await page.menuItem('Why this song?');
        await page.waitForElement(id('why-sentence'));
        expect((await page.evaluate(`document.querySelector('${id('why-sentence')}').textContent`)).length > 10, 'It says nothing.');
        await page.press('Escape');
    });
    await step('autoplay lasts over a reload, and what was not heard goes with it', async () => {
        const before = await page.evaluate(marks);
        await page.waitFor(`fetch('/api/v1/queue').then((reply) => reply.json()).then(({ items, currentIndex }) => items.length === ${before.length} && currentIndex === 3)`);
        await page.reload();
        await page.waitForElement(id('autoplay-divider'));
        expect((await page.evaluate(marks)) === before, `It was ${before}, and is ${await page.evaluate(marks)}.`);
        await page.click(id('queue-autoplay'));
        await page.waitFor(`${marks}.then((marks) => marks === '...*')`);
    });
}

const browser = await Browser.launch();
try {
    const page = await visit(browser, { width: 1280, height: 900 });
    await page.waitFor(`fetch('/api/v1/analysis').then((reply) => reply.json()).then((one) => one.analyzed >= 30 && one.pending === 0)`, ANALYSIS_MS);
    const tracks = (await page.call('GET', '/tracks?sort=title&limit=100')).items;
    await radio(page, tracks);
    await listen(page, tracks);
    await mixes(page);
    await sound(page, tracks);
    await autoplay(page, tracks);
    const phone = await visit(browser, { width: 390, height: 844, dark: true });
    await step('on a phone the queue of a radio and the mixes fit', async () => {
        await phone.follow('/');
        await phone.waitForElement(id('mix-card'));
        await phone.fits();
        await phone.snap('mixes-home');
        await phone.click(`${id('mix-card')} .card-title`);
        await phone.waitForElement(id('mix'));
        await phone.fits();
        await phone.snap('mix');
        await phone.follow(`/artists/${tracks[2].artists[0].id}`);
        await phone.click(id('start-radio'));
        await phone.waitFor(isPlaying);
        await phone.follow('/queue');
        await phone.waitForElement(id('queue-radio'));
        await phone.fits();
        await phone.snap('radio-queue');
    });
    await step('no console error and no policy violation', async () => {
        const expected = /status of (401.*\/api\/v1\/me|404.*\/mixes\/99)/;
        const problems = [page, phone].flatMap((one) => one.errors).filter((line) => !expected.test(line));
        expect(problems.length === 0, problems.join(' | '));
    });
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
