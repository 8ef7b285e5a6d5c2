// @ts-check
// Two decks that can be mixed on beats: the entering track is sought to its place, bent to the tempo of the leaving
// one, and moved until its beats coincide with those that are heard.

import { offsetOf, pointsOf } from './beats.js';
import { Decks } from './gapless-decks.js';
import { MIX_LEAD_MS } from './mix-plan.js';

/** @typedef {import('./beats.js').Rhythm} Rhythm */
/** @typedef {import('./joins.js').Join} Join */

/** The entering track's beats are looked for so long before it is heard. */
const LOOK_S = 0.4;
/** After the mix the speed returns in such steps. */
const EASE = { part: 0.0015, seconds: 0.2 };
/** Browsers seek in these by an estimate. */
const INEXACT = /mpeg|mp3/;

export class MixingDecks extends Decks {
    /** Counts mixes, so that what belongs to one that was given up does nothing. */
    #mix = 0;
    /** A mix is being prepared, or under way. */
    #isMixing = false;
    #fadeS = 0;
    /**
     * Where the prepared track is to begin.
     * @protected
     */
    cueMs = 0;

    get isBusy() {
        return this.isJoining || this.#isMixing;
    }

    /** The prepared track can begin at any place, exactly. */
    get canCue() {
        const { prepared, spare } = this;
        return prepared !== undefined && !INEXACT.test(prepared.track.mediaType) && spare.seekable.length > 0;
    }

    /**
     * The prepared track is to begin at a place.
     * @param {number} ms
     */
    cue(ms) {
        if (ms === this.cueMs || this.isBusy || this.spare.readyState === 0) return;
        this.cueMs = ms;
        this.spare.currentTime = ms / 1000;
    }

    /**
     * As `join`, on beats.
     * @param {Join & { mix: import('./mix-plan.js').Mix }} join
     * @param {{ leaving: Rhythm, entering: Rhythm, startsQuietMs: number }} sound `startsQuietMs`: the silence with
     *   which the entering track begins
     */
    async mix(join, { leaving, entering, startsQuietMs }) {
        const { graph, spare, active, place, prepared } = this;
        if (!graph) return;
        this.#mix += 1;
        this.#isMixing = true;
        this.#fadeS = join.fadeMs / 1000 / this.rate;
        const id = this.#mix;
        const speed = active.playbackRate;
        const delay = graph.delay(place);
        // Both at once: what the element says, and when.
        const [now, ms] = [graph.now, this.originMs + active.currentTime * 1000];
        const rate = graph.frameRate;
        const trace = await graph.traces.of(place);
        if (id !== this.#mix) return;
        // Meanwhile somebody may have paused, or changed what follows.
        if (this.isPaused || this.prepared !== prepared) return this.cancelJoin();
        const placeOf = (/** @type {number} */ frame) => ms + (frame / rate - now) * 1000 * speed;
        const late = lateness(trace, leaving, placeOf, rate / speed) ?? 0;
        const bent = this.rate * join.mix.bend;
        spare.playbackRate = bent;
        graph.traces.watch(1 - place);
        this.join({ ...join, at: now + (join.atMs + late - ms) / 1000 / speed + delay });
        const lookIn = MIX_LEAD_MS / 1000 - LOOK_S - (graph.now - now);
        this.callIn('look', lookIn, () => void this.#align(id, join, { entering, startsQuietMs, bent }));
    }

    /**
     * @param {number} id
     * @param {Join & { mix: import('./mix-plan.js').Mix }} join
     * @param {{ entering: Rhythm, startsQuietMs: number, bent: number }} sound
     */
    async #align(id, { mix }, { entering, startsQuietMs, bent }) {
        const { graph } = this;
        if (id !== this.#mix || !graph) return;
        const rate = graph.frameRate;
        const trace = await graph.traces.of(1 - this.place);
        if (id !== this.#mix || !this.isJoining || trace.first < 0) return;
        const isWhole = mix.startMs === 0 && trace.loud >= 0;
        const [from, frame] = isWhole ? [startsQuietMs, trace.loud] : [mix.startMs, trace.first];
        const placeOf = (/** @type {number} */ one) => from + ((one - frame) / rate) * 1000 * bent;
        const late = lateness(trace, entering, placeOf, rate / bent);
        if (late !== undefined) graph.shift(-late / 1000 / bent);
    }

    completeJoin() {
        super.completeJoin();
        if (this.#isMixing) this.callIn('ease', this.#fadeS, () => this.#ease());
        this.#isMixing = false;
    }

    /** After the mix: the speed returns to the usual one, step by step. */
    #ease() {
        const { active, rate } = this;
        const left = rate / active.playbackRate - 1;
        if (left === 0) return;
        const isThere = Math.abs(left) <= EASE.part;
        active.playbackRate = isThere ? rate : active.playbackRate * (1 + Math.sign(left) * EASE.part);
        if (!isThere) this.callIn('ease', EASE.seconds, () => this.#ease());
    }

    /** @protected */
    cancelJoin() {
        if (this.#isMixing) {
            this.#mix += 1;
            this.#isMixing = false;
            this.forget('look');
            this.spare.playbackRate = this.rate;
        }
        super.cancelJoin();
    }
}

/**
 * By the hard points alone, whose times are exact; where they are too few, with all beats.
 * @param {import('./beats.js').Trace} trace @param {Rhythm} rhythm
 * @param {(frame: number) => number} placeOf @param {number} rate
 */
function lateness(trace, rhythm, placeOf, rate) {
    const exact = offsetOf(trace, rhythm.hardPoints, placeOf, rate);
    return exact ?? offsetOf(trace, pointsOf(rhythm), placeOf, rate);
}
