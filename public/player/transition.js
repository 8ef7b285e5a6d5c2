// @ts-check
// The transition between tracks: loads the next track in time and starts it when it is to be audible.

import { LEAD_MS, mayPreload, planJoin } from './joins.js';
import { MIX_LEAD_MS, PLAIN_FADE_MS, planMix } from './mix-plan.js';
import { trackSwitchDelay } from './track-switch.js';

/** The next track's start is scheduled this long before it. */
const SOON_MS = 3000;
/** Slack in the lead of a mix: plans are repeated as the position moves, and must not lose their beat. */
const SLACK_MS = 700;
/** The longest mix, plus the range in which its beat is searched. */
const LONGEST_MIX_MS = 30_000;

/** @typedef {import('./joins.js').Mix} Mix */

export class Transition {
    /**
     * @param {import('./mixing-decks.js').MixingDecks} decks
     * @param {object} means
     * @param {() => import('./queue.js').Entry | undefined} means.next the entry that follows automatically
     * @param {() => void} means.end called when the current track is over
     * @param {() => number} means.durationMs of the current track
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

    /** Call whenever the position changes. */
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

    /** Plans again on each call, because the clocks of elements are not exact. */
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

    /** Without a graph, starts the next track just before the current one ends. */
    #switch(/** @type {number} */ leftMs, /** @type {number} */ durationMs) {
        const { decks } = this;
        const delay = trackSwitchDelay(leftMs, durationMs, decks.loaded?.track.durationMs ?? 0);
        if (delay === undefined) return;
        decks.callIn('switch', delay / 1000, () => {
            if (!decks.active.paused && decks.isReadyToFollow) this.end();
        });
    }
}
