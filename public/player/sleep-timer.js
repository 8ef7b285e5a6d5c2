// @ts-check
// Stops playback after some minutes, after the track or after the queue, with a fade-out.

/** @typedef {{ kind: 'minutes', minutes: number, endsAt: number } | { kind: 'track' } | { kind: 'queue' }} Sleep */

/** The length of the fade-out. */
const FADE_MS = 12_000;
const STEP_MS = 250;

/**
 * The fraction of the volume that is left.
 * @param {number} leftMs until the end
 */
export const fadeAt = (leftMs) => Math.max(0, Math.min(1, leftMs / FADE_MS));

/** Dispatches `change` when it is set, and when it has ended. */
export class SleepTimer extends EventTarget {
    /** @type {Sleep | undefined} */
    sleep;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    #ticking;
    #isFading = false;

    /**
     * @param {import('./player.js').Player} player
     * @param {{ now?: () => number, isLast: () => boolean }} means `isLast`: the current track is the last one
     */
    constructor(player, { now = Date.now, isLast }) {
        super();
        this.player = player;
        this.now = now;
        this.isLast = isLast;
        player.addEventListener('started', () => this.#look());
        player.addEventListener('ended', () => this.#hearEnd());
        player.addEventListener('time', () => this.#look());
    }

    /** The time until the end; undefined if unknown. */
    get leftMs() {
        const { sleep, player } = this;
        if (!sleep || (sleep.kind === 'queue' && !this.isLast())) return undefined;
        if (sleep.kind === 'minutes') return Math.max(0, sleep.endsAt - this.now());
        return Math.max(0, player.durationMs - player.positionMs) / player.rate;
    }

    /** @param {Sleep | undefined} sleep */
    set(sleep) {
        if (!sleep && !this.sleep) return;
        this.sleep = sleep;
        this.player.stopsAfterTrack = sleep?.kind === 'track';
        clearInterval(this.#ticking);
        if (sleep) this.#ticking = setInterval(() => this.#look(), STEP_MS);
        if (!sleep || (this.leftMs ?? FADE_MS) >= FADE_MS) this.#restore();
        this.dispatchEvent(new Event('change'));
    }

    /** @param {number} minutes */
    setMinutes(minutes) {
        this.set({ kind: 'minutes', minutes, endsAt: this.now() + minutes * 60_000 });
    }

    #look() {
        const { leftMs, sleep } = this;
        if (!sleep) return;
        if (sleep.kind === 'queue') this.player.stopsAfterTrack = this.isLast();
        if (leftMs === undefined || leftMs >= FADE_MS) return this.#restore();
        this.#isFading = true;
        this.player.fade(fadeAt(leftMs - STEP_MS), STEP_MS / 1000);
        if (leftMs > 0 || sleep.kind !== 'minutes') return;
        this.player.pause();
        this.set(undefined);
    }

    #hearEnd() {
        // Only after the other listeners of `ended`: they still need `stopsAfterTrack`.
        if (this.player.stopsAfterTrack) queueMicrotask(() => this.set(undefined));
    }

    #restore() {
        if (!this.#isFading) return;
        this.#isFading = false;
        this.player.fade(1);
    }
}
