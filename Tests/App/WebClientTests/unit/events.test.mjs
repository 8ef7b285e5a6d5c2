import assert from 'node:assert/strict';
import test from 'node:test';
import { LiveEvents } from '../../../../public/core/events.js';

/** A connection that behaves as the test says. */
class Source extends EventTarget {
    CLOSED = 2;
    readyState = 0;

    constructor(url) {
        super();
        this.url = url;
    }

    close() {
        this.readyState = 2;
    }

    come(name, lastEventId, data = '{}') {
        this.dispatchEvent(Object.assign(new Event(name), { lastEventId, data }));
    }

    refuse() {
        this.readyState = 2;
        this.dispatchEvent(new Event('error'));
    }
}

function begin() {
    const sources = [];
    const heard = [];
    const live = new LiveEvents((url) => { sources.push(new Source(url)); return sources.at(-1); });
    for (const name of ['open', 'board', 'reset']) live.addEventListener(name, (event) => heard.push([name, event.detail]));
    live.start();
    return { live, sources, heard };
}

const until = async (condition) => {
    const deadline = Date.now() + 5000;
    while (!condition()) {
        assert.ok(Date.now() < deadline, 'It never happened.');
        await new Promise((resolve) => setTimeout(resolve, 20));
    }
};

test('events come with their data, and a start is no coming back', () => {
    const { sources, heard, live } = begin();
    sources[0].dispatchEvent(new Event('open'));
    sources[0].come('board', '7', '{"change":"posted"}');
    sources[0].come('board', '8', 'no json');
    assert.equal(sources[0].url, '/api/v1/events');
    assert.deepEqual(heard, [['open', undefined], ['board', { change: 'posted' }], ['board', {}]]);
    live.stop();
});

test('after a refusal it comes back naming the last event', async () => {
    const { sources, live, heard } = begin();
    sources[0].dispatchEvent(new Event('open'));
    sources[0].come('board', '41');
    sources[0].refuse();
    await until(() => sources.length === 2);
    assert.equal(sources[1].url, '/api/v1/events?lastEventId=41');
    sources[1].dispatchEvent(new Event('open'));
    assert.ok(!heard.some(([name]) => name === 'reset'));
    live.stop();
});

test('without an event to name, views are told to look for themselves', async () => {
    const { sources, live, heard } = begin();
    sources[0].dispatchEvent(new Event('open'));
    sources[0].refuse();
    await until(() => sources.length === 2);
    sources[1].dispatchEvent(new Event('open'));
    assert.deepEqual(heard.map(([name]) => name), ['open', 'open', 'reset']);
    live.stop();
});

test('the first stream names the lowest number that an answer named before, and no later one does', async () => {
    const { sources, live } = begin();
    live.stop();
    live.note(17);
    live.note(15);
    live.note(Number.NaN);
    live.stop();
    live.start();
    assert.equal(sources[1].url, '/api/v1/events?since=15');
    sources[1].refuse();
    await until(() => sources.length === 3);
    assert.equal(sources[2].url, '/api/v1/events?since=15');
    sources[2].dispatchEvent(new Event('open'));
    live.note(3);
    sources[2].come('board', '18');
    sources[2].refuse();
    await until(() => sources.length === 4);
    assert.equal(sources[3].url, '/api/v1/events?lastEventId=18');
    live.stop();
    live.start();
    assert.equal(sources[4].url, '/api/v1/events');
    live.stop();
});

test('the next person begins anew, and after the end nothing is tried again', async () => {
    const { sources, live } = begin();
    sources[0].dispatchEvent(new Event('open'));
    sources[0].come('board', '41');
    live.stop();
    live.start();
    assert.equal(sources[1].url, '/api/v1/events');
    sources[1].refuse();
    live.stop();
    await new Promise((resolve) => setTimeout(resolve, 1300));
    assert.equal(sources.length, 2);
});
