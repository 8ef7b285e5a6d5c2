// A song's lyrics are written and timed by keyboard alone in one browser while another plays the song and shows them, in Spanish, and checked in the
// sizes of a phone and a tablet. Then a listener proposes lyrics, continues them later, and a moderator publishes them.
//
//   RONDO_URL       a server whose library is what `WebClientTests.makeSongs` makes
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_SHOTS     a folder for screenshots, if wanted

import { Browser } from './browser.mjs';
import { expect, finish, id, signedIn, signIn, step } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
const shots = process.env.RONDO_SHOTS;

/** The start of the editor's message once the lyrics are saved. */
const SAVED = 'Guardado';
const MOST_STOPS = 200;

/** Presses Tab until the focused element matches. */
async function reach(page, selector) {
    await page.waitForElement(selector);
    for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        if (await page.evaluate(`document.activeElement?.matches(${JSON.stringify(selector)}) === true`)) return;
        await page.press('Tab');
    }
    throw new Error(`The tab key does not lead to ${selector}`);
}

async function use(page, selector) {
    await reach(page, selector);
    await page.press('Enter');
}

async function write(browser) {
    const page = await signedIn(browser, 1280, 800, true);
    await page.evaluate(`fetch('/api/v1/me', { method: 'PATCH', headers: { 'Content-Type': 'application/json' }, body: '{"locale":"es"}' })`);
    const shoot = async (name, of = page) => { if (shots) await of.screenshot(`${shots}/${name}-desk.png`); };
    await page.waitFor(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((page) => page.items.length >= 4)`);
    const song = await page.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((page) => page.items.find((track) => track.title === 'Long song'))`);
    const other = await signedIn(browser, 1280, 800, false);
    const line = (text) => `[...document.querySelectorAll('.lyrics-line')].some((one) => one.textContent.includes(${JSON.stringify(text)}))`;
    const texts = `[...document.querySelectorAll('[data-row] [data-text]')].map((one) => one.value).join('|')`;
    const first = 'First line';

    await step('another browser plays the song, and shows the words that are there', async () => {
        await other.open(`${base}/tracks/${song.id}`);
        await other.waitForElement('.lyrics-line');
        await other.click('[data-play]');
        await other.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0.3)`);
    });
    await step('the song’s page leads to the editor, which begins with its words', async () => {
        await page.open(`${base}/tracks/${song.id}`);
        await page.waitFor(`document.documentElement.lang === 'es'`);
        await use(page, id('lyrics-edit'));
        await page.waitForElement('[data-row]');
    });
    await step('a text is pasted, and timed by the keyboard while the music plays', async () => {
        await use(page, id('edit-paste'));
        await reach(page, id('field-text'));
        await page.paste(`${first}\nSecond line\nThird line`);
        await use(page, id('paste-dialog-send'));
        await page.waitFor(`${texts} === ${JSON.stringify(`${first}|Second line|Third line`)}`);
        await use(page, id('edit-play'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0.3)`);
        await reach(page, id('edit-tap'));
        for (let tap = 1; tap <= 3; tap += 1) {
            await page.press(' ');
            await page.waitFor(`document.querySelectorAll('.edit-time').length === 3 && [...document.querySelectorAll('.edit-time')].filter((one) => one.textContent.includes('.')).length === ${tap}`);
        }
        await page.waitFor(`document.querySelectorAll('[data-handle]').length >= 1`);
    });
    await step('what is not saved survives a reload', async () => {
        await page.open(`${base}/tracks/${song.id}/lyrics`);
        await page.waitFor(`${texts} === ${JSON.stringify(`${first}|Second line|Third line`)}`);
        await page.waitForElement(id('edit-discard'));
    });
    await step('a change is undone by the keyboard, and a line split and joined again', async () => {
        await page.evaluate(`(() => { const input = document.querySelectorAll('[data-row] [data-text]')[1]; input.focus(); input.setSelectionRange(6, 6); })()`);
        await page.press('Enter');
        await page.waitFor(`document.querySelectorAll('[data-row]').length === 4`);
        await page.press('Backspace');
        await page.waitFor(`${texts} === ${JSON.stringify(`${first}|Second line|Third line`)}`);
    });
    await step('the preview shows the words as they will be', async () => {
        await use(page, id('edit-preview'));
        await page.waitFor(`document.querySelectorAll('${id('preview-panel')} .lyrics-line').length === 3`);
        await shoot('editor');
    });
    await step('what is saved the other browser, which plays on, sees without reloading', async () => {
        await use(page, id('edit-save'));
        await page.waitFor(`document.querySelector('${id('edit-notice')}').textContent.startsWith('${SAVED}')`);
        await other.waitFor(line(first));
        // On a slow machine the song may have ended meanwhile. Pressing a line plays from there.
        await other.click('.lyrics-line');
        await other.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused) && document.querySelector('.lyrics-line.is-heard')`);
        await other.evaluate(`document.querySelector('${id('player-play')}').click()`);
        await shoot('listener', other);
    });
    await step('the version is listed', async () => {
        await use(page, id('edit-versions'));
        await page.waitForElement(id('lyrics-version-row'));
        await use(page, id('version-compare'));
        await page.waitForElement(id('difference'));
        await shoot('versions');
        await page.press('Escape');
    });
    await step('one reads along over the whole screen, and makes a picture of a line', async () => {
        const playing = `document.querySelector('${id('player-title')}')`;
        if (!(await page.evaluate(`!!${playing}`))) {
            await page.open(`${base}/tracks/${song.id}`);
            await page.click('[data-play]');
            await page.waitFor(`!!${playing}`);
        }
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = '/now-playing'; document.body.append(a); a.click(); a.remove(); })()`);
        await page.click(id('tab-words'));
        await page.waitForElement('.reading-line');
        await page.click('.reading-line[data-line="0"]');
        await page.waitFor(`document.querySelector('.reading-line.is-heard')?.dataset.line !== undefined`);
        await shoot('reading');
        await page.click(id('reading-full-screen'));
        await page.waitFor(`document.fullscreenElement === document.documentElement && document.querySelector('${id('reading-full-screen')}').ariaPressed === 'true'`);
        await page.click(id('reading-full-screen'));
        await page.waitFor('!document.fullscreenElement');
        await page.click(id('reading-share'));
        await page.click('.reading-line[data-line="0"]');
        await page.click(id('reading-make'));
        await page.waitForElement(id('reading-picture'));
        await shoot('picture');
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('${id('picture-dialog')}')`);
        await page.click(id('stage-close'));
        await page.waitFor(`!document.querySelector('${id('now-playing')}')`);
    });
    await step('the editor and the words fit on a phone and on a tablet, and nothing complains', async () => {
        for (const [width, height] of [[390, 844], [820, 1180], [1280, 800]]) {
            await page.setViewport(width, height, width === 390);
            for (const path of [`/tracks/${song.id}/lyrics`, `/tracks/${song.id}`]) {
                await page.evaluate(`(() => { const a = document.createElement('a'); a.href = '${path}'; document.body.append(a); a.click(); a.remove(); })()`);
                await page.waitFor(`location.pathname === '${path}' && !!document.querySelector('[data-row], .lyrics-line')`);
                await page.settle();
                expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), `${path} is wider than the window at ${width}.`);
                await shoot(`editor-${width}`);
            }
        }
        const problems = [...page.errors, ...other.errors].filter((text) => !/status of 40[14]|waveform/.test(text));
        expect(problems.length === 0, problems.join('\n'));
    });
    await page.close();
    await other.close();
}

async function propose(browser) {
    const moderator = await signedIn(browser, 1280, 800, false);
    const shoot = async (name, of) => { if (shots) await of.screenshot(`${shots}/${name}.png`); };
    const password = process.env.RONDO_PASSWORD;
    const made = await moderator.evaluate(`fetch('/api/v1/users', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ username: 'bea', role: 'listener', password: ${JSON.stringify(password)} }) }).then((reply) => reply.status)`);
    expect(made === 201, `The listener is not made: ${made}`);
    const listener = await browser.context({ width: 390, height: 844, dark: true });
    await signIn(listener, 'bea');
    await listener.open(`${base}/`);
    const song = await listener.evaluate(`fetch('/api/v1/tracks').then((reply) => reply.json()).then((page) => page.items.find((track) => track.title === 'Fourth song'))`);
    const texts = `[...document.querySelectorAll('[data-row] [data-text]')].map((one) => one.value).join('|')`;

    await step('a listener proposes words of a song that has none', async () => {
        await listener.open(`${base}/tracks/${song.id}/lyrics`);
        await listener.waitForElement(id('edit-proposes'));
        await use(listener, id('edit-paste'));
        await reach(listener, id('field-text'));
        await listener.paste('Proposed line\nSecond line');
        await use(listener, id('paste-dialog-send'));
        await listener.waitFor(`${texts} === 'Proposed line|Second line'`);
        await use(listener, id('edit-save'));
        await listener.waitFor(`document.querySelector('${id('edit-notice')}').textContent.startsWith('Sent')`);
    });
    await step('who comes back goes on with what they proposed', async () => {
        await listener.open(`${base}/tracks/${song.id}/lyrics`);
        await listener.waitFor(`${texts} === 'Proposed line|Second line'`);
        expect(await listener.evaluate(`document.querySelector('${id('edit-proposes')}').textContent.includes('your proposal')`), 'The page does not say so.');
        await shoot('proposal-390', listener);
        await listener.open(`${base}/tracks/${song.id}`);
        await listener.waitForElement(id('lyrics-none'));
    });
    await step('a moderator compares it, publishes it, and the listener reads it without reloading', async () => {
        await moderator.open(`${base}/administration/moderation/lyrics`);
        await use(moderator, id('proposal-read'));
        await moderator.waitFor(`document.querySelector('${id('difference')}')?.textContent.includes('Proposed line')`);
        await moderator.press('Escape');
        await shoot('proposals-1280', moderator);
        await use(moderator, id('proposal-publish'));
        await moderator.waitFor(`!document.querySelector('${id('lyrics-proposal')}')`);
        await listener.waitFor(`document.querySelector('${id('lyrics-lines')}')?.textContent.includes('Proposed line')`);
    });
    await moderator.close();
    await listener.close();
}

const browser = await Browser.launch();
try {
    await write(browser);
    await propose(browser);
} finally {
    await browser.close();
}
finish();
