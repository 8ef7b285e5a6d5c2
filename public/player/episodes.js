// @ts-check
// Plays podcast episodes; episodes, music and radio never sound at the same time. The element lives outside <main>, so
// an episode plays on across navigation. The server stores its position for all devices.

import { address, api } from '../core/api.js';
import { preferences } from '../core/preferences.js';
import { levelOf, Silence, startOf, STORE_EVERY_MS } from './episode-rules.js';
import { player } from './index.js';
import { steeringOf, systemControls } from './media-session.js';
import { radio } from './radio.js';

/** @typedef {import('../core/types.js').Episode} Episode */
/** @typedef {'idle' | 'loading' | 'playing' | 'paused' | 'failed'} EpisodePlayerState */

/** The speed in silence, as a multiple of the chosen one. */
const THROUGH_SILENCE = 3;
const LISTEN_EVERY_MS = 100;
/** The steps of media keys. */
const BACK_MS = 10_000;
const ON_MS = 30_000;

class EpisodePlayer extends EventTarget {
    /** @type {Episode | undefined} */
    episode;
    /** @type {EpisodePlayerState} */
    state = 'idle';
    #audio = document.createElement('audio');
    #storedAt = 0;
    /** @type {AnalyserNode | undefined} */
    #analyser;
    #samples = new Float32Array(2048);
    #silence = new Silence();

    constructor() {
        super();
        this.#audio.id = 'episode';
        this.#audio.preload = 'metadata';
        document.body.append(this.#audio);
        const on = (/** @type {string} */ name, /** @type {() => void} */ act) =>
            this.#audio.addEventListener(name, act);
        on('playing', () => this.#become('playing'));
        on('waiting', () => this.#become('loading'));
        on('error', () => this.episode && this.#become('failed'));
        on('pause', () => {
            if (this.#audio.ended || this.state === 'failed' || !this.episode) return;
            this.#become('paused');
            void this.#store();
        });
        on('ended', () => this.#end());
        on('timeupdate', () => this.#tick());
        player.addEventListener('change', () => {
            this.#followVolume();
            if (player.status === 'playing' || player.status === 'loading') this.pause();
        });
        radio.addEventListener('change', () => {
            if (radio.state === 'playing' || radio.state === 'loading') this.pause();
        });
        addEventListener('pagehide', () => void this.#store({ last: true }));
        setInterval(() => this.#passSilence(), LISTEN_EVERY_MS);
    }

    get positionMs() {
        return Math.round(this.#audio.currentTime * 1000);
    }

    /** The duration of the file, or else the one in the feed. */
    get durationMs() {
        const { duration } = this.#audio;
        return Number.isFinite(duration) ? Math.round(duration * 1000) : (this.episode?.durationMs ?? 0);
    }

    get rate() {
        return preferences.get('episodeRate', 1);
    }

    get skipsSilence() {
        return preferences.get('episodeSilence', false);
    }

    /** @param {Episode} episode @returns {EpisodePlayerState} */
    stateOf(episode) {
        return episode.id === this.episode?.id ? this.state : 'idle';
    }

    /**
     * Plays, pauses or resumes an episode.
     * @param {Episode} episode
     */
    toggle(episode) {
        const state = this.stateOf(episode);
        if (state === 'playing' || state === 'loading') return this.pause();
        if (state === 'paused') return this.play();
        void this.#store();
        this.episode = episode;
        this.#storedAt = Date.now();
        this.#audio.src = address(`/episodes/${encodeURIComponent(episode.id)}/stream`);
        this.#audio.currentTime = startOf(episode) / 1000;
        this.play();
    }

    /** Resumes the current episode. */
    play() {
        const { episode } = this;
        if (!episode) return;
        player.pause();
        radio.stop();
        this.#followVolume();
        this.#audio.playbackRate = this.rate;
        if (this.skipsSilence) this.#listen();
        this.#become('loading');
        this.#audio.play().catch(() => {
            if (this.episode === episode && this.state === 'loading') this.#become('failed');
        });
    }

    pause() {
        if (this.state === 'playing' || this.state === 'loading') this.#audio.pause();
    }

    /** Closes the episode; nothing more is fetched. */
    stop() {
        if (!this.episode) return;
        void this.#store();
        this.episode = undefined;
        this.#become('idle');
        this.#audio.removeAttribute('src');
        this.#audio.load();
    }

    /** @param {number} ms */
    seek(ms) {
        if (!this.episode) return;
        this.#audio.currentTime = Math.min(Math.max(0, ms), Math.max(0, this.durationMs - 1)) / 1000;
        this.dispatchEvent(new Event('time'));
        if (this.state === 'paused') void this.#store();
    }

    /** @param {number} ms negative: backward */
    seekBy(ms) {
        this.seek(this.positionMs + ms);
    }

    /** @param {number} rate */
    setRate(rate) {
        preferences.set({ episodeRate: rate });
        this.#audio.playbackRate = rate;
        this.dispatchEvent(new Event('change'));
    }

    /** @param {boolean} isOn */
    setSkipsSilence(isOn) {
        preferences.set({ episodeSilence: isOn });
        if (isOn && this.state === 'playing') this.#listen();
        this.#audio.playbackRate = this.rate;
    }

    #followVolume() {
        this.#audio.volume = player.volume ** 2;
        this.#audio.muted = player.muted;
    }

    #tick() {
        this.dispatchEvent(new Event('time'));
        if (this.state === 'playing' && Date.now() - this.#storedAt >= STORE_EVERY_MS) void this.#store();
    }

    #end() {
        const { episode } = this;
        this.episode = undefined;
        this.#become('idle');
        if (episode) void this.#send(episode, { played: true });
    }

    /** @param {{ last?: boolean }} options `last`: the page is being closed */
    async #store({ last = false } = {}) {
        const { episode } = this;
        if (!episode || this.#audio.readyState === 0) return;
        this.#storedAt = Date.now();
        await this.#send(episode, { positionMs: this.positionMs }, last);
    }

    /** @param {Episode} episode @param {{ positionMs?: number, played?: boolean }} state @param {boolean} [last] */
    async #send(episode, state, last = false) {
        try {
            const options = { keepalive: last, quiet: true };
            const stored = await api.put(`/episodes/${encodeURIComponent(episode.id)}/state`, state, options);
            Object.assign(episode, stored);
            this.dispatchEvent(new CustomEvent('stored', { detail: stored }));
        } catch {
            // The next call stores it, or the next visit resumes a little earlier.
        }
    }

    /** Routes the sound through an analyser on its way to the speakers. */
    #listen() {
        if (this.#analyser) return;
        try {
            const context = new AudioContext();
            this.#analyser = new AnalyserNode(context, { fftSize: this.#samples.length });
            context.createMediaElementSource(this.#audio).connect(this.#analyser).connect(context.destination);
            void context.resume();
        } catch {
            // Without an audio graph, silence plays at normal speed.
        }
    }

    #passSilence() {
        if (!this.#analyser || this.state !== 'playing') return;
        this.#analyser.getFloatTimeDomainData(this.#samples);
        const isLong = this.skipsSilence && this.#silence.isLong(levelOf(this.#samples), Date.now());
        const rate = isLong ? this.rate * THROUGH_SILENCE : this.rate;
        if (this.#audio.playbackRate !== rate) this.#audio.playbackRate = rate;
    }

    /** @param {EpisodePlayerState} state */
    #become(state) {
        this.state = state;
        this.dispatchEvent(new Event('change'));
    }
}

export const episodes = new EpisodePlayer();

systemControls.add({
    events: episodes,
    changes: ['change'],
    facts: () => {
        const { episode, state } = episodes;
        if (!episode) return undefined;
        const { id, title, podcastTitle, picture } = episode;
        const isPlaying = state === 'playing' || state === 'loading';
        return { id, title, artist: podcastTitle, picture, isPlaying };
    },
    place: () => episodes,
    actions: steeringOf(episodes, { backMs: BACK_MS, onMs: ON_MS }),
});
