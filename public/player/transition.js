// @ts-check
// From one track to the next: loads what follows in time, and has it begin when it is to be heard.

import { LEAD_MS, mayPreload, planJoin } from './joins.js';
import { trackSwitchDelay } from './track-switch.js';

/** From here on the beginning of the next track is scheduled. */
const SOON_MS = 3000;

export class Transition {
    /**
     * @param {import('./gapless-decks.js').Decks} decks
     * @param {object} means
     * @param {() => import('./queue.js').Entry | undefined} means.next the entry that follows by itself
     * @param {() => void} means.end what plays is over
     * @param {() => number} means.durationMs of what plays
     * @param {import('./sound-facts.js').SoundKnowledge} [means.knowledge]
     * @param {{ value: import('./sound-settings.js').SoundSettings }} [means.settings]
     */
    constructor(decks, { next, end, durationMs, knowledge, settings }) {
        this.decks = decks;
        this.next = next;
        this.end = end;
        this.durationMs = durationMs;
        this.knowledge = knowledge;
        this.settings = settings;
    }

    /** Call as often as the position moves. */
    follow() {
        const { decks } = this;
        if (decks.active.paused || decks.isJoining) return;
        const durationMs = this.durationMs();
        const leftMs = (durationMs - decks.positionMs) / decks.rate;
        const isBuffered = decks.bufferedMs >= durationMs - 1000;
        const fadeMs = (this.settings?.value.crossfade ?? 0) * 1000;
        if (mayPreload({ leftMs, isBuffered, fadeMs })) decks.prepare(this.next());
        if (decks.prepared && decks.hasGraph) this.#schedule();
        else if (decks.prepared) this.#switch(leftMs, durationMs);
    }

    cancel() {
        this.decks.forget('join');
        this.decks.forget('switch');
    }

    /** Anew each time: the clocks of elements are not exact. */
    #schedule() {
        const { decks } = this;
        const join = this.#plan();
        if (!join) return;
        const inMs = (join.atMs - decks.positionMs) / decks.rate - LEAD_MS;
        if (inMs > SOON_MS) return;
        decks.callIn('join', Math.max(0, inMs) / 1000, () => {
            const now = this.#plan();
            if (now && !decks.active.paused && decks.isReadyToFollow) decks.join(now);
        });
    }

    #plan() {
        const { loaded, prepared, rate, positionMs } = this.decks;
        const settings = this.settings?.value;
        if (!loaded || !prepared) return undefined;
        return planJoin({
            track: loaded.track,
            next: prepared.track,
            positionMs,
            durationMs: this.durationMs(),
            facts: this.knowledge?.of(loaded.track).facts,
            nextFacts: this.knowledge?.of(prepared.track).facts,
            crossfadeMs: (settings?.crossfade ?? 0) * 1000 * rate,
            leadMs: LEAD_MS * rate,
            skipsSilence: settings?.skipsSilence ?? false,
        });
    }

    /** Without a graph the next one is asked to play when the last one has all but ended. */
    #switch(/** @type {number} */ leftMs, /** @type {number} */ durationMs) {
        const { decks } = this;
        const delay = trackSwitchDelay(leftMs, durationMs, decks.loaded?.track.durationMs ?? 0);
        if (delay === undefined) return;
        decks.callIn('switch', delay / 1000, () => {
            if (!decks.active.paused && decks.isReadyToFollow) this.end();
        });
    }
}
