// @ts-check
// Views of one thing follow what others do to it: they ask again when something happened, and are shown anew when the
// answer is another one.

import { api, ApiError, isAbort } from './api.js';
import { debounced } from './debounce.js';
import { onLeave } from './dom.js';
import { live } from './events.js';
import { refreshView } from './navigate.js';
import { pausing } from './throttle.js';
import { quiet } from './stable-updates.js';

const PAUSE = 600;
/** The fields that hearts and stars keep current by themselves. */
const OPINIONS = new Set(['totalListenings', 'liked', 'likedAt', 'rating', 'averageRating', 'ratingCount']);

/**
 * The part of an answer whose change redraws a view.
 * @param {unknown} answer
 */
export function essence(answer) {
    return JSON.stringify(answer, (name, value) => (OPINIONS.has(name) ? undefined : value));
}

/**
 * Nothing is taken away under somebody's hands: the view waits until nobody types in it or presses something.
 * @param {string[]} names of events @param {unknown} shown the answer that the view shows
 * @param {(signal: AbortSignal) => Promise<unknown>} ask @param {AbortSignal} signal of the view
 */
export function follow(names, shown, ask, signal) {
    const before = essence(shown);
    const look = debounced(PAUSE, async (_, abort) => {
        try {
            if (essence(await ask(abort)) !== before) show();
        } catch (error) {
            // A thing that is gone shows the page for that. After another failure the next look asks again.
            if (!isAbort(error) && error instanceof ApiError && error.status === 404) show();
        }
    });
    const show = () => {
        if (signal.aborted) return;
        const main = document.querySelector('main');
        const isBusy =
            main?.querySelector(':is(input, textarea, select):focus') ||
            document.querySelector('dialog[open], [role=menu]');
        const isPressed = main?.querySelector(':active');
        if (isBusy || isPressed)
            addEventListener(isPressed ? 'pointerup' : 'focusin', () => look.later(undefined), { once: true, signal });
        else refreshView();
    };
    for (const name of names) live.on(name, () => look.later(undefined), signal);
    onLeave(signal, () => look.cancel());
}

/**
 * A list that looks again: not while somebody chooses in it, presses something, or answers a dialog about one of its
 * rows.
 * @param {HTMLElement} host @param {() => Promise<unknown>} look @param {AbortSignal} signal of the view
 */
export function unhurried(host, look, signal) {
    const again = () => later.soon();
    const later = pausing(async () => {
        if (signal.aborted) return;
        if (
            host.querySelector(':is(input, textarea, select):focus, :active') ||
            document.querySelector('dialog[open], [role=menu]')
        ) {
            for (const name of ['pointerup', 'focusin', 'focusout', 'close'])
                addEventListener(name, again, { once: true, capture: true, signal });
            return;
        }
        await quiet(host, signal);
        if (signal.aborted) return;
        // After a failure the next look asks again.
        await look().catch(() => {});
    }, signal);
    return later;
}

/**
 * @template T
 * @typedef {{ items: T[], load(): Promise<void> }} ShortList
 */

/**
 * A short list at an address: asked for again when something changed, and drawn anew where it is another one. Nobody is
 * told what has changed: that something did is enough to look again.
 * @template T
 * @param {HTMLElement} host @param {string} path @param {() => void} draw @param {AbortSignal} signal of the view
 * @returns {ShortList<T>}
 */
export function shortList(host, path, draw, signal) {
    const list = {
        /** @type {T[]} */
        items: [],
        async load() {
            ({ items: list.items } = await api.get(path, { signal }));
            draw();
        },
    };
    const again = unhurried(
        host,
        async () => {
            const { items } = await api.get(path, { signal, quiet: true });
            if (JSON.stringify(items) === JSON.stringify(list.items)) return;
            list.items = items;
            draw();
        },
        signal,
    );
    for (const name of ['changes', 'reset']) live.on(name, again.soon, signal);
    return list;
}

/**
 * @param {'administration' | 'account'} name what admins hear of, or what concerns oneself @param {string[]} areas that
 *   are shown
 * @param {() => void} changed @param {AbortSignal} signal of the view
 */
export function followAreas(name, areas, changed, signal) {
    live.on(
        name,
        (/** @type {{ areas?: string[] }} */ { areas: others = [] }) => {
            if (others.some((area) => areas.includes(area))) changed();
        },
        signal,
    );
    live.on('reset', changed, signal);
}
