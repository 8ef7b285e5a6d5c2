// @ts-check
// A finger that rests. Some browsers make a context menu of it and some do not, so it is timed here for all.

const HOLD_MS = 450;
/** A finger at rest moves less than this, in pixels. */
const STILL = 10;

/**
 * @param {HTMLElement} root
 * @param {string} selector
 * @param {(element: HTMLElement, at: { x: number, y: number }) => void} run
 * @param {AbortSignal} [signal]
 * @param {string} [others] what has a meaning of its own for a finger
 */
export function onLongPress(root, selector, run, signal, others = 'input, select, textarea, [data-grip]') {
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let timer;
    /** @type {{ element: HTMLElement, x: number, y: number } | undefined} */
    let held;
    let isDone = false;
    const fire = () => {
        clearTimeout(timer);
        if (!held) return;
        const { element, x, y } = held;
        held = undefined;
        isDone = true;
        // A list that was drawn anew meanwhile has another element there.
        const there = element.isConnected ? element : document.elementFromPoint(x, y)?.closest(selector);
        if (there && root.contains(there)) run(/** @type {HTMLElement} */ (there), { x, y });
    };
    const stop = () => {
        clearTimeout(timer);
        held = undefined;
    };
    root.addEventListener(
        'pointerdown',
        (event) => {
            stop();
            isDone = false;
            const target = /** @type {Element} */ (event.target);
            const element = /** @type {HTMLElement | null} */ (target.closest(selector));
            if (event.pointerType !== 'touch' || !event.isPrimary || !element || target.closest(others)) return;
            held = { element, x: event.clientX, y: event.clientY };
            timer = setTimeout(fire, HOLD_MS);
        },
        { signal },
    );
    root.addEventListener(
        'pointermove',
        ({ clientX, clientY }) => {
            if (held && Math.hypot(clientX - held.x, clientY - held.y) > STILL) stop();
        },
        { signal },
    );
    root.addEventListener(
        'pointerup',
        () => {
            stop();
            // No press follows a longer one in some browsers; the next press is not that.
            setTimeout(() => {
                isDone = false;
            }, 400);
        },
        { signal },
    );
    root.addEventListener('pointercancel', stop, { signal });
    root.addEventListener(
        'contextmenu',
        (event) => {
            if (!held && !isDone) return;
            event.preventDefault();
            event.stopImmediatePropagation();
            fire();
        },
        { signal, capture: true },
    );
    // The finger that goes up again presses nothing.
    root.addEventListener(
        'click',
        (event) => {
            if (!isDone) return;
            isDone = false;
            event.preventDefault();
            event.stopImmediatePropagation();
        },
        { signal, capture: true },
    );
}
