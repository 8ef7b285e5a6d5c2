// @ts-check
// Internet radio, and previews of songs that the library lacks. Radio and player never sound at the same time. The
// element lives outside <main>, so it plays on across navigation.

import { player } from './index.js';
import { systemControls } from './media-session.js';

/**
 * @typedef {{ id: string, name: string, streamUrl: string, homePageUrl?: string, picture?: string,
 *   preview?: { artist: string } }} Station `preview`: of a song that the library lacks, instead of a station
 */
/** @typedef {'idle' | 'loading' | 'playing' | 'failed'} RadioState */

class Radio extends EventTarget {
    /** @type {Station | undefined} */
    station;
    /** @type {RadioState} */
    state = 'idle';
    #audio = document.createElement('audio');

    constructor() {
        super();
        this.#audio.id = 'radio';
        this.#audio.preload = 'none';
        document.body.append(this.#audio);
        this.#audio.addEventListener('playing', () => this.#become('playing'));
        this.#audio.addEventListener('waiting', () => this.#become('loading'));
        this.#audio.addEventListener('error', () => {
            if (this.station) this.#become('failed');
        });
        this.#audio.addEventListener('ended', () => this.stop());
        this.#audio.addEventListener('pause', () => {
            if (this.state === 'playing') this.stop();
        });
        player.addEventListener('change', () => {
            if (player.status === 'playing' || player.status === 'loading') this.stop();
        });
    }

    /** @param {Station} station @returns {RadioState} */
    stateOf(station) {
        return station.id === this.station?.id ? this.state : 'idle';
    }

    /** @param {Station} station */
    toggle(station) {
        const state = this.stateOf(station);
        if (state === 'playing' || state === 'loading') return this.stop();
        player.pause();
        this.station = station;
        this.followVolume();
        this.#audio.src = station.streamUrl;
        this.#become('loading');
        this.#audio.play().catch(() => {
            if (this.station === station && this.state === 'loading') this.#become('failed');
        });
    }

    /** Applies the volume of the player. */
    followVolume() {
        this.#audio.volume = player.volume ** 2;
        this.#audio.muted = player.muted;
    }

    /** Ends the download, too: a paused element would keep receiving the stream. */
    stop() {
        if (!this.station) return;
        this.station = undefined;
        this.#become('idle');
        this.#audio.removeAttribute('src');
        this.#audio.load();
    }

    /** @param {RadioState} state */
    #become(state) {
        this.state = state;
        this.dispatchEvent(new Event('change'));
    }
}

export const radio = new Radio();

systemControls.add({
    events: radio,
    changes: ['change'],
    facts: () => {
        const { station, state } = radio;
        if (!station || state === 'failed') return undefined;
        const { id, name: title, picture, preview } = station;
        // A preview shows only its title and artist: the picture is on another server.
        return preview
            ? { id, title, artist: preview.artist, isPlaying: true }
            : { id, title, artist: '', picture, isPlaying: true };
    },
    actions: { pause: () => radio.stop(), stop: () => radio.stop() },
});
