// Visuals: which one is drawn, what moves it, and what prevents flashing and slowness.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { luminance } from '../../../../public/elements/music/color-contrast.js';
import { intoBands } from '../../../../public/features/visuals/bands.js';
import { Driver } from '../../../../public/features/visuals/driver.js';
import { Pulses, RATE, step } from '../../../../public/features/visuals/governor.js';
import { automatic, beside, drive, shown, VISUALS } from '../../../../public/features/visuals/model.js';
import { paletteOf } from '../../../../public/features/visuals/palette.js';
import { RenderScale, SCALES } from '../../../../public/features/visuals/scale.js';
import { SHADERS } from '../../../../public/features/visuals/shaders/index.js';
import { lastBefore, Signals } from '../../../../public/features/visuals/signals.js';

const calm = { energy: 0.1, tempo: { bpm: 70 }, key: { mode: 'minor' } };
const driving = { energy: 0.95, tempo: { bpm: 170 }, key: { mode: 'major' } };

test('every visual has a shader of its own, and next and previous go round', () => {
    assert.deepEqual(Object.keys(SHADERS).sort(), [...VISUALS].sort());
    assert.equal(new Set(Object.values(SHADERS)).size, VISUALS.length);
    let name = VISUALS[0];
    for (const _ of VISUALS) name = beside(name, 1);
    assert.equal(name, VISUALS[0]);
    assert.equal(beside(VISUALS[0], -1), VISUALS[VISUALS.length - 1]);
});

test('a song has always the same visual, calm songs others than driving ones, and not all of them the same', () => {
    const ids = Array.from({ length: 200 }, (_, index) => `track-${index}`);
    assert.deepEqual(ids.map((id) => automatic(id, calm)), ids.map((id) => automatic(id, calm)));
    assert.ok(drive(calm) < 0.3 && drive(driving) > 0.8);
    const [ofCalm, ofDriving] = [calm, driving].map((analysis) => new Set(ids.map((id) => automatic(id, analysis))));
    assert.ok(ofCalm.size >= 3 && ofDriving.size >= 4);
    assert.ok([...ofCalm].every((name) => !ofDriving.has(name)));
    assert.equal(new Set(ids.map((id) => automatic(id))).size, VISUALS.length);
});

test('the listener chooses first, then the moderator, then the song', () => {
    assert.equal(shown('ink', { id: 'a', visual: 'rings', analysis: calm }), 'ink');
    assert.equal(shown('automatic', { id: 'a', visual: 'rings', analysis: calm }), 'rings');
    assert.equal(shown('automatic', { id: 'a', analysis: calm }), automatic('a', calm));
    assert.equal(shown(/** @type {any} */ ('gone'), { id: 'a', visual: 'rings' }), 'rings');
});

test('in a second a pixel can make no more than five of the changes of which six are three flashes', () => {
    for (const fps of [5, 30, 60, 144]) {
        let most = 0;
        for (let frame = 0; frame < fps; frame += 1) most += step(1000 / fps);
        assert.ok(most <= RATE + 1e-9, `${fps} frames: ${most}`);
        assert.ok(Math.floor(most / 0.1) <= 6);
    }
    assert.ok(step(60_000) <= RATE / 4, 'a page that hung jumps');
});

test('pulses come at most three times a second and are no steps, however fast hard points come', () => {
    const pulses = new Pulses();
    let [rises, isRising, last] = [0, false, 0];
    for (let ms = 0; ms < 10_000; ms += 16) {
        const now = pulses.next(ms, ms % 48 === 0 ? 1 : 0, 16);
        assert.ok(Math.abs(now - last) < 0.2 && now >= 0 && now <= 1);
        if (now > last && !isRising) rises += 1;
        isRising = now > last;
        last = now;
    }
    assert.ok(rises >= 20 && rises <= 30, `${rises} pulses`);
});

test('the scale sinks until frames come in time, rises again with patience, and gives up where it failed', () => {
    const scale = new RenderScale(0);
    const cost = () => 50 * scale.value ** 2 + 1;
    const frames = (/** @type {number} */ count) => {
        let changes = 0;
        for (let frame = 0; frame < count; frame += 1) if (scale.frame(Math.max(16.7, cost()))) changes += 1;
        return changes;
    };
    frames(600);
    assert.ok(cost() <= 18.2 && scale.value >= 0.5, `${scale.value}`);
    const early = frames(3000);
    const late = frames(3000);
    assert.ok(early >= 2 && late < early, `${early} changes, then ${late}`);
    const hopeless = new RenderScale(0);
    for (let frame = 0; frame < 400; frame += 1) hopeless.frame(200);
    assert.equal(hopeless.value, SCALES[SCALES.length - 1]);
    const hidden = new RenderScale(2);
    for (let frame = 0; frame < 100; frame += 1) hidden.frame(5000);
    assert.equal(hidden.value, SCALES[2], 'what was hidden is taken for slow');
});

test('beats, levels and hard points are found by their time', () => {
    assert.deepEqual([-1, 0, 5, 25].map((ms) => lastBefore([0, 10, 20], ms, (one) => one)), [-1, 0, 0, 2]);
    const signals = new Signals(
        { beats: [0, 500, 1000], hardPoints: [[500, 255, 0], [700, 128, 2]] },
        { pointMs: 100, peaks: [0, 100, 200], bodies: [0, 50, 100] },
    );
    assert.equal(signals.beat(250), 0.5);
    assert.equal(signals.level(150), 0.75);
    assert.deepEqual([signals.struck(400, 500), signals.struck(500, 600), signals.struck(0, 900)], [1, 0, 1]);
    const [low, mid, high] = signals.bands(700);
    assert.ok(low > 0.4 && low < 0.7 && mid === 0 && Math.abs(high - 128 / 255) < 1e-6);
    const points = new Float32Array(24);
    signals.points(900, points);
    assert.ok(Math.abs(points[0] - 0.2) < 1e-6 && points[2] === 2 && Math.abs(points[4] - 0.4) < 1e-6 && points[8] === 99);
    const bins = new Uint8Array(64);
    signals.spectrum(510, bins);
    const sum = (/** @type {number} */ from, /** @type {number} */ to) => bins.slice(from, to).reduce((all, one) => all + one, 0);
    assert.ok(sum(0, 10) > 2 * sum(50, 60), 'a low hard point is not heard low');
});

test('a song without analysis still moves', () => {
    const signals = new Signals();
    assert.equal(signals.level(1000), 0.5);
    assert.equal(signals.beat(750), 0.5);
    assert.equal(signals.struck(0, 1000), 0);
});

test('a palette goes from dark to light, whatever the picture, and is the same for the same song', () => {
    const dark = [{ hex: '#050505', weight: 1 }];
    const pale = [{ hex: '#fdfdf8', weight: 0.9 }, { hex: '#f8fdfd', weight: 0.1 }];
    for (const colors of [undefined, [], dark, pale, [{ hex: '#c01030', weight: 0.5 }, { hex: '#1030c0', weight: 0.5 }]]) {
        const palette = paletteOf(colors, 'A title');
        const lights = palette.map(luminance);
        assert.deepEqual(lights, [...lights].sort((one, other) => one - other), JSON.stringify(lights));
        assert.ok(lights[0] < 0.03 && lights[4] > 0.5 && palette.flat().every((value) => value >= 0 && value <= 1));
        assert.deepEqual(palette, paletteOf(colors, 'A title'));
    }
});

test('only on hard points the visual comes with one and goes; off it never comes; paused it comes to rest', () => {
    const signals = new Signals({ hardPoints: [[1000, 255, 0]] });
    /** @param {import('../../../../public/features/visuals/model.js').ShadingMode} mode */
    const presences = (mode) => {
        const driver = new Driver();
        return Array.from({ length: 300 }, (_, frame) => {
            const moment = { signals, ms: frame * 16, elapsedMs: 16, isPlaying: true, mode, listen: () => false };
            return driver.frame(moment).presence;
        });
    };
    const only = presences('hardPoints');
    assert.ok(only[60] === 0 && only[90] === 1 && only[299] === 0);
    assert.ok(presences('on')[60] === 1 && presences('off').every((one) => one === 0));
    const driver = new Driver();
    for (let frame = 0; frame < 300; frame += 1)
        driver.frame({ signals, ms: 500, elapsedMs: 16, isPlaying: false, mode: 'on', listen: () => false });
    assert.ok(driver.isAtRest);
});

test('the measured spectrum is divided as the ear does: an octave takes the same room everywhere, and nothing is left out', () => {
    const place = (hz) => {
        const [measured, bands] = [new Uint8Array(1024), new Uint8Array(64)];
        measured[Math.round(hz / 23.4)] = 200;
        intoBands(measured, 23.4, bands);
        assert.equal(Math.max(...bands), 200, `${hz} Hz`);
        return bands.findIndex((value) => value === 200);
    };
    const octave = (64 * Math.log(2)) / Math.log(14_000 / 40);
    assert.ok(Math.abs(place(2000) - place(1000) - octave) <= 1);
    assert.ok(Math.abs(place(8000) - place(4000) - octave) <= 1);
    for (let hz = 60; hz < 13_900; hz += 70) place(hz);
    const beyond = new Uint8Array(64);
    intoBands(new Uint8Array(32).fill(9), 23.4, beyond);
    assert.equal(beyond[63], 0);
});

test('the live spectrum is used where there is one', () => {
    const signals = new Signals();
    const high = (/** @type {(into: Uint8Array) => boolean} */ listen) => {
        const driver = new Driver();
        let found = 0;
        for (let frame = 0; frame < 60; frame += 1)
            found = driver.frame({ signals, ms: frame * 16, elapsedMs: 16, isPlaying: true, mode: 'on', listen }).high;
        return found;
    };
    assert.ok(high((into) => Boolean(into.fill(255, 28))) > 0.9);
    assert.ok(high((into) => Boolean(into.fill(0))) < 0.01);
});
