import assert from 'node:assert/strict';
import test from 'node:test';
import { BANDS, bandGains, MOST, presetOf, PRESETS, response } from '../../../../public/player/equalizer.js';
import { isContinuation, mayPreload, planJoin } from '../../../../public/player/joins.js';
import { isOfAlbum, levelOf } from '../../../../public/player/levelling.js';
import { passagePath, PassageRepeat, readPassage } from '../../../../public/player/passage.js';
import { PlayCounter } from '../../../../public/player/play-counter.js';
import { Reporter } from '../../../../public/player/reporter.js';
import { behindSilence } from '../../../../public/player/silence.js';
import { fadeAt, SleepTimer } from '../../../../public/player/sleep-timer.js';
import { factsOf, SoundKnowledge } from '../../../../public/player/sound-facts.js';
import { DEFAULTS, readSettings } from '../../../../public/player/sound-settings.js';

const track = (albumId, trackNumber, more = {}) => ({ id: `${albumId}-${trackNumber}`, albumId, trackNumber, durationMs: 100_000, ...more });

test('each band of the equalizer is as loud as its slider says, whatever its neighbors do', () => {
    const extremes = { up: BANDS.map(() => MOST), zigzag: BANDS.map((_, place) => (place % 2 ? MOST : -MOST)) };
    for (const rate of [44_100, 48_000, 96_000])
        for (const [name, wanted] of Object.entries({ ...PRESETS, ...extremes })) {
            const gains = bandGains(wanted, rate);
            for (const [band, frequency] of BANDS.entries()) {
                const heard = BANDS.reduce((sum, center, place) => sum + response(center, gains[place], frequency, rate), 0);
                assert.ok(Math.abs(heard - wanted[band]) < 0.1, `${name}, ${frequency} Hz: ${heard}`);
            }
        }
    assert.equal(presetOf([...PRESETS.rock]), 'rock');
    assert.equal(presetOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]), undefined);
});

test('tracks of an album that follow each other belong together, over its discs, too', () => {
    assert.ok(isContinuation(track('a', 1), track('a', 2)));
    assert.ok(isContinuation(track('a', 9, { discNumber: 1 }), track('a', 1, { discNumber: 2 })));
    for (const next of [track('a', 3), track('b', 2), track('a', 1), { ...track('a', 2), trackNumber: undefined }])
        assert.ok(!isContinuation(track('a', 1), next));
});

const situation = {
    track: track('a', 1), next: track('b', 5), positionMs: 10_000, durationMs: 100_000, facts: undefined,
    nextFacts: undefined, crossfadeMs: 0, leadMs: 300, skipsSilence: false,
};
const facts = { durationMs: 100_000.5, startMs: 700, endMs: 2500, silent: [] };

test('an album has no crossfade, and others fade at their end, at most over half of themselves', () => {
    assert.deepEqual(planJoin({ ...situation, crossfadeMs: 6000 }), { tailMs: -1, leadingMs: -1, atMs: 94_000, isPlace: true, fadeMs: 6000 });
    assert.equal(planJoin({ ...situation, next: track('a', 2), crossfadeMs: 6000 }).fadeMs, 0);
    assert.equal(planJoin({ ...situation, next: { ...track('b', 1), durationMs: 4000 }, crossfadeMs: 6000 }).fadeMs, 2000);
    const late = planJoin({ ...situation, positionMs: 97_000, crossfadeMs: 6000 });
    assert.deepEqual([late.atMs, late.fadeMs], [97_300, 2700]);
});

test('the silence of tracks is known and kept, or skipped between albums', () => {
    const known = { ...situation, facts, nextFacts: facts };
    assert.deepEqual(planJoin(known), { tailMs: 2500, leadingMs: 700, atMs: 100_000.5, isPlace: false, fadeMs: 0 });
    const skipped = planJoin({ ...known, skipsSilence: true });
    assert.deepEqual([skipped.atMs, skipped.isPlace, skipped.leadingMs], [97_500, true, 0]);
    assert.equal(planJoin({ ...known, next: track('a', 2), skipsSilence: true }).atMs, 100_000.5);
    // The analysis has decoded 18 ms of padding, which the audio element omits.
    const padded = planJoin({ ...known, facts: { ...facts, durationMs: 100_018, endMs: 18 } });
    assert.deepEqual([padded.atMs, padded.tailMs], [100_001, 0]);
});

test('a length that is only estimated cuts nothing', () => {
    assert.equal(planJoin({ ...situation, durationMs: 98_000 }), undefined);
});

test('what plays is loaded before what follows', () => {
    assert.ok(mayPreload({ leftMs: 25_000, isBuffered: true, fadeMs: 0 }));
    assert.ok(!mayPreload({ leftMs: 25_000, isBuffered: false, fadeMs: 0 }));
    assert.ok(mayPreload({ leftMs: 15_000, isBuffered: false, fadeMs: 6000 }));
});

test('tracks are levelled by themselves or by their album, and never lifted over full scale', () => {
    const gains = { trackGain: -6, trackPeak: 0.9, albumGain: -8, albumPeak: 1 };
    const close = (level, decibels) => assert.ok(Math.abs(20 * Math.log10(level) - decibels) < 1e-6);
    close(levelOf(gains, 'track', true), -6);
    close(levelOf(gains, 'album', false), -8);
    close(levelOf(gains, 'auto', false), -6);
    close(levelOf(gains, 'auto', true), -8);
    assert.equal(levelOf(gains, 'off', true), 1);
    close(levelOf({ trackGain: -6 }, 'album', true), -6);
    assert.equal(levelOf({ trackGain: 12, trackPeak: 0.5 }, 'track', false), 2);
    assert.equal(levelOf({ trackGain: 12, trackPeak: 1.2 }, 'track', false), 1);
    close(levelOf(undefined, 'auto', false), -8);
});

test('an album plays as the source of the queue, or by tracks that follow each other', () => {
    const queue = { entries: [track('a', 1), track('a', 2), track('b', 4)].map((one, key) => ({ key, track: one })) };
    assert.deepEqual([0, 1, 2].map((index) => isOfAlbum(queue, '', index)), [true, true, false]);
    assert.ok(isOfAlbum(queue, 'album:b', 2));
    assert.ok(!isOfAlbum(queue, '', -1));
});

test('the analysis says how long a track is and where it is silent', () => {
    const analysis = { sampleRateHz: 44_100, frames: 441_000, silence: { startFrames: 441, endFrames: 882 }, silent: [[3000, 6000]] };
    assert.deepEqual(factsOf(analysis), { durationMs: 10_000, startMs: 10, endMs: 20, silent: [[3000, 6000]] });
    assert.equal(factsOf(undefined), undefined);
});

test('what is known of tracks is asked once, again after a failure, and forgotten in time', async () => {
    let asked = 0;
    const knowledge = new SoundKnowledge(async ({ id }) => {
        asked += 1;
        if (asked === 1) throw new Error('none');
        return { gains: { trackGain: Number(id) }, ...(id === '0' ? {} : { facts }) };
    });
    assert.deepEqual(await knowledge.learn({ id: '1' }), {});
    await Promise.all([knowledge.learn({ id: '1' }), knowledge.learn({ id: '1' })]);
    assert.deepEqual([asked, knowledge.of({ id: '1' }).gains.trackGain], [2, 1]);
    for (let id = 2; id < 100; id++) await knowledge.learn({ id: String(id) });
    assert.deepEqual(knowledge.of({ id: '1' }), {});
    assert.equal(knowledge.of({ id: '99' }).gains.trackGain, 99);
    // Its analysis is pending.
    const before = asked;
    for (let time = 0; time < 2; time++) await knowledge.learn({ id: '0' });
    assert.equal(asked, before + 2);
});

test('silence is skipped where it is long, and the end of a track is left to what follows', () => {
    const silent = [[0, 900], [20_000, 21_500], [40_000, 45_000], [95_000, 100_000]];
    const at = (position) => behindSilence(position, 100_000, silent);
    assert.equal(at(0), 650);
    assert.equal(at(20_500), undefined);
    assert.equal(at(40_100), undefined);
    assert.equal(at(41_000), 44_750);
    assert.equal(at(44_800), undefined);
    assert.equal(at(97_000), undefined);
});

test('a passage is a link, and a link that names none is none', () => {
    const path = passagePath('/tracks/x', { fromMs: 61_250, toMs: 75_000, name: 'Take 2 & more' });
    assert.deepEqual(readPassage(new URL(path, 'https://a').search, 100_000), { fromMs: 61_250, toMs: 75_000, name: 'Take 2 & more' });
    for (const search of ['', '?from=5', '?from=9&to=8', '?from=5&to=5.2', '?from=-1&to=5', '?from=50&to=500', '?from=a&to=b'])
        assert.equal(readPassage(search, 100_000), undefined, search);
});

class FakePlayer extends EventTarget {
    current = track('a', 1);
    status = 'playing';
    positionMs = 0;
    durationMs = 100_000;
    rate = 1;
    faded = 1;
    stopsAfterTrack = false;
    calls = new Map();
    sought = [];
    callAt(id, ms, run) { this.calls.set(id, { ms, run }); }
    forget(id) { this.calls.delete(id); }
    seek(ms) { this.sought.push(ms); this.positionMs = ms; }
    fade(left) { this.faded = left; }
    pause() { this.status = 'paused'; }
    at(ms) { this.positionMs = ms; this.dispatchEvent(new Event('time')); }
}

test('a passage is set by two presses, repeats, and ends with a third one or with the track', () => {
    const player = new FakePlayer();
    const repeat = new PassageRepeat(player);
    player.at(5000);
    repeat.step();
    player.at(9000);
    repeat.step();
    assert.deepEqual([repeat.passage, player.sought], [{ fromMs: 5000, toMs: 9000 }, [5000]]);
    player.at(6000);
    assert.equal(player.calls.get('passage').ms, 9000);
    player.calls.get('passage').run();
    assert.deepEqual(player.sought, [5000, 5000]);
    repeat.step();
    assert.deepEqual([repeat.passage, player.calls.size], [undefined, 0]);
    repeat.set({ fromMs: 1, toMs: 2000 });
    player.current = track('a', 2);
    player.at(1);
    assert.equal(repeat.passage, undefined);
});

test('the sleep timer fades out, stops, and gives the volume back', () => {
    const player = new FakePlayer();
    let now = 0;
    const timer = new SleepTimer(player, { now: () => now, isLast: () => false });
    timer.setMinutes(1);
    player.at(1);
    assert.equal(player.faded, 1);
    now = 54_000;
    player.at(2);
    assert.ok(player.faded > 0.4 && player.faded < 0.6, `${player.faded}`);
    now = 60_000;
    player.at(3);
    assert.deepEqual([player.status, timer.sleep, player.faded], ['paused', undefined, 1]);
    assert.deepEqual([fadeAt(20_000), fadeAt(0)], [1, 0]);
});

test('the sleep timer ends with the track or with the queue, after everybody has heard of the end', async () => {
    const player = new FakePlayer();
    let isLast = false;
    const timer = new SleepTimer(player, { isLast: () => isLast });
    timer.set({ kind: 'track' });
    assert.ok(player.stopsAfterTrack);
    let heard;
    player.addEventListener('ended', () => (heard = timer.sleep?.kind), { once: true });
    player.dispatchEvent(new Event('ended'));
    assert.equal(heard, 'track');
    await Promise.resolve();
    assert.deepEqual([timer.sleep, player.stopsAfterTrack], [undefined, false]);
    timer.set({ kind: 'queue' });
    player.at(95_000);
    assert.deepEqual([player.stopsAfterTrack, player.faded, timer.leftMs], [false, 1, undefined]);
    isLast = true;
    player.at(95_001);
    assert.ok(player.stopsAfterTrack && player.faded < 0.5);
    timer.set(undefined);
});

test('plays count at every speed, and reports say at which', async () => {
    const sent = [];
    const reporter = new Reporter({ send: async (report) => sent.push(report), makeId: () => 'p', now: () => 0, client: 'Test' });
    reporter.started('t', 0);
    reporter.changedRate(5000, 2);
    reporter.ended(30_000);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(sent.map(({ event, positionMs, rate }) => [event, positionMs, rate]), [['start', 0, undefined], ['progress', 5000, undefined], ['end', 30_000, 2]]);
    const counter = new PlayCounter();
    counter.lengths.set('t', 60_000);
    const played = [];
    counter.addEventListener('played', ({ detail }) => played.push(detail.playId));
    for (const [event, positionMs, at, rate] of [['start', 0, 0, 3], ['progress', 29_000, 9667, 3], ['progress', 31_000, 10_334, 3]]) {
        counter.note({ playId: 'p', trackId: 't', event, positionMs, client: '', rate }, at);
        counter.miss('p');
    }
    assert.deepEqual(played, ['p']);
});

test('settings that were stored are checked', () => {
    assert.deepEqual(readSettings(undefined), { ...DEFAULTS });
    const read = readSettings({ levelling: 'loud', crossfade: 99, bands: [1], rate: 9, balance: '1', mono: 1, presets: [{ name: ' ' }, { name: ' Mine ', bands: BANDS.map(() => 3) }] });
    assert.deepEqual({ ...read, presets: undefined }, { ...DEFAULTS, presets: undefined });
    assert.deepEqual(read.presets, [{ name: 'Mine', bands: BANDS.map(() => 3) }]);
});
