// @ts-check
// From one track to the next: loads what follows in time, and has it begin when it is to be heard.

import { LEAD_MS, mayPreload, planJoin } from './joins.js';
import { MIX_LEAD_MS, PLAIN_FADE_MS, planMix } from './mix-plan.js';
import { trackSwitchDelay } from './track-switch.js';

/** From here on the beginning of the next track is scheduled. */
const SOON_MS = 3000;
/** A mix is planned so much later than it could begin: plans are made anew as the position moves. */
const SLACK_MS = 700;
/** The longest mix, with the place in which a beat for it is looked for. */
const LONGEST_MIX_MS = 30_000;

/** @typedef {import('./mix-plan.js').Mix} Mix */

export class Transition {
    /**
     * @param {import('./mixing-decks.js').MixingDecks} decks
     * @param {object} means
     * @param {() => import('./queue.js').Entry | undefined} means.next the entry that follows by itself
     * @param {() => void} means.end what plays is over
     * @param {() => number} means.durationMs of what plays
     * @param {import('./sound-facts.js').SoundKnowledge} [means.knowledge]
     * @param {{ value: import('./sound-settings.js').SoundSettings }} [means.settings]
     * @param {() => boolean} [means.mixes] whether tracks are mixed on their beats
     */
    constructor(decks, { next, end, durationMs, knowledge, settings, mixes = () => false }) {
        this.decks = decks;
        this.next = next;
        this.end = end;
        this.durationMs = durationMs;
        this.knowledge = knowledge;
        this.settings = settings;
        this.mixes = mixes;
    }

    /** Call as often as the position moves. */
    follow() {
        const { decks } = this;
        if (decks.isPaused || decks.isBusy) return;
        const durationMs = this.durationMs();
        const leftMs = (durationMs - decks.positionMs) / decks.rate;
        const isBuffered = decks.bufferedMs >= durationMs - 1000;
        const fadeMs = this.mixes() ? LONGEST_MIX_MS : (this.settings?.value.crossfade ?? 0) * 1000;
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
        decks.cue(join.mix?.startMs ?? 0);
        const leadMs = join.mix ? MIX_LEAD_MS : LEAD_MS;
        const inMs = (join.atMs - decks.positionMs) / decks.rate - leadMs;
        if (inMs > SOON_MS) return;
        decks.callIn('join', Math.max(0, inMs) / 1000, () => {
            const now = this.#plan();
            if (!now || decks.isPaused || !decks.isReadyToFollow) return;
            if (now.mix) this.#mix(/** @type {import('./joins.js').Join & { mix: Mix }} */ (now));
            else decks.join(now);
        });
    }

    /** @param {import('./joins.js').Join & { mix: Mix }} join */
    #mix(join) {
        const { loaded, prepared } = this.decks;
        const [leaving, entering] = [loaded, prepared].map((entry) => entry && this.knowledge?.of(entry.track));
        if (!leaving?.rhythm || !entering?.rhythm) return;
        const startsQuietMs = entering.facts?.startMs ?? 0;
        void this.decks.mix(join, { leaving: leaving.rhythm, entering: entering.rhythm, startsQuietMs });
    }

    /** @returns {import('./joins.js').Join | undefined} */
    #plan() {
        const { loaded, prepared, rate, positionMs, canCue } = this.decks;
        const settings = this.settings?.value;
        if (!loaded || !prepared) return undefined;
        const durationMs = this.durationMs();
        const own = this.knowledge?.of(loaded.track);
        const next = this.knowledge?.of(prepared.track);
        const mixes = this.mixes();
        const mixed =
            mixes &&
            planMix({
                leaving: { ...own, durationMs },
                entering: { ...next, durationMs: prepared.track.durationMs },
                positionMs,
                leadMs: (MIX_LEAD_MS - SLACK_MS) * rate,
                canSeek: canCue,
            });
        if (mixed) return mixed;
        const crossfadeMs = Math.max((settings?.crossfade ?? 0) * 1000, mixes ? PLAIN_FADE_MS : 0);
        return planJoin({
            track: loaded.track,
            next: prepared.track,
            positionMs,
            durationMs,
            facts: own?.facts,
            nextFacts: next?.facts,
            crossfadeMs: crossfadeMs * rate,
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
