import assert from 'node:assert/strict';
import test from 'node:test';
import './long-timers.mjs';
import { Player } from '../../../../public/player/player.js';
import { playableAfter, playableBefore, playableFrom } from '../../../../public/player/playable.js';
import { create, jump } from '../../../../public/player/queue.js';

const track = (id) => ({ id, title: id, artists: [], albumId: 'x', album: '', durationMs: 1000 });
const tracks = ['a', 'b', 'c', 'd'].map(track);
const only = (...ids) => ({ id }) => ids.includes(id);
const found = ({ entry, passed }) => [entry?.track.id, passed.map(({ id }) => id).join('')];
const at = (place, modes) => { const queue = create(tracks, 0, modes); return jump(queue, queue.entries[place].key); };

test('what cannot be played is passed over, forwards and backwards, and around where the queue repeats', () => {
    assert.deepEqual(found(playableAfter(at(0), () => true)), ['b', '']);
    assert.deepEqual(found(playableAfter(at(0), only('a', 'd'))), ['d', 'bc']);
    assert.deepEqual(found(playableAfter(at(1), only('a', 'b'))), [undefined, 'cd']);
    assert.deepEqual(found(playableAfter(at(1, { repeat: 'all' }), only('a', 'b'))), ['a', 'cd']);
    assert.deepEqual(found(playableAfter(at(1, { repeat: 'all' }), only())), [undefined, 'cdab']);
    assert.deepEqual(found(playableAfter(at(1, { repeat: 'one' }), only('c'), { automatic: true })), ['b', '']);
    assert.equal(playableBefore(at(3), only('a', 'd'))?.track.id, 'a');
    assert.equal(playableBefore(at(3), only('d')), undefined);
    assert.deepEqual([playableFrom(tracks, 1, only('a', 'c')), playableFrom(tracks, 3, only('a', 'c')), playableFrom(tracks, 0, only())], [2, 0, -1]);
});

/** An audio element that plays as soon as it is asked to, if it can. */
class Element extends EventTarget {
    src = ''; paused = true; currentTime = 0; duration = NaN; volume = 1; muted = false; ended = false; error = null; buffered = []; seekable = []; readyState = 0;
    async play() { this.paused = false; this.dispatchEvent(new Event('playing')); }
    pause() { if (!this.paused) { this.paused = true; this.dispatchEvent(new Event('pause')); } }
    load() {}
    getAttribute() { return this.src; }
    removeAttribute() { this.src = ''; }
    finish() { this.ended = true; this.paused = true; this.dispatchEvent(new Event('ended')); this.ended = false; }
}

function stage(stored, diagnose = async () => 'network') {
    const elements = [new Element(), new Element()];
    const player = new Player(elements, { source: ({ id }) => id, diagnose, canPlay: ({ id }) => stored.has(id) });
    const told = [];
    player.addEventListener('passed', ({ detail }) => told.push(`passed ${detail.tracks.map(({ id }) => id).join('')}${detail.last ? ', last' : ''}`));
    player.addEventListener('problem', ({ detail }) => told.push(`${detail.trouble} ${detail.track.id}`));
    return { player, told, sounding: () => elements.find(({ paused, src }) => !paused && src) };
}

test('without a connection the queue goes on with what is stored, and says what it leaves out', () => {
    const { player, told, sounding } = stage(new Set(['b', 'd']));
    player.playTracks(tracks);
    assert.deepEqual([player.current?.id, told.splice(0).join()], ['b', 'passed a']);
    sounding().finish();
    assert.deepEqual([player.current?.id, player.isPlaying, told.splice(0).join()], ['d', true, 'passed c']);
    player.previous();
    assert.equal(player.current?.id, 'b');
    player.next();
    player.next();
    assert.deepEqual([player.current?.id, told.splice(0).join()], ['d', 'passed c']);
});

test('the queue ends with a word where nothing further is stored', () => {
    const { player, told, sounding } = stage(new Set(['a']));
    player.playTracks(tracks);
    sounding().finish();
    assert.deepEqual([player.current?.id, player.status, told.join()], ['a', 'paused', 'passed bcd, last']);
});

test('a song that is not stored is refused, and what plays goes on', () => {
    const { player, told } = stage(new Set(['a']));
    player.playTracks(tracks);
    player.jump(player.queue.entries[2].key);
    player.playTracks([track('e'), track('f')], 1);
    assert.deepEqual([player.current?.id, player.isPlaying, told.join()], ['a', true, 'notStored c,notStored f']);
});

test('with a connection nothing is left out', () => {
    const stored = new Set(['a']);
    const { player, told } = stage(stored);
    player.playTracks(tracks);
    for (const { id } of tracks) stored.add(id);
    player.next();
    assert.deepEqual([player.current?.id, told.length], ['b', 0]);
});
