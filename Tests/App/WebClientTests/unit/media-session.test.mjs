import assert from 'node:assert/strict';
import test from 'node:test';
import { connectMediaSession, steeringOf, SystemControls } from '../../../../public/player/media-session.js';

globalThis.MediaMetadata = class {
    constructor(facts) {
        Object.assign(this, facts);
    }
};
globalThis.location ??= { origin: 'https://music.example' };

/** A browser's media session that supports all actions except `stop`. */
function makeSession() {
    const handlers = {};
    return {
        handlers,
        metadata: null,
        playbackState: 'none',
        position: undefined,
        setActionHandler(action, handler) {
            if (action === 'stop') throw new TypeError('unknown');
            handlers[action] = handler;
        },
        setPositionState(position) {
            this.position = position;
        },
    };
}

/** A playback source that records its calls. */
function makeSounding(facts, more = {}) {
    const events = new EventTarget();
    const asked = [];
    const note = (name) => (ms) => asked.push(ms === undefined ? name : `${name} ${ms}`);
    const player = { play: note('play'), pause: note('pause'), seek: note('seek'), seekBy: note('seekBy') };
    const sounding = {
        events, asked, value: facts, changes: ['change'], facts: () => sounding.value,
        actions: steeringOf(player, { backMs: 10_000, onMs: 30_000 }), ...more,
        become(value) {
            sounding.value = value && { ...sounding.value, ...value };
            events.dispatchEvent(new Event('change'));
        },
    };
    return sounding;
}

const song = { id: 's', title: 'Days', artist: 'Low', album: 'Hey What', isPlaying: false };
const episode = { id: 'e', title: 'Fog', artist: 'Harbor', picture: '/api/v1/images/abc', isPlaying: false };

test('the system shows what sounded last, and goes back to the song when that is over', () => {
    const session = makeSession();
    const controls = new SystemControls(session);
    const [songs, episodes] = [makeSounding(song), makeSounding(undefined)];
    controls.add(songs);
    controls.add(episodes);
    assert.deepEqual([session.metadata.title, session.playbackState], ['Days', 'paused']);
    songs.become({ isPlaying: true });
    episodes.become({ ...episode });
    assert.deepEqual([session.metadata.title, session.playbackState], ['Days', 'playing']);
    songs.become({ isPlaying: false });
    episodes.become({ isPlaying: true });
    const { title, artist, artwork } = session.metadata;
    assert.deepEqual([title, artist, artwork.length, session.playbackState], ['Fog', 'Harbor', 3, 'playing']);
    assert.ok(artwork[2].src.endsWith('/api/v1/images/abc?size=512&format=jpeg'));
    // Even while it is paused, the media keys resume it.
    episodes.become({ isPlaying: false });
    songs.become({ title: 'Another', id: 't' });
    assert.deepEqual([session.metadata.title, session.playbackState], ['Fog', 'paused']);
    episodes.become(undefined);
    assert.equal(session.metadata.title, 'Another');
    songs.become(undefined);
    assert.deepEqual([session.metadata, session.playbackState], [null, 'none']);
});

test('the keys steer what is shown, by its own steps, and actions that it lacks are given back', () => {
    const session = makeSession();
    const controls = new SystemControls(session);
    const place = () => ({ durationMs: 60_000, positionMs: 1000, rate: 1 });
    const songs = makeSounding({ ...song, isPlaying: true }, { place });
    songs.actions.nexttrack = () => songs.asked.push('next');
    const episodes = makeSounding(undefined, { place: () => ({ durationMs: 90_000, positionMs: 95_000, rate: 1.5 }) });
    controls.add(songs);
    controls.add(episodes);
    session.handlers.nexttrack({});
    episodes.events.dispatchEvent(new Event('time'));
    assert.equal(session.position, undefined);
    episodes.become({ ...episode, isPlaying: true });
    assert.equal(session.handlers.nexttrack, null);
    session.handlers.seekbackward({});
    session.handlers.seekforward({});
    session.handlers.seekforward({ seekOffset: 5 });
    session.handlers.seekto({ seekTime: 61.5 });
    session.handlers.pause({});
    session.handlers.play({});
    assert.deepEqual(songs.asked, ['next']);
    assert.deepEqual(episodes.asked, ['seekBy -10000', 'seekBy 30000', 'seekBy 5000', 'seek 61500', 'pause', 'play']);
    episodes.events.dispatchEvent(new Event('time'));
    assert.deepEqual(session.position, { duration: 90, position: 90, playbackRate: 1.5 });
    songs.become({ isPlaying: true });
    assert.equal(session.position, undefined);
});

test('a browser without a session is left alone', () => {
    new SystemControls(undefined).add(makeSounding(song));
    connectMediaSession(Object.assign(new EventTarget(), { current: undefined, isPlaying: false }));
});
