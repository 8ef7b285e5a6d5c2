// @ts-check
// Animates changes of the view by View Transitions, if the browser has them and the user wants motion. A new change
// ends a running transition at once.

/**
 * Which styles apply: `page` for another page, `overlay` for an overlay that opens or closes.
 * @typedef {'page'|'overlay'} Kind
 */

/**
 * The members of the browser's object that are used.
 * @typedef {{ ready: Promise<void>, finished: Promise<void>, updateCallbackDone: Promise<void>,
 *   skipTransition(): void }} Transition
 */

/** @type {Transition | undefined} */
let shown;

/**
 * A press ends the transition and reaches the element under the pointer. During a transition the browser finds only the
 * root of the page there.
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
 * Runs `change` with a transition. Resolves when the change is made, not when its motion has ended.
 * @param {Kind | undefined} kind undefined for a plain change
 * @param {() => void | Promise<void>} change the screen is frozen until it has ended
 * @param {() => void} [ended] called when the motion has ended
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
    // A transition that was skipped or could not be shown is no failure: the change itself is made.
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
 * Waits for `work`, at most `ms` milliseconds.
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
