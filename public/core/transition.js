// @ts-check
// Changes of what is seen, by View Transitions where the browser has them and the user wants motion. A change that
// comes while another is shown ends that one at once.

/**
 * Which styles apply: `page` for another page, `overlay` for what comes over it or goes.
 * @typedef {'page'|'overlay'} Kind
 */

/**
 * The part of the browser's object that is used.
 * @typedef {{ ready: Promise<void>, finished: Promise<void>, updateCallbackDone: Promise<void>,
 *   skipTransition(): void }} Transition
 */

/** @type {Transition | undefined} */
let shown;

/**
 * A press ends the motion, and reaches what lies under the pointer: as long as a transition is shown, the browser finds
 * nothing there but the root of the page.
 * @param {Transition} transition
 * @param {AbortSignal} signal
 */
function letPress(transition, signal) {
    const root = document.documentElement;
    addEventListener(
        'pointerdown',
        ({ target }) => {
            if (target !== root) return;
            transition.skipTransition();
            const pressed = new AbortController();
            setTimeout(() => pressed.abort(), 1000);
            addEventListener(
                'click',
                ({ target: hit, clientX, clientY }) => {
                    pressed.abort();
                    if (hit !== root) return;
                    const pass = () => {
                        const meant = document.elementFromPoint(clientX, clientY)?.closest('a, button, input');
                        if (meant instanceof HTMLElement) meant.click();
                    };
                    transition.finished.then(pass, pass);
                },
                { signal: pressed.signal, capture: true },
            );
        },
        { signal, capture: true },
    );
}

const isCalm = () => matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Runs `change`, and shows how it came about. It answers when the change is made, not when its motion has ended.
 * @param {Kind | undefined} kind undefined for a plain change
 * @param {() => void | Promise<void>} change what is seen stands still until it has ended
 * @param {() => void} [ended] when nothing moves any more
 */
export async function changeView(kind, change, ended) {
    const start = /** @type {{ startViewTransition?: (change: () => void | Promise<void>) => Transition }} */ (
        /** @type {unknown} */ (document)
    );
    shown?.skipTransition();
    if (!kind || !start.startViewTransition || isCalm() || document.visibilityState !== 'visible') {
        await change();
        return ended?.();
    }
    document.documentElement.dataset.transition = kind;
    const transition = start.startViewTransition(change);
    shown = transition;
    const over = new AbortController();
    letPress(transition, over.signal);
    // One that was ended early, or that the browser could not show, is no failure: the change itself is made.
    transition.ready.catch(() => {});
    transition.finished
        .catch(() => {})
        .then(() => {
            over.abort();
            ended?.();
            if (shown !== transition) return;
            shown = undefined;
            delete document.documentElement.dataset.transition;
        });
    await transition.updateCallbackDone;
}

/**
 * Waits for `work`, at most so long.
 * @param {Promise<unknown>} work
 * @param {number} ms
 * @returns {Promise<void>}
 */
export function atMost(work, ms) {
    return new Promise((resolve) => {
        const timer = setTimeout(resolve, ms);
        const end = () => {
            clearTimeout(timer);
            resolve();
        };
        work.then(end, end);
    });
}
