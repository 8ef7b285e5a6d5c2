// @ts-check
// Two decks that mix on beats: the entering track starts at its cue, is bent to the leaving track's tempo, and is
// shifted until its beats coincide with the audible ones.

import { offsetOf, pointsOf } from './beats.js';
import { Decks } from './gapless-decks.js';
import { MIX_LEAD_MS } from './mix-plan.js';

/** @typedef {import('./beats.js').Rhythm} Rhythm */
/** @typedef {import('./joins.js').Join} Join */

/** The entering track's beats are located this long before it is audible. */
const LOOK_S = 0.4;
/** The steps in which the speed returns to normal after the mix. */
const EASE = { part: 0.0015, seconds: 0.2 };
/** Browsers seek only approximately in these formats. */
const INEXACT = /mpeg|mp3/;

export class MixingDecks extends Decks {
    /** Counts mixes, so that callbacks of a canceled mix do nothing. */
    #mix = 0;
    /** A mix is being prepared or in progress. */
    #isMixing = false;
    #fadeS = 0;
    /**
     * The start position of the prepared track.
     * @protected
     */
    cueMs = 0;

    get isBusy() {
        return this.isJoining || this.#isMixing;
    }

    /** Whether the prepared track can start exactly at any position. */
    get canCue() {
        const { prepared, spare } = this;
        return prepared !== undefined && !INEXACT.test(prepared.track.mediaType) && spare.seekable.length > 0;
    }

    /**
     * Sets the start position of the prepared track.
     * @param {number} ms
     */
    cue(ms) {
        if (ms === this.cueMs || this.isBusy || this.spare.readyState === 0) return;
        this.cueMs = ms;
        this.spare.currentTime = ms / 1000;
    }

    /**
     * Joins the decks as `join` does, on beats.
     * @param {Join & { mix: import('./joins.js').Mix }} join
     * @param {{ leaving: Rhythm, entering: Rhythm, startsQuietMs: number }} sound `startsQuietMs`: the silence at the
     *   start of the entering track
     */
    async mix(join, { leaving, entering, startsQuietMs }) {
        const { graph, spare, place, prepared } = this;
        if (!graph) return;
        this.#mix += 1;
        this.#isMixing = true;
        this.#fadeS = join.fadeMs / 1000 / this.rate;
        const id = this.#mix;
        const { now } = graph;
        const { at } = await this.#heard(join.atMs, leaving, graph);
        if (id !== this.#mix) return;
        // The listener may have paused or changed the next track meanwhile.
        if (this.isPaused || this.prepared !== prepared) return this.cancelJoin();
        const bent = this.rate * join.mix.bend;
        spare.playbackRate = bent;
        graph.traces.watch(1 - place);
        this.join({ ...join, at });
        const lookIn = MIX_LEAD_MS / 1000 - LOOK_S - (graph.now - now);
        const sound = { leaving, entering, startsQuietMs, bent };
        this.callIn('look', lookIn, () => void this.#align(id, { ...join, at }, sound));
    }

    /**
     * When a position of the active deck is audible, in seconds of the graph's clock. Beats in its sound show how late
     * it is; without a match the element's own position counts.
     * @param {number} ms @param {Rhythm} rhythm @param {import('./sound-graph.js').SoundGraph} graph
     */
    async #heard(ms, rhythm, graph) {
        const { active, place } = this;
        const speed = active.playbackRate;
        const delay = graph.delay(place);
        // The element's position and the time at which it was read.
        const [now, position] = [graph.now, this.originMs + active.currentTime * 1000];
        const rate = graph.frameRate;
        const trace = await graph.traces.of(place);
        const placeOf = (/** @type {number} */ frame) => position + (frame / rate - now) * 1000 * speed;
        const late = lateness(trace, rhythm, placeOf, rate / speed);
        return { at: now + (ms + (late ?? 0) - position) / 1000 / speed + delay, isMatched: late !== undefined };
    }

    /**
     * Shifts the entering track onto the beats of the leaving one, which may have stalled meanwhile.
     * @param {number} id
     * @param {Join & { mix: import('./joins.js').Mix, at: number }} join
     * @param {{ leaving: Rhythm, entering: Rhythm, startsQuietMs: number, bent: number }} sound
     */
    async #align(id, { mix, at, atMs }, { leaving, entering, startsQuietMs, bent }) {
        const { graph } = this;
        if (id !== this.#mix || !graph) return;
        const rate = graph.frameRate;
        const [heard, trace] = await Promise.all([
            this.#heard(atMs, leaving, graph),
            graph.traces.of(1 - this.place),
        ]);
        if (id !== this.#mix || !this.isJoining) return;
        const stalled = heard.isMatched ? heard.at - at : 0;
        const isWhole = mix.startMs === 0 && trace.loud >= 0;
        const [from, frame] = isWhole ? [startsQuietMs, trace.loud] : [mix.startMs, trace.first];
        const placeOf = (/** @type {number} */ one) => from + ((one - frame) / rate) * 1000 * bent;
        const late = trace.first < 0 ? undefined : lateness(trace, entering, placeOf, rate / bent);
        graph.shift(stalled - (late ?? 0) / 1000 / bent);
    }

    completeJoin() {
        super.completeJoin();
        if (this.#isMixing) this.callIn('ease', this.#fadeS, () => this.#ease());
        this.#isMixing = false;
    }

    /** Returns the speed to normal after the mix, step by step. */
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
 * Measures the offset by the hard points, whose times are exact, or else by all beats.
 * @param {import('./beats.js').Trace} trace @param {Rhythm} rhythm
 * @param {(frame: number) => number} placeOf @param {number} rate
 */
function lateness(trace, rhythm, placeOf, rate) {
    const exact = offsetOf(trace, rhythm.hardPoints, placeOf, rate);
    return exact ?? offsetOf(trace, pointsOf(rhythm), placeOf, rate);
}
