// @ts-check
// The system's media keys, lock screen and headset buttons. They show and control the source that played last: a track,
// an episode, a station or a preview.

import { sizedImage } from '../core/images.js';

/**
 * The facts that a player shows to the system, and the actions that the system may call.
 *
 * @typedef {{ id: string, title: string, artist: string, album?: string, picture?: string, isPlaying: boolean }} Facts
 * @typedef {Partial<Record<MediaSessionAction, (details: MediaSessionActionDetails) => void>>} Actions
 * @typedef {{ events: EventTarget, changes: string[], facts: () => Facts | undefined, actions: Actions,
 *   place?: () => { durationMs: number, positionMs: number, rate: number } }} Sounding `facts`: of the current item;
 *   `changes`: the events that may change the facts; `place`: read at each `time`
 */

/** @type {MediaSessionAction[]} */
const ACTIONS = [
    'play', 'pause', 'nexttrack', 'previoustrack', 'seekbackward', 'seekforward', 'seekto', 'stop',
];
const SIZES = [128, 256, 512];

export class SystemControls {
    /** @type {MediaSession | undefined} */
    #session;
    /** @type {Sounding[]} */
    #all = [];
    /** @type {Sounding | undefined} */
    #holder;
    #shown = '';

    /** @param {MediaSession | undefined} session undefined where the browser has none */
    constructor(session) {
        this.#session = session;
    }

    /** @param {Sounding} sounding shown by the system when it plays */
    add(sounding) {
        this.#all.push(sounding);
        for (const name of sounding.changes) sounding.events.addEventListener(name, () => this.#update(sounding));
        sounding.events.addEventListener('time', () => {
            if (this.#holder === sounding) this.#showPlace();
        });
        this.#update(sounding);
    }

    /** @param {Sounding} changed */
    #update(changed) {
        if (changed.facts()?.isPlaying) this.#handTo(changed);
        else if (!this.#holder?.facts()) this.#handTo(this.#all.find((one) => one.facts()) ?? changed);
        this.#show();
    }

    /** @param {Sounding} holder */
    #handTo(holder) {
        if (this.#holder === holder) return;
        this.#holder = holder;
        for (const action of ACTIONS) {
            try {
                this.#session?.setActionHandler(action, holder.actions[action] ?? null);
            } catch {
                // This browser does not know the action.
            }
        }
        this.#session?.setPositionState?.();
    }

    #show() {
        const [session, facts] = [this.#session, this.#holder?.facts()];
        if (!session) return;
        session.playbackState = facts?.isPlaying ? 'playing' : facts ? 'paused' : 'none';
        if ((facts?.id ?? '') === this.#shown) return;
        this.#shown = facts?.id ?? '';
        session.metadata = facts ? metadataOf(facts) : null;
    }

    #showPlace() {
        const { durationMs, positionMs, rate } = this.#holder?.place?.() ?? { durationMs: 0, positionMs: 0, rate: 1 };
        if (!(durationMs > 0)) return;
        const [duration, position] = [durationMs / 1000, Math.min(positionMs, durationMs) / 1000];
        this.#session?.setPositionState?.({ duration, position, playbackRate: rate });
    }
}

/** @param {Facts} facts */
function metadataOf({ title, artist, album = '', picture }) {
    const artwork = SIZES.flatMap((size) => {
        const path = sizedImage(picture, size, 'jpeg');
        return path
            ? [{ src: new URL(path, location.origin).href, sizes: `${size}x${size}`, type: 'image/jpeg' }]
            : [];
    });
    return new MediaMetadata({ title, artist, album, artwork });
}

export const systemControls = new SystemControls(globalThis.navigator?.mediaSession);

/**
 * The actions of a player that supports pausing and seeking.
 * @param {{ play: () => void, pause: () => void, seekBy: (ms: number) => void, seek: (ms: number) => void }} player
 * @param {{ backMs: number, onMs: number }} steps used if the system names none
 * @returns {Actions}
 */
export const steeringOf = (player, { backMs, onMs }) => ({
    play: () => player.play(),
    pause: () => player.pause(),
    stop: () => player.pause(),
    seekbackward: ({ seekOffset }) => player.seekBy(-(seekOffset ? seekOffset * 1000 : backMs)),
    seekforward: ({ seekOffset }) => player.seekBy(seekOffset ? seekOffset * 1000 : onMs),
    seekto: ({ seekTime }) => player.seek((seekTime ?? 0) * 1000),
});

/** @param {import('./player.js').Player} player of tracks */
export function connectMediaSession(player) {
    systemControls.add({
        events: player,
        changes: ['change', 'queue'],
        facts: () => {
            const { current: track, isPlaying } = player;
            if (!track) return undefined;
            const { id, title, album, cover } = track;
            const artist = track.artists.map(({ name }) => name).join(', ');
            return { id, title, artist, album, picture: cover, isPlaying };
        },
        place: () => player,
        actions: {
            ...steeringOf(player, { backMs: 10_000, onMs: 10_000 }),
            nexttrack: () => player.next(),
            previoustrack: () => player.previous(),
        },
    });
}
