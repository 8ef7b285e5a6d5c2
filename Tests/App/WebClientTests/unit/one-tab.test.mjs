import assert from 'node:assert/strict';
import test from 'node:test';
import { titleText } from '../../../../public/core/title.js';
import { playInOneTab } from '../../../../public/player/one-tab.js';
import { albumOf } from '../../../../public/player/source.js';

class Tab extends EventTarget {
    isPlaying = false;
    yielded = 0;
    heard = [];
    constructor(tabs, tab, clock) {
        super();
        const channel = {
            postMessage: (data) => { for (const other of tabs) if (other !== this) other.inbox.push(data); },
            addEventListener: (_, listener) => { this.listener = listener; },
        };
        this.inbox = [];
        tabs.push(this);
        playInOneTab(this, { channel, tab, now: () => clock.now, yielded: () => { this.yielded += 1; } });
    }
    play() { this.isPlaying = true; this.dispatchEvent(new Event('change')); }
    pause() { this.isPlaying = false; this.dispatchEvent(new Event('change')); }
    read() { for (const data of this.inbox.splice(0)) this.listener({ data }); }
}

test('of two tabs the one that was started last plays, and the other is told', () => {
    const tabs = [];
    const clock = { now: 1 };
    const [one, other] = [new Tab(tabs, 'a', clock), new Tab(tabs, 'b', clock)];
    one.play();
    other.read();
    clock.now = 2;
    other.play();
    one.read();
    assert.deepEqual([one.isPlaying, other.isPlaying, one.yielded], [false, true, 1]);
    clock.now = 3;
    one.play();
    other.read();
    assert.deepEqual([one.isPlaying, other.isPlaying], [true, false]);
});

test('two that start in the same moment agree on one of them', () => {
    const tabs = [];
    const clock = { now: 1 };
    const [one, other] = [new Tab(tabs, 'a', clock), new Tab(tabs, 'b', clock)];
    one.play();
    other.play();
    one.read();
    other.read();
    assert.deepEqual([one.isPlaying, other.isPlaying], [false, true]);
});

test('the title of the tab is the song while one plays, else the page', () => {
    assert.equal(titleText('Search', ''), 'Search · Rondo');
    assert.equal(titleText('Search', 'Song – Band'), 'Song – Band · Rondo');
    assert.equal(titleText('', ''), 'Rondo');
});

test('a queue whose tracks are all of one album is that album', () => {
    assert.equal(albumOf([{ albumId: 'x' }, { albumId: 'x' }]), 'album:x');
    assert.equal(albumOf([{ albumId: 'x' }, { albumId: 'y' }]), '');
    assert.equal(albumOf([]), '');
});
