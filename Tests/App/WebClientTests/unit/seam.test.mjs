import assert from 'node:assert/strict';
import test from 'node:test';

const RATE = 48_000;
const processors = {};
Object.assign(globalThis, {
    sampleRate: RATE,
    currentFrame: 0,
    AudioWorkletProcessor: class { port = { posted: [], postMessage(message) { this.posted.push(message); } }; },
    registerProcessor: (name, processor) => { processors[name] = processor; },
});
await import('../../../../public/player/seam-worklet.js');
await import('../../../../public/player/limiter-worklet.js');

/** Runs the seam over the output of two decks, given as functions of the frame number. */
function run(seam, decks, frames, from = 0) {
    const heard = new Float32Array(frames);
    for (let at = 0; at < frames; at += 128) {
        globalThis.currentFrame = from + at;
        const inputs = decks.map((deck) => [0, 1].map(() => Float32Array.from({ length: 128 }, (_, place) => deck(from + at + place))));
        const output = [new Float32Array(128), new Float32Array(128)];
        seam.process(inputs, [output]);
        heard.set(output[0], at);
    }
    return heard;
}

/** A part of a tone that continues in the next part, surrounded by silence. */
const piece = (start, end, offset = 0) => (frame) => (frame >= start && frame < end ? 0.5 * Math.cos((frame - start + offset) / 9) : 0);

function joined({ tail = -1, leading = -1, decks, expected, fade = 0, isPlace = false, frames = 12_800 }) {
    const seam = new processors['rondo-seam']();
    seam.receive({ type: 'lead', deck: 0 });
    seam.receive({ type: 'hold', deck: 1, frame: expected, isPlace, tail, leading, fade });
    return { seam, heard: run(seam, decks, frames) };
}

const difference = (heard, wanted, from, to) => {
    let most = 0;
    for (let frame = from; frame < to; frame++) most = Math.max(most, Math.abs(heard[frame] - wanted(frame)));
    return most;
};

test('what follows begins in the sample after the last one, whenever its element began', () => {
    for (const began of [1500, 3001, 5120]) {
        const { heard, seam } = joined({ decks: [piece(0, 5120), piece(began, 20_000, 5120)], expected: 5000 });
        assert.ok(difference(heard, piece(0, 20_000), 0, 12_800) < 1e-6, `began at ${began}`);
        assert.deepEqual(seam.port.posted.map(({ type }) => type), ['joined', 'silenced']);
        assert.equal(seam.port.posted[0].delay, 5120 - began);
    }
});

test('an end within a block is found to within eight frames', () => {
    const { heard } = joined({ decks: [piece(0, 5125), piece(3000, 20_000, 5125)], expected: 5100 });
    const gap = [...heard.subarray(5120, 5140)].filter((sample) => sample === 0).length;
    assert.ok(gap <= 8, `${gap} frames of nothing`);
    assert.ok(difference(heard, (frame) => piece(0, 20_000)(frame - gap), 5125 + gap, 12_000) < 1e-6);
});

test('zeros in the music end nothing before the end is expected', () => {
    const quiet = (frame) => (frame > 1000 && frame < 1600 ? 0 : piece(0, 9000)(frame));
    const { heard } = joined({ decks: [quiet, piece(3000, 20_000, 9000)], expected: 9000 });
    assert.ok(difference(heard, (frame) => (frame < 9000 ? quiet(frame) : piece(0, 20_000)(frame)), 0, 12_800) < 0.3);
    assert.equal(heard[1300], 0);
    assert.ok(Math.abs(heard[2000] - quiet(2000)) < 1e-6);
});

test('the silence that tracks end and begin with stays as long as it was', () => {
    // 2,000 frames of silence at the end of the first, and 1,000 at the start of the second. Neither is part of the samples.
    const { heard } = joined({ decks: [piece(0, 5000), piece(4300, 20_000)], expected: 7000, tail: 2000, leading: 1000 });
    const next = heard.findIndex((sample, frame) => frame > 5100 && sample !== 0);
    assert.equal(next, 5000 + 2000 + 1000);
});

test('a fade is as loud in its middle as at its ends', () => {
    const [one, other] = [(frame) => 0.3 * Math.sin(frame / 7), (frame) => 0.3 * Math.sin(frame / 11.3)];
    const { heard } = joined({ decks: [one, (frame) => (frame < 500 ? 0 : other(frame))], expected: 4000, isPlace: true, fade: 24_000, frames: 38_400 });
    const power = (from, to) => heard.subarray(from, to).reduce((sum, sample) => sum + sample * sample, 0) / (to - from);
    const before = power(0, 4000);
    for (let from = 4000; from < 28_000; from += 4000) {
        const off = Math.abs(10 * Math.log10(power(from, from + 4000) / before));
        assert.ok(off < 0.5, `${off} dB at ${from}`);
    }
});

test('one deck alone comes out as it went in', () => {
    const seam = new processors['rondo-seam']();
    seam.receive({ type: 'lead', deck: 1 });
    assert.equal(difference(run(seam, [() => 0, piece(0, 1e9)], 6400), (frame) => Math.fround(piece(0, 1e9)(frame)), 0, 6400), 0);
});

test('what is dropped before it was heard is not heard, and memory has an end', () => {
    const seam = new processors['rondo-seam']();
    seam.receive({ type: 'lead', deck: 0 });
    seam.receive({ type: 'hold', deck: 1, frame: 1e9, isPlace: false, tail: -1, leading: -1, fade: 0 });
    run(seam, [piece(0, 1e9), piece(0, 1e9)], 256_000);
    seam.receive({ type: 'flush' });
    assert.ok(difference(run(seam, [piece(0, 1e9), piece(0, 1e9)], 1280, 256_000), piece(0, 1e9), 256_000, 256_000) === 0);
    assert.equal(seam.port.posted.length, 0);
});

test('a flush after a join drops what is ahead of what was heard', () => {
    const live = (frame) => (frame < 3000 ? 0 : 0.5 * Math.cos(frame / 9));
    const { seam } = joined({ decks: [piece(0, 5120), live], expected: 5000 });
    seam.receive({ type: 'flush' });
    assert.ok(difference(run(seam, [() => 0, live], 1280, 12_800), (frame) => live(12_800 + frame), 0, 1280) < 1e-6);
});

test('levels, balance and mono', () => {
    const seam = new processors['rondo-seam']();
    seam.receive({ type: 'level', deck: 0, gain: 0.5, isNew: true });
    seam.receive({ type: 'lead', deck: 0 });
    seam.receive({ type: 'shape', shape: [0.5, 0.5, 0, 0] });
    const heard = run(seam, [() => 0.8, () => 0], 6400);
    assert.ok(Math.abs(heard.at(-1) - 0.4) < 1e-6);
});

test('an alarm rings in the block of its frame', () => {
    const seam = new processors['rondo-seam']();
    seam.receive({ type: 'alarm', id: 'x', frame: 1000 });
    run(seam, [() => 0, () => 0], 896);
    assert.equal(seam.port.posted.length, 0);
    run(seam, [() => 0, () => 0], 128, 896);
    assert.deepEqual(seam.port.posted, [{ type: 'alarm', id: 'x' }]);
});

/** The output of the limiter for a mono signal. */
function limited(signal, frames) {
    const limiter = new processors['rondo-limiter']();
    const heard = new Float32Array(frames);
    for (let at = 0; at < frames; at += 128) {
        const input = Float32Array.from({ length: 128 }, (_, place) => signal(at + place));
        const output = [new Float32Array(128), new Float32Array(128)];
        limiter.process([[input, input]], [output]);
        heard.set(output[0], at);
    }
    return heard;
}

test('the limiter lets nothing over full scale, and leaves alone what is below it', () => {
    const ahead = 144;
    const loud = (frame) => (frame > 3000 && frame < 9000 ? 2.4 : 0.9) * Math.sin(frame / 20);
    const heard = limited(loud, 64_000);
    assert.ok(Math.max(...heard.map(Math.abs)) <= 1 + 1e-6, `${Math.max(...heard.map(Math.abs))}`);
    assert.equal(difference(heard, (frame) => Math.fround(loud(frame - ahead)), ahead, 2800), 0);
    assert.equal(difference(heard, (frame) => Math.fround(loud(frame - ahead)), 60_000, 64_000), 0);
});
