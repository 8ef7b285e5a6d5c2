import assert from 'node:assert/strict';
import test from 'node:test';
import { Decks } from '../../../../public/player/gapless-decks.js';
import { playableFormat, streamQuery } from '../../../../public/player/quality.js';

const wish = { quality: 'original', fromMs: 0, converted: false, format: 'opus' };

test('the file as it is needs no parameters, and less says how much less', () => {
    assert.equal(streamQuery(wish), '');
    assert.equal(streamQuery({ ...wish, quality: '128' }), '?bitrate=128&fallback=opus');
    assert.equal(streamQuery({ ...wish, quality: '128', fromMs: 61_050 }), '?bitrate=128&fallback=opus&offset=61.050');
    assert.equal(streamQuery({ ...wish, converted: true }), '?format=opus');
    assert.equal(streamQuery({ ...wish, quality: '96', converted: true, format: 'aac' }), '?bitrate=96&format=aac');
});

test('a browser gets the best format that it plays', () => {
    assert.equal(playableFormat(() => 'maybe'), 'opus');
    assert.equal(playableFormat((type) => (type.includes('opus') ? '' : 'probably')), 'aac');
    assert.equal(playableFormat((type) => (type === 'audio/mpeg' ? 'maybe' : '')), 'mp3');
    assert.equal(playableFormat(() => ''), 'mp3');
});

/** The parts of a media element that decks need. */
function element(reach) {
    return {
        currentTime: 0, readyState: 0, duration: NaN, buffered: { length: 0 }, loads: [], reach,
        get seekable() { return { length: this.reach > 0 ? 1 : 0, start: () => 0, end: () => this.reach }; },
        addEventListener() {}, pause() {}, removeAttribute() {},
        load() { this.readyState = 0; this.currentTime = 0; this.loads.push(this.src); },
    };
}

function playing(reach) {
    const deck = element(reach);
    const decks = new Decks([deck, element(0)], (track, { fromMs, converted }) => `${track.id}@${fromMs}${converted ? '!' : ''}`);
    decks.load({ key: 1, track: { id: 'a' } }, { eager: true, positionMs: 0, overlap: false });
    deck.readyState = 1;
    return { deck, decks };
}

test('what the element reaches is sought within it', () => {
    const { deck, decks } = playing(100);
    assert.equal(decks.seek(60_000), false);
    assert.equal(deck.currentTime, 60);
    assert.deepEqual(deck.loads, ['a@0']);
});

test('what it does not reach is sent anew from there on, and the position counts on', () => {
    const { deck, decks } = playing(0);
    assert.equal(decks.seek(60_000), true);
    assert.deepEqual(deck.loads, ['a@0', 'a@60000']);
    assert.equal(decks.positionMs, 60_000);
    deck.readyState = 4;
    deck.currentTime = 2.5;
    deck.duration = 40;
    assert.equal(decks.positionMs, 62_500);
    assert.equal(decks.durationMs, 100_000);
    deck.reach = 40;
    assert.equal(decks.seek(70_000), false);
    assert.equal(deck.currentTime, 10);
    assert.equal(decks.seek(10_000), true, 'before its beginning');
    assert.deepEqual(deck.loads, ['a@0', 'a@60000', 'a@10000']);
    assert.equal(decks.positionMs, 10_000);
});

test('a place from before waits until the element knows what it reaches', () => {
    for (const [reach, loads] of [[100, ['a@0']], [0, ['a@0', 'a@30000']]]) {
        const deck = element(reach);
        const decks = new Decks([deck, element(0)], (track, { fromMs }) => `${track.id}@${fromMs}`);
        decks.load({ key: 1, track: { id: 'a' } }, { eager: false, positionMs: 30_000, overlap: false });
        assert.equal(decks.positionMs, 30_000);
        deck.readyState = 1;
        assert.equal(decks.settle(), reach === 0);
        assert.deepEqual(deck.loads, loads);
        assert.equal(decks.positionMs, 30_000);
        assert.equal(decks.settle(), false);
    }
});

test('a file that will not play is converted, once', () => {
    const { deck, decks } = playing(0);
    assert.equal(decks.convert(1000), true);
    assert.deepEqual(deck.loads, ['a@0', 'a@1000!']);
    assert.equal(decks.convert(1000), false);
    decks.load({ key: 2, track: { id: 'b' } }, { eager: true, positionMs: 0, overlap: false });
    assert.equal(deck.loads.at(-1), 'b@0');
});
