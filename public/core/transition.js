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
    // One that was ended early, or that the browser could not show, is no failure: the change itself is made.
    transition.ready.catch(() => {});
    transition.finished
        .catch(() => {})
        .then(() => {
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
