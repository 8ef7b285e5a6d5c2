// @ts-check
// The page's single player and everything connected to it.

import { address, api } from '../core/api.js';
import { isCut } from '../core/connection.js';
import { find } from '../core/dom.js';
import { storedSound } from '../core/on-device.js';
import { preferences } from '../core/preferences.js';
import { analysisOf } from '../core/track-sound.js';
import { Autoplay } from './autoplay.js';
import { clientName } from './client-name.js';
import { DjMode } from './dj.js';
import { autoFrom } from './queue.js';
import { QueuePersistence } from './queue-persistence.js';
import { connectMediaSession } from './media-session.js';
import { PlayCounter } from './play-counter.js';
import { Player } from './player.js';
import { playableFormat, streamQuery } from './quality.js';
import { QueueReasons } from './reasons.js';
import { Reporter } from './reporter.js';
import { playableAfter } from './playable.js';
import { PassageRepeat } from './passage.js';
import { skipSilence } from './silence.js';
import { SleepTimer } from './sleep-timer.js';
import { SongRadio } from './song-radio.js';
import { requestOf } from './song-radio-model.js';
import { factsOf, SoundKnowledge } from './sound-facts.js';
import { SoundGraph } from './sound-graph.js';
import { soundSettings } from './sound-settings.js';
import { planTrouble, troubleOf } from './playback-failures.js';

/** @typedef {import('../core/types.js').TrackItem} TrackItem */

const streamPath = (/** @type {TrackItem} */ track) => `/tracks/${encodeURIComponent(track.id)}/stream`;

/** @type {[HTMLAudioElement, HTMLAudioElement]} */
const decks = [find(document, '#deck-a'), find(document, '#deck-b')];

const format = playableFormat((type) => decks[0].canPlayType(type));

/** @type {import('./gapless-decks.js').Source} */
const source = (track, { fromMs, converted }) =>
    (converted || fromMs > 0 ? undefined : storedSound(track.id)) ??
    address(
        streamPath(track) + streamQuery({ quality: preferences.get('quality', 'original'), fromMs, converted, format }),
    );

/** @param {TrackItem} track */
const canPlay = ({ id }) => !isCut.value || storedSound(id) !== undefined;

const trackOf = (/** @type {TrackItem} */ track) => `/tracks/${encodeURIComponent(track.id)}`;

const knowledge = new SoundKnowledge(async (track) => {
    const quiet = { quiet: true };
    const [{ replayGain }, analysis] = await Promise.all([
        'replayGain' in track ? /** @type {any} */ (track) : api.get(trackOf(track), quiet),
        // A track that waits for its analysis has no facts yet.
        analysisOf(track.id).catch(() => undefined),
    ]);
    return { gains: replayGain, facts: factsOf(analysis), rhythm: analysis };
});

const graph = new SoundGraph(decks, soundSettings.value);
/** @type {import('./dj.js').DjMode | undefined} */
let dj;

const sound = { graph, knowledge, settings: soundSettings, mixes: () => dj?.isOn ?? false };

export const player = new Player(decks, { source, diagnose, canPlay, sound });

/** Whether this device has an equalizer, levels and crossfades, which need the browser's audio graph. */
export const hasSoundGraph = () => graph.state !== 'impossible';

/** @param {Uint8Array} into see `SoundGraph.spectrum` */
export const measureSpectrum = (into) => graph.spectrum(into);

export const sleepTimer = new SleepTimer(player, {
    // The timer waits for the end of the queue without its autoplay songs.
    isLast: () => {
        const { queue, current } = player;
        const next = playableAfter(queue, canPlay, { automatic: true }).entry;
        const isAuto = queue.index >= autoFrom(queue);
        return current !== undefined && (!next || (next.isAuto === true && !isAuto));
    },
});

export const passageRepeat = new PassageRepeat(player);

const client = clientName(navigator.userAgent);

export const queuePersistence = new QueuePersistence(player, api, client);

const RADIO_SONGS = 25;
const AUTOPLAY_SONGS = 10;
/** The server's maximum of tracks in a request for figures. */
const MOST_FIGURES = 200;

export const songRadio = new SongRadio(player, {
    ask: async (seed, heard, signal) => {
        const { path, query } = requestOf(seed);
        return (await api.get(path, { query: { ...query, limit: RADIO_SONGS, heard: heard.join() }, signal })).items;
    },
    storage: safely(() => localStorage),
});

/**
 * Returns songs that resemble the given ones, each with its reason. Offline, the device answers.
 * @param {string[]} like ids @param {string[]} heard ids @param {AbortSignal} signal
 */
const songsLike = async (like, heard, signal) => {
    const query = { limit: AUTOPLAY_SONGS, like: like.join(), heard: heard.join() };
    return (await api.get('/radio/songs', { query, signal, quiet: true })).items;
};

export const queueReasons = new QueueReasons(player, safely(() => localStorage));

export const autoplay = new Autoplay(player, {
    ask: songsLike,
    reasons: queueReasons,
    setting: {
        get isOn() {
            return preferences.get('autoplay', false);
        },
        set isOn(isOn) {
            preferences.set({ autoplay: isOn });
        },
    },
    hasRadio: () => songRadio.seed !== undefined,
    endsWithQueue: () => sleepTimer.sleep?.kind === 'queue',
    storage: safely(() => localStorage),
});

export const djMode = new DjMode(player, {
    ask: async (ids) => {
        const parts = Array.from({ length: Math.ceil(ids.length / MOST_FIGURES) }, (_, part) =>
            ids.slice(part * MOST_FIGURES, (part + 1) * MOST_FIGURES),
        );
        const answers = await Promise.all(
            parts.map((part) => api.get('/tracks/figures', { query: { ids: part.join() } })),
        );
        return answers.flatMap(({ items }) => items);
    },
    storage: safely(() => localStorage),
});

dj = djMode;

/** Counts the plays that the server did not learn of. */
export const playCounter = new PlayCounter();

const reporter = new Reporter({
    send: async (report, { last }) => {
        // The server would count the play a second time.
        if (playCounter.isHandedOut(report.playId)) return;
        try {
            const { counted } = await api.post('/playback', report, { keepalive: last, quiet: last });
            if (counted) playCounter.confirm(report.playId);
        } catch (error) {
            if (/** @type {{ status?: number }} */ (error).status === 0) playCounter.miss(report.playId);
            throw error;
        }
    },
    noted: (report, at) => playCounter.note(report, at),
    makeId: () => crypto.randomUUID(),
    now: () => Date.now(),
    client,
});

/** The current play, which may move between devices. */
export const plays = reporter;

/**
 * Finds out why a track failed. The media element gives no reason; the server's response to HEAD does. HEAD succeeds if
 * only the listener's plan refuses the stream, so the plan is checked next.
 * @param {TrackItem} track
 * @param {boolean} wasHeard playback broke off after it had started
 * @returns {Promise<import('./playback-failures.js').Trouble>}
 */
async function diagnose(track, wasHeard) {
    try {
        await api.request('HEAD', streamPath(track));
        return planTrouble(await api.get('/me/plan')) ?? 'unsupported';
    } catch (error) {
        const trouble = troubleOf(/** @type {{ status?: number }} */ (error).status ?? 0);
        return trouble === 'network' && !wasHeard && !canPlay(track) ? 'notStored' : trouble;
    }
}

/** @template T @param {() => T} get @returns {T | undefined} undefined if the browser forbids it */
function safely(get) {
    try {
        return get();
    } catch {
        return undefined;
    }
}

/** Connects everything that follows the player. Called once. */
export function startPlayer() {
    const detail = (/** @type {Event} */ event) =>
        /** @type {CustomEvent<{ track: TrackItem, positionMs: number }>} */ (event).detail;
    player.addEventListener('started', (event) => {
        const { track, positionMs } = detail(event);
        playCounter.lengths.set(track.id, track.durationMs);
        reporter.started(track.id, positionMs);
    });
    player.addEventListener('paused', (event) => reporter.paused(detail(event).positionMs));
    player.addEventListener('resumed', (event) => reporter.resumed(detail(event).track.id, detail(event).positionMs));
    player.addEventListener('seeked', (event) => reporter.seeked(detail(event).positionMs));
    player.addEventListener('ended', (event) => reporter.ended(detail(event).positionMs));
    player.addEventListener('stopped', (event) => reporter.stopped(detail(event).positionMs));
    player.addEventListener('time', () => {
        if (player.status === 'playing') reporter.progressed(player.positionMs);
    });
    player.addEventListener('rate', () => reporter.changedRate(player.positionMs, soundSettings.value.rate));
    addEventListener('online', () => songRadio.retry());
    addEventListener('pagehide', () => {
        reporter.leave(player.positionMs);
        queuePersistence.leave();
    });

    player.setVolume(preferences.get('volume', 0.8));
    player.setMuted(preferences.get('muted', false));
    player.setModes({ shuffled: preferences.get('shuffle', false), repeat: preferences.get('repeat', 'off') });
    player.addEventListener('change', () => {
        const { volume, muted, queue } = player;
        preferences.set({
            volume: Math.round(volume * 100) / 100,
            muted,
            shuffle: queue.shuffled,
            repeat: queue.repeat,
        });
    });
    connectMediaSession(player);
    skipSilence(player, knowledge, soundSettings);
    const follow = () => {
        graph.set(soundSettings.value);
        player.setRate(soundSettings.value.rate);
    };
    soundSettings.addEventListener('change', follow);
    follow();
}
