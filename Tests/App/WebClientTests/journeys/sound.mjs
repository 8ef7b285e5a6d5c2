// The audio output, measured in a real browser: the samples after the player's last node.
//
//   RONDO_URL                    a running server with the music of `SoundJourneyTests`, analyzed
//   RONDO_PASSWORD               of its users ada, bea and cleo
//
// The three users hear different things at the same time, each through a separate player. Samples are measured by their number, so their arrival time
// does not matter. A browser without processor time still lacks samples, whatever the player does. The recording therefore contains the longest time
// that the audio thread or the page waited for a processor. Only measurements with such waits are repeated.

import { Browser } from './browser.mjs';
import { clicks, decibels, envelope, frequency, levelAt, rms } from './measuring.mjs';
import { the } from './modules.mjs';
import { expect, finish, signIn, step, stopped } from './steps.mjs';

const base = process.env.RONDO_URL.replace(/\/$/, '');
/** The length of each half of a tone: long enough for the server to send the next one in time. */
const HALF_MS = 6000;

/** The recorder is a module of the test. The client's policy would refuse it as a file. */
const RECORDER = `registerProcessor('recorder', class extends AudioWorkletProcessor {
    process([input]) {
        const now = Date.now();
        if (input[0]) this.port.postMessage({ parts: input.map((one) => one.slice()), gap: now - (this.last ?? now) });
        this.last = now;
        return true;
    }
});`;
/** The player starts the next track 300 ms early. A wait of half of that counts as starved. */
const STARVED_MS = 150;
/** The time limit for all measurements of one topic. */
const LONGEST_MS = 240_000;

/** A user's actions with their player. @param {import('./page.mjs').Page} page */
function listener(page) {
    const withPlayer = (code) => page.evaluate(`${the('player')}.then(async (player) => { ${code} })`);
    const settings = (changes) => page.evaluate(`${the('soundSettings', 'player/sound-settings')}.then((store) => store.set(${JSON.stringify(changes)}))`);
    /** Starts to record the output, beginning with silence: both channels, or their mean. */
    const record = (channels = 1) => withPlayer(`
        const { output } = player;
        const { context } = output;
        if (!window.__recorder) {
            await context.audioWorklet.addModule(URL.createObjectURL(new Blob([${JSON.stringify(RECORDER)}], { type: 'text/javascript' })));
            window.__recorder = new AudioWorkletNode(context, 'recorder', { channelCount: 1, channelCountMode: 'explicit' });
            window.__recorder.port.onmessage = ({ data: { parts, gap } }) => { window.__heard.push(parts); window.__waited = Math.max(window.__waited, gap); };
            output.connect(window.__recorder);
        }
        window.__recorder.channelCount = ${channels};
        window.__heard = [];
        window.__waited = 0;
        clearInterval(window.__pulse);
        let last = performance.now();
        window.__pulse = setInterval(() => { const now = performance.now(); window.__waited = Math.max(window.__waited, now - last - 20); last = now; }, 20);`);
    /** The samples of a channel since `record`, and their rate. */
    async function heard(channel = 0) {
        const { text, rate } = await withPlayer(`
            clearInterval(window.__pulse);
            const all = new Float32Array(window.__heard.length * 128);
            window.__heard.forEach((parts, place) => all.set(parts[${channel}] ?? parts[0], place * 128));
            const bytes = new Uint8Array(all.buffer);
            let text = '';
            for (let at = 0; at < bytes.length; at += 32768) text += String.fromCharCode(...bytes.subarray(at, at + 32768));
            return { text: btoa(text), rate: player.output.context.sampleRate };`);
        const bytes = Buffer.from(text, 'base64');
        return { samples: new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4), rate };
    }

    const play = (list, source = '') => withPlayer(`player.playTracks(${JSON.stringify(list)}, 0, { source: '${source}', shuffle: false })`);
    const stop = () => withPlayer('player.pause()');
    const atEnd = (ms = 40_000) => page.waitFor(`${the('player')}.then((player) => player.status === 'paused')`, ms);
    const loudness = async (list) => {
        await record();
        await play(list);
        await page.waitFor(`${the('player')}.then((player) => player.positionMs > 1500)`);
        const { samples, rate } = await heard();
        await stop();
        return { samples: samples.slice(-Math.round(rate * 0.8)), rate };
    };
    const measured = (name, run) =>
        step(name, async () => {
            for (const begun = Date.now(); ;) {
                try {
                    return await run();
                } catch (error) {
                    const waited = await page.evaluate('Math.round(window.__waited ?? 0)');
                    if (waited < STARVED_MS || Date.now() - begun > LONGEST_MS) throw error;
                    console.log(`     again, as there was no processor for ${waited} ms: ${error.message}`);
                    await stop();
                    await settings({ rate: 1, crossfade: 0, levelling: 'off' });
                }
            }
        });
    return { page, withPlayer, settings, record, heard, play, stop, atEnd, loudness, measured };
}

let tracks = [];
const album = (name) => tracks.filter((track) => track.album === name).sort((a, b) => a.trackNumber - b.trackNumber);

async function seams({ page, withPlayer, record, heard, play, atEnd, measured }) {
    for (const format of ['mp3', 'flac', 'opus', 'm4a'])
        await measured(`a tone that is cut into two files has no gap and no overlap: ${format}`, async () => {
            const list = album(`Seam ${format}`);
            await record();
            // Chromium drops the first 6.5 ms of an Opus file unless it is sought.
            const fromMs = format === 'opus' ? 500 : 0;
            if (fromMs > 0) {
                await withPlayer(`player.restore(${JSON.stringify(list)}, 0, ${fromMs})`);
                await page.waitFor(`[...document.querySelectorAll('audio')].some((deck) => deck.currentTime === ${fromMs / 1000} && !deck.seeking && deck.readyState > 2)`);
                await withPlayer('player.play()');
                await page.waitFor(`${the('player')}.then((player) => player.positionMs > ${fromMs + 200})`);
            } else await play(list, `album:${list[0].albumId}`);
            await atEnd();
            const { samples, rate } = await heard();
            const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
            const isLoud = (sample) => Math.abs(sample) > loudest / 20;
            const [first, last] = [samples.findIndex(isLoud), samples.findLastIndex(isLoud)];
            const offMs = ((last - first + 1) / rate) * 1000 - 2 * HALF_MS + fromMs;
            const shape = envelope(samples.subarray(first, last), rate, 440);
            const dips = shape.filter((level) => level < loudest / 2).length;
            console.log(`     ${format}: ${offMs.toFixed(2)} ms off, ${dips} ms quieter than half, at ${rate} Hz`);
            expect(Math.abs(offMs) < 5, `It is ${offMs} ms longer than it should be.`);
            expect(dips < 5, `It is quieter than half for ${dips} ms.`);
        });
    await measured('a pause and a seek while one track joins the next lose nothing', async () => {
        const list = album('Seam flac');
        await record();
        await play(list, `album:${list[0].albumId}`);
        // The page itself watches the position, because this moment is shorter than a request from outside on a busy machine.
        const at = await withPlayer(`
            while (player.positionMs <= ${HALF_MS - 280}) await new Promise((go) => setTimeout(go, 10));
            player.pause();
            return player.positionMs;`);
        await page.waitFor(`${the('player')}.then((player) => player.status === 'paused')`);
        await withPlayer('player.play();');
        await page.waitFor(`${the('player')}.then((player) => player.queue.index === 1 && player.positionMs > 1000)`);
        const second = await withPlayer('const at = player.positionMs; player.seek(at + 1000); return at;');
        await atEnd();
        const { samples, rate } = await heard();
        const loudest = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
        const loudMs = envelope(samples, rate, 440).filter((level) => level > loudest / 2).length;
        console.log(`     paused at ${at} ms, ${loudMs} ms to be heard of ${2 * HALF_MS - 1000}`);
        expect(at > HALF_MS - 300 && at <= HALF_MS && second < 2000, `It paused at ${at} ms.`);
        expect(Math.abs(loudMs - 2 * HALF_MS + 1000) < 100, `${loudMs} ms are heard.`);
    });
}

async function levels({ page, withPlayer, settings, record, heard, play, stop, atEnd, loudness, measured }) {
    await measured('tracks are as loud as their gains say, and as they are without levels', async () => {
        await withPlayer('player.setMuted(false); player.setVolume(1);');
        for (const name of ['Quiet tone', 'Loud tone']) {
            const [track] = album(name);
            const { replayGain } = await page.evaluate(`fetch('/api/v1/tracks/${track.id}').then((reply) => reply.json())`);
            await settings({ levelling: 'off' });
            const plain = decibels(rms((await loudness([track])).samples) * Math.SQRT2);
            await settings({ levelling: 'track' });
            const level = decibels(rms((await loudness([track])).samples) * Math.SQRT2);
            const own = decibels(name === 'Quiet tone' ? 0.05 : 0.5);
            console.log(`     ${name}: ${own.toFixed(2)} dB, without levels ${plain.toFixed(2)} dB, with ${level.toFixed(2)} dB by a gain of ${replayGain.trackGain.toFixed(2)} dB`);
            expect(Math.abs(plain - own) < 0.5, `It is ${plain} dB without levels.`);
            expect(Math.abs(level - own - replayGain.trackGain) < 0.5, `It is ${level} dB with levels.`);
        }
        await settings({ levelling: 'off' });
    });

    await measured('the bands of the equalizer are as loud as they are set', async () => {
        const bands = [31, 62, 125, 250, 500, 1000, 2000, 4000, 8000, 16_000];
        const wanted = [4, 3, 2, 0, -1, -1, 1, 3, 4, 4];
        const flat = await loudness(album('Bands'));
        await settings({ bands: wanted });
        const shaped = await loudness(album('Bands'));
        await settings({ bands: bands.map(() => 0) });
        const off = bands.map((hertz, band) => decibels(levelAt(shaped.samples, shaped.rate, hertz) / levelAt(flat.samples, flat.rate, hertz)) - wanted[band]);
        console.log(`     off by ${off.map((one) => one.toFixed(2)).join(', ')} dB`);
        expect(off.every((one) => Math.abs(one) < 1), 'A band is off by more than 1 dB.');
    });

    await measured('a crossfade is as loud as what it joins', async () => {
        await settings({ crossfade: 3 });
        await record();
        await play([...album('Fade A'), ...album('Fade B')]);
        await page.waitFor(`${the('player')}.then((player) => player.queue.index === 1 && player.positionMs > 4500)`);
        const { samples, rate } = await heard();
        await stop();
        await settings({ crossfade: 0 });
        const part = Math.round(rate / 10);
        const levels = [];
        const first = samples.findIndex((sample) => Math.abs(sample) > 0.1);
        for (let at = first + part; at + part < samples.length; at += part) levels.push(decibels(rms(samples.subarray(at, at + part)) / (0.25 / Math.SQRT2)));
        const worst = levels.reduce((most, level) => (Math.abs(level) > Math.abs(most) ? level : most), 0);
        const middle = first + Math.round((album('Fade A')[0].durationMs / 1000 - 2) * rate);
        const both = [440, 1000].every((hertz) => levelAt(samples.subarray(middle, middle + rate), rate, hertz) > 0.1);
        console.log(`     ${levels.length / 10} s, at most ${worst.toFixed(2)} dB off`);
        expect(both, 'The tracks do not sound together.');
        expect(Math.abs(worst) < 1.5, `It is off by ${worst} dB.`);
    });

    await measured('faster music keeps its pitch, and positions go with it', async () => {
        await settings({ rate: 1.5 });
        await record();
        await play(album('Fade A'));
        await page.waitFor(`${the('player')}.then((player) => player.positionMs > 1000)`);
        const before = await withPlayer('return [player.positionMs, player.output.context.currentTime];');
        await page.waitFor(`${the('player')}.then((player) => player.positionMs > 4000)`);
        const after = await withPlayer('return [player.positionMs, player.output.context.currentTime];');
        const { samples, rate } = await heard();
        await stop();
        await settings({ rate: 1 });
        const pitch = frequency(samples.subarray(-rate, -1), rate);
        const speed = (after[0] - before[0]) / 1000 / (after[1] - before[1]);
        console.log(`     ${pitch.toFixed(1)} Hz at ${speed.toFixed(2)} times the speed`);
        expect(Math.abs(pitch - 440) < 5, `The tone is at ${pitch} Hz.`);
        expect(Math.abs(speed - 1.5) < 0.1, `The speed is ${speed}.`);
    });

    await measured('the sleep timer fades out, pauses, and leaves the volume as it was', async () => {
        await record();
        await play(album('Bands'));
        await page.waitFor(`${the('player')}.then((player) => player.positionMs > 300)`);
        await page.evaluate(`${the('sleepTimer')}.then((timer) => timer.setMinutes(0.1))`);
        await atEnd();
        const { samples, rate } = await heard();
        const levels = [0, 1, 2, 3, 4, 5].map((second) => rms(samples.subarray(-rate * (6 - second), samples.length - rate * (5 - second))));
        console.log(`     ${levels.map((level) => level.toFixed(3)).join(', ')}`);
        expect(levels.every((level, second) => second < 2 || level < levels[second - 1] * 1.02) && levels[5] < levels[1] / 8, 'It does not fade.');
        expect((await withPlayer('return player.volume;')) === 1, 'The volume is another one.');
        await stop();
    });
}

async function beats({ page, withPlayer, record, heard, stop, measured }) {
    for (const name of ['Clicks 124', 'Clicks 117'])
        await measured(`a mix on beats has the beats of both tracks within 20 ms: 120 and ${name.slice(7)} a minute`, async () => {
            const list = [...album('Clicks 120'), ...album(name)];
            // The analysis's beats and their positions.
            for (const track of list) {
                const { hardPoints } = await page.evaluate(`fetch('/api/v1/tracks/${track.id}/analysis').then((reply) => reply.json())`);
                const period = 60_000 / Number(track.album.slice(7));
                const off = hardPoints.map(([ms]) => ms - Math.round(ms / period) * period);
                console.log(`     ${track.album}: hard points are ${Math.min(...off).toFixed(1)} to ${Math.max(...off).toFixed(1)} ms off`);
            }
            await page.evaluate(`${the('djMode')}.then((dj) => dj.play(${JSON.stringify(list)}))`);
            await page.waitFor(`${the('player')}.then((player) => player.positionMs > 300)`);
            await withPlayer('player.seek(16_000)');
            await record(2);
            await page.waitFor(`${the('player')}.then((player) => player.queue.index === 1 && player.positionMs > 9500)`);
            const both = [await heard(0), await heard(1)].map(({ samples, rate }) => clicks(samples, rate));
            const tempos = await page.evaluate(`[...document.querySelectorAll('audio')].map((deck) => deck.playbackRate)`);
            await stop();
            const [leaving, entering] = both;
            const last = leaving.at(-1) + 0.1;
            const offs = entering.filter((at) => at < last).map((at) => leaving.reduce((best, one) => (Math.abs(at - one) < Math.abs(best) ? at - one : best), Infinity) * 1000);
            const worst = offs.reduce((most, off) => (Math.abs(off) > Math.abs(most) ? off : most), 0);
            const mean = offs.reduce((sum, off) => sum + off, 0) / offs.length;
            console.log(`     ${offs.length} beats together, ${mean.toFixed(1)} ms off in the mean, ${worst.toFixed(1)} ms at most; bent to ${tempos.find((one) => one !== 1)?.toFixed(4)}`);
            expect(offs.length >= 12, `Only ${offs.length} beats fall together.`);
            expect(Math.abs(worst) < 20, `Beats are ${offs.map((off) => off.toFixed(1)).join(', ')} ms apart.`);
        });
}

async function policy({ page, withPlayer, play }) {
    await step('the graph is built under the policy of the client, without an exception', async () => {
        await page.send('Page.setBypassCSP', { enabled: false });
        await page.open(`${base}/`);
        await page.waitForElement('main h1');
        await page.settle();
        await play(album('Quiet tone'));
        await page.waitFor(`${the('player')}.then((player) => player.output !== undefined && player.positionMs > 200)`);
        const problems = page.errors.filter((line) => /^exception|CSP violation/.test(line));
        expect(problems.length === 0, problems.join('\n'));
        const worker = await page.evaluate(`fetch('/service-worker.js').then((reply) => reply.text())`);
        for (const name of ['seam', 'limiter']) expect(worker.includes(`/player/${name}-worklet.js"`), 'A worklet is not stored for times without a connection.');
    });
}

const browser = await Browser.launch();
try {
    const [one, two, three] = await Promise.all(['ada', 'bea', 'cleo'].map(async (name) => {
        const page = await browser.context({ width: 1280, height: 800 });
        await signIn(page, name);
        await page.send('Page.setBypassCSP', { enabled: true });
        await page.open(`${base}/`);
        await page.waitForElement('main h1');
        return listener(page);
    }));
    tracks = await one.page.evaluate(`fetch('/api/v1/tracks?limit=200').then((reply) => reply.json()).then((list) => list.items)`);
    for (const { id } of tracks) await one.page.waitFor(`fetch('/api/v1/tracks/${id}/analysis').then((reply) => reply.ok)`);
    // The first play builds the graph.
    for (const { page, play, stop } of [one, two, three]) {
        await play(album('Quiet tone'));
        await page.waitFor(`${the('player')}.then((player) => player.output !== undefined && player.positionMs > 200)`);
        await stop();
    }
    await Promise.all([seams(one), levels(two), beats(three)]);
    await policy(one);
} catch (error) {
    stopped(error);
} finally {
    await browser.close();
}
finish();
