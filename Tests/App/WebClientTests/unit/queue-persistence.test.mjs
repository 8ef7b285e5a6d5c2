// The queue on the server: restored at the start, and written when it changes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as Queue from '../../../../public/player/queue.js';
import { QueuePersistence } from '../../../../public/player/queue-persistence.js';

const track = (id) => ({ id, durationMs: 1000 });

/** A player and a server with a queue. The reply to GET waits for `answer`. */
function made(stored) {
    let answer = () => {};
    const calls = [];
    const player = Object.assign(new EventTarget(), {
        queue: Queue.EMPTY,
        positionMs: 0,
        restore(tracks, index) {
            this.queue = Queue.create(tracks, index);
            this.dispatchEvent(new Event('queue'));
        },
    });
    const api = {
        get: () => new Promise((resolve) => (answer = () => resolve(stored))),
        put: async (path, body) => (calls.push(['PUT', body]), { revision: body.revision + 1 || 1 }),
        patch: async (path, body) => void calls.push(['PATCH', body]),
    };
    const persistence = new QueuePersistence(player, api, 'test');
    return { player, persistence, calls, answer: () => answer() };
}

test('the stored queue comes back, and is not written again', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { player, persistence, calls, answer } = made({ items: [track('a')], currentIndex: 0, positionMs: 5, revision: 3 });
    const restored = persistence.restore();
    answer();
    await restored;
    context.mock.timers.tick(2000);
    assert.deepEqual(Queue.trackIds(player.queue), ['a']);
    assert.deepEqual(calls, []);
});

test('what somebody plays before the stored queue is there stays, and is written as a whole before its position is', async (context) => {
    context.mock.timers.enable({ apis: ['setTimeout'] });
    const { player, persistence, calls, answer } = made({ items: [], currentIndex: 0, positionMs: 0, revision: 0 });
    const restored = persistence.restore();
    player.restore([track('b')], 0);
    answer();
    await restored;
    player.dispatchEvent(new Event('seeked'));
    context.mock.timers.tick(2000);
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    assert.deepEqual(Queue.trackIds(player.queue), ['b']);
    assert.deepEqual(calls.map(([kind, { trackIds }]) => [kind, trackIds]), [['PUT', ['b']]]);
});

test('a place between two milliseconds is written as one that the server takes', async () => {
    const { player, persistence, calls, answer } = made({ items: [track('a')], currentIndex: 0, positionMs: 5, revision: 3 });
    const restored = persistence.restore();
    answer();
    await restored;
    player.positionMs = 28718.2;
    player.dispatchEvent(new Event('paused'));
    for (let turn = 0; turn < 20; turn++) await Promise.resolve();
    assert.deepEqual(calls.map(([kind, { positionMs }]) => [kind, positionMs]), [['PATCH', 28718]]);
});
