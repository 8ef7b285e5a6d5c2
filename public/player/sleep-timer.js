// @ts-check
// Ends the music after some minutes, with the track, or with the queue; it fades out before.

/** @typedef {{ kind: 'minutes', minutes: number, endsAt: number } | { kind: 'track' } | { kind: 'queue' }} Sleep */

/** The last part of the time. */
const FADE_MS = 12_000;
const STEP_MS = 250;

/**
 * What is left of the volume.
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
     * @param {{ now?: () => number, isLast: () => boolean }} means `isLast`: nothing follows what plays
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

    /** How long it takes until the end; undefined where that is not known. */
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
        // Not before the others have heard it: until then the music ends by this.
        if (this.player.stopsAfterTrack) queueMicrotask(() => this.set(undefined));
    }

    #restore() {
        if (!this.#isFading) return;
        this.#isFading = false;
        this.player.fade(1);
    }
}
