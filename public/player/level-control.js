// @ts-check
// Sets the gain of each deck to the level of its track.

import { isOfAlbum, levelOf } from './levelling.js';

/** @typedef {import('./queue.js').Entry} Entry */

export class LevelControl {
    /**
     * @param {import('./play-state.js').PlayState} player
     * @param {import('./gapless-decks.js').Decks} decks
     * @param {object} means
     * @param {import('./sound-facts.js').SoundKnowledge} means.knowledge
     * @param {{ value: import('./sound-settings.js').SoundSettings } & EventTarget} means.settings
     */
    constructor(player, decks, { knowledge, settings }) {
        this.player = player;
        this.decks = decks;
        this.knowledge = knowledge;
        this.settings = settings;
        decks.on('loaded', () => this.#follow());
        player.addEventListener('queue', () => this.#apply(false));
        settings.addEventListener('change', () => this.#apply(false));
    }

    get #entries() {
        const { loaded, prepared } = this.decks;
        return /** @type {Entry[]} */ ([loaded, prepared].filter(Boolean));
    }

    #follow() {
        this.#apply(true);
        for (const entry of this.#entries)
            void this.knowledge.learn(entry.track).then(() => this.#set(entry, !this.#isHeard(entry)));
    }

    /** @param {boolean} isNew entries that are not audible yet get their level at once */
    #apply(isNew) {
        for (const entry of this.#entries) this.#set(entry, isNew && !this.#isHeard(entry));
    }

    #isHeard(/** @type {Entry} */ entry) {
        return entry === this.decks.loaded && this.decks.positionMs > 0 && this.player.isPlaying;
    }

    /** @param {Entry} entry @param {boolean} isNew */
    #set(entry, isNew) {
        const { queue, source } = this.player;
        const ofAlbum = isOfAlbum(queue, source, queue.entries.indexOf(entry));
        const { gains } = this.knowledge.of(entry.track);
        this.decks.level(entry, levelOf(gains, this.settings.value.levelling, ofAlbum), isNew);
    }
}
