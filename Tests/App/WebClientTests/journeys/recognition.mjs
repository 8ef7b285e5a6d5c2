// "What is this song?" with a microphone that plays a file: a song of the library is recognized and its lyrics follow it; speech is not.
//
//   RONDO_URL         a server whose library, analyzed, holds the song
//   RONDO_USER, RONDO_PASSWORD
//   RONDO_MICROPHONE  a WAV of the song, of any length (30 s suffice), with noise if wanted; optional
//   RONDO_OFFSET_MS   the position in the song at which that file starts; 0 by default
//   RONDO_SONG        the song's title, if it is to be compared; its lyrics have times
//   RONDO_VOICE       a WAV of speech, 30 s or longer; optional
//   RONDO_SHOTS       a folder for screenshots, if wanted

import { Browser, pause } from './browser.mjs';
import { expect, finish, id, signedIn, step, stopped } from './steps.mjs';

const { RONDO_MICROPHONE: song, RONDO_VOICE: voice, RONDO_SONG: title, RONDO_SHOTS: shots } = process.env;
const offset = Number(process.env.RONDO_OFFSET_MS ?? 0);

const MARKS = [3000, 5000, 8000, 12_000, 20_000];
/** The maximum distance of the lyrics from the audio. */
const NEAR_MS = 1200;
/** The time for a recording of 20 s and its reply. */
const LONGEST_MS = 40_000;

/** @param {string} file the file that the microphone repeats */
const launch = (file) =>
    Browser.launch({
        options: ['--use-fake-ui-for-media-stream', '--use-fake-device-for-media-stream', `--use-file-for-fake-audio-capture=${file}`],
    });

async function person(browser) {
    const page = await signedIn(browser, 1280, 800, true);
    page.shoot = async (name) => { if (shots) await page.screenshot(`${shots}/${name}-1280.png`); };
    page.api = (path) => page.evaluate(`fetch('/api/v1${path}').then((reply) => reply.json())`);
    page.follow = async (path) => {
        await page.evaluate(`(() => { const a = document.createElement('a'); a.href = ${JSON.stringify(path)}; document.body.append(a); a.click(); a.remove(); })()`);
        await page.waitFor(`location.pathname === ${JSON.stringify(path)} && document.querySelector('main').getAttribute('aria-busy') !== 'true' && !!document.querySelector('main h1')`);
    };
    // Records when the microphone began to play its file, and how often it was requested.
    await page.evaluate(`(() => {
        // Pages that load their modules one by one fill the default buffer.
        performance.setResourceTimingBufferSize(5000);
        const ask = navigator.mediaDevices.getUserMedia.bind(navigator.mediaDevices);
        window.__asked = 0;
        navigator.mediaDevices.getUserMedia = async (...call) => {
            window.__asked += 1;
            const stream = await ask(...call);
            window.__heardFrom = performance.now();
            window.__tracks = stream.getTracks();
            return stream;
        };
    })()`);
    /** The same on a phone. */
    page.fits = async (name) => {
        await page.setViewport(390, 844, true);
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than a phone.');
        if (shots) await page.screenshot(`${shots}/${name}-390.png`);
        await page.setViewport(1280, 800, true);
    };
    page.noComplaint = async () => {
        const problems = page.errors.filter((line) => !/status of 401.*\/api\/v1\/me$/.test(line));
        expect(problems.length === 0, problems.join('\n'));
        expect(await page.evaluate('document.documentElement.scrollWidth <= document.documentElement.clientWidth'), 'The page is wider than the window.');
    };
    return page;
}

const isReleased = `window.__tracks.every((track) => track.readyState === 'ended')`;
/** The position in the song that the microphone plays. */
const heard = `(${offset} + performance.now() - window.__heardFrom)`;
const requests = `performance.getEntriesByType('resource').filter((one) => one.name.endsWith('/api/v1/recognitions')).map((one) => Math.round(one.startTime - window.__heardFrom))`;

async function walkSong(browser) {
    const page = await person(browser);
    const { follow, shoot } = page;

    await step(`the microphone is asked for by a tap, not before; Escape gives it back`, async () => {
        await follow('/listen');
        await page.waitForElement(id('listen'));
        await page.settle();
        expect(await page.evaluate('window.__asked') === 0, 'The microphone was asked for before the tap.');
        await shoot('recognition-idle');
        await page.click(id('listen'));
        await page.waitForElement(id('listen-seconds'));
        await page.waitFor(`document.querySelector('${id('listen-seconds')}').textContent.startsWith('1')`);
        await shoot('recognition-listening');
        await page.press('Escape');
        await page.waitFor(`document.querySelector('${id('listen-stage')}').dataset.phase === 'idle' && ${isReleased}`);
        expect(await page.evaluate('document.activeElement.dataset.testid') === 'listen', 'The round button has lost the focus.');
    });
    await step(`the round button on Search listens at once, and the song is found`, async () => {
        await follow('/search');
        await page.evaluate('performance.clearResourceTimings()');
        await page.click(id('search-listen'));
        await page.waitForElement(id('listen-seconds'));
        await page.waitForElement(id('listen-match'), LONGEST_MS);
        if (title) expect(await page.evaluate(`document.querySelector('${id('match-title')}').textContent.trim()`) === title, 'It is another song.');
        const sent = await page.evaluate(requests);
        expect(sent.length > 0 && sent.every((ms, index) => ms >= MARKS[index] - 50), `The recording was sent at ${sent} ms.`);
        expect(await page.evaluate(isReleased), 'The microphone is still held.');
        expect(await page.evaluate('document.activeElement.dataset.testid') === 'match-show-words', 'The words have not the focus.');
        await page.waitFor(`document.querySelector('#announcer').textContent.includes(document.querySelector('${id('match-title')}').textContent.trim())`);
        await shoot('recognition-match');
        await page.fits('recognition-match');
    });
    const track = await page.evaluate(`document.querySelector('${id('match-title')} a')?.pathname.split('/').pop()`);
    /** Expects the highlighted line to be the one that the microphone plays, or for a moment its neighbor. */
    const isRightLine = async () => {
        const lines = (await page.api(`/tracks/${track}/lyrics`)).items[0]?.lines ?? [];
        expect(lines.length > 0, 'The song has no words.');
        const { at, shown } = await page.evaluate(`({ at: ${heard}, shown: Number(document.querySelector('.lyrics-line.is-heard')?.dataset.line ?? -1) })`);
        const lineAt = (ms) => lines.findLastIndex((line) => line.startMs <= ms);
        expect(shown >= lineAt(at - NEAR_MS) && shown <= lineAt(at + NEAR_MS), `At ${Math.round(at)} ms line ${shown} is shown; it is ${lineAt(at)}.`);
    };
    await step(`Words opens them at the line that is sounding, and follows it`, async () => {
        await page.press('Enter');
        await page.waitForElement(`${id('match-words')} .lyrics-line`);
        await page.waitFor(`!!document.querySelector('.lyrics-line.is-heard')`, 6000);
        await isRightLine();
        const box = await page.evaluate(`(() => { const line = document.querySelector('.lyrics-line.is-heard').getBoundingClientRect(), lines = document.querySelector('[data-lines]').getBoundingClientRect(); return line.top >= lines.top - 1 && line.bottom <= lines.bottom + 1; })()`);
        expect(box, 'The line is out of sight.');
        await shoot('recognition-words');
        await page.fits('recognition-words');
        await pause(2500);
        await isRightLine();
        expect(await page.evaluate(`[...document.querySelectorAll('audio')].every((deck) => deck.paused)`), 'Something plays here.');
    });
    await step(`a line that is tapped is where the room is from then on, and Escape leads back to the song`, async () => {
        // A line next to the played one: the lyrics follow the room, and do not hold still for a line that is far away.
        const heard = Number(await page.evaluate(`document.querySelector('.lyrics-line.is-heard')?.dataset.line ?? 0`));
        const line = heard > 0 ? heard - 1 : 1;
        await page.click(`${id('match-words')} [data-line="${line}"]`);
        await page.waitFor(`document.querySelector('.lyrics-line.is-heard')?.dataset.line === '${line}'`, 3000);
        await page.press('Escape');
        await page.waitFor(`document.querySelector('${id('match-words')}').hidden`);
        expect(await page.evaluate('document.activeElement.dataset.testid') === 'match-show-words', 'The focus has gone.');
    });
    await step(`it is liked, and put on a playlist and the board from here`, async () => {
        const liked = `document.querySelector('${id('listen-match')} ${id('like-track')}').getAttribute('aria-pressed')`;
        const before = await page.evaluate(liked);
        await page.click(`${id('listen-match')} ${id('like-track')}`);
        await page.waitFor(`${liked} !== '${before}'`);
        await page.click(id('match-add'));
        await page.waitForElement(id('add-to-playlist'));
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('dialog')`);
        await page.click(id('match-post'));
        await page.waitForElement(`${id('post-dialog')} .song-row.is-chosen`);
        await shoot('recognition-post');
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('dialog')`);
    });
    await step(`it is played from where the room is`, async () => {
        await page.click(id('match-play'));
        await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => !deck.paused && deck.currentTime > 0)`);
        await page.evaluate(`document.querySelectorAll('audio').forEach((deck) => deck.pause())`);
    });
    await step(`what was recognized is listed for oneself, opens, and can be removed`, async () => {
        await follow('/listen/history');
        await page.waitForElement(id('recognition'));
        expect(await page.evaluate(`document.querySelector('${id('recognition')} a').pathname`) === `/tracks/${track}`, 'The list leads elsewhere.');
        await shoot('recognition-history');
        await page.fits('recognition-history');
        await page.click(id('recognitions-clear'));
        await page.click(id('confirm'));
        await page.waitForElement(id('empty-state'));
        expect((await page.api('/recognitions')).items.length === 0, 'Some are left.');
    });
    await step(`without a complaint of the browser, and without scrolling sideways`, page.noComplaint);
    await page.close();
}

async function walkVoice(browser) {
    const page = await person(browser);
    await step(`a voice is no song, which is said, with ways on`, async () => {
        await page.follow('/listen');
        await page.evaluate('performance.clearResourceTimings()');
        await page.click(id('listen'));
        await page.waitForElement(id('listen-unmatched'), LONGEST_MS);
        const sent = await page.evaluate(requests);
        expect(sent.length === MARKS.length && sent.every((ms, index) => ms >= MARKS[index] - 50), `The recording was sent at ${sent} ms.`);
        expect(await page.evaluate(isReleased), 'The microphone is still held.');
        await page.shoot('recognition-unmatched');
        await page.fits('recognition-unmatched');
        await page.click(id('way-wish'));
        await page.waitForElement(id('wish-dialog'));
        await page.press('Escape');
        await page.waitFor(`!document.querySelector('dialog')`);
        await page.click(id('way-again'));
        await page.waitForElement(id('listen-seconds'));
        await page.click(id('listen-cancel'));
        await page.waitFor(`document.querySelector('${id('listen-stage')}').dataset.phase === 'idle'`);
    });
    await step(`a microphone that is refused, absent or taken says so, each in its own words`, async () => {
        const titles = new Set();
        for (const [name, kind] of [['NotAllowedError', 'refused'], ['NotFoundError', 'absent'], ['NotReadableError', 'taken']]) {
            await page.evaluate(`void (navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', '${name}')))`);
            await page.evaluate(`document.querySelector('${id('way-again')}, ${id('listen')}').click()`);
            await page.waitForElement(id(`listen-${kind}`));
            titles.add(await page.evaluate(`document.querySelector('${id(`listen-${kind}`)} h2').textContent`));
            await page.shoot(`recognition-${kind}`);
        }
        expect(titles.size === 3, `They are told as ${[...titles]}`);
    });
    await step(`without a complaint of the browser, and without scrolling sideways`, page.noComplaint);
    await page.close();
}

for (const [file, walk] of [[song, walkSong], [voice, walkVoice]]) {
    if (!file) continue;
    const browser = await launch(file);
    try {
        await walk(browser);
    } catch (error) {
        stopped(error);
    } finally {
        await browser.close();
    }
}
finish();
