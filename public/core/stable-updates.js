// @ts-check
// An update never moves a row that the user is about to press. Changes of a list wait while a pointer, a finger or keys
// are active in it. They are then applied so that the row under the pointer, or with the focus, keeps its place on
// screen.

/** A pointer that has not moved for this long is idle. */
const REST_MS = 900;
const LOOK_MS = 120;
/** The longest wait for a pointer that never rests, unless something is being pressed. */
const LONGEST_MS = 12_000;

/**
 * The state of the pointer and the keyboard.
 * @typedef {{ x: number, y: number, movedAt: number, isDown: boolean, keyedAt: number }} Hands
 */

/** @type {Hands} */
const hands = { x: -1, y: -1, movedAt: -Infinity, isDown: false, keyedAt: -Infinity };

/**
 * Whether a change has to wait.
 * @param {Hands} hands @param {{ isUnder: boolean, hasFocus: boolean, now: number,
 *   since: number }} place `isUnder`: the pointer is over the list;
 *   `since`: when the change came
 */
export function mustWait({ isDown, movedAt, keyedAt }, { isUnder, hasFocus, now, since }) {
    if (isDown && isUnder) return true;
    if (now - since > LONGEST_MS) return false;
    return (isUnder && now - movedAt < REST_MS) || (hasFocus && now - keyedAt < REST_MS);
}

/** Tracks pointer and keyboard for the whole document; call it once. */
export function watchHands() {
    const seen = (/** @type {PointerEvent} */ event) => {
        // A page that scrolls under a pointer at rest sends events too.
        if (event.clientX !== hands.x || event.clientY !== hands.y || event.type !== 'pointermove')
            hands.movedAt = performance.now();
        [hands.x, hands.y] = [event.clientX, event.clientY];
    };
    const options = { capture: true, passive: true };
    addEventListener('pointermove', seen, options);
    addEventListener(
        'pointerdown',
        (event) => {
            seen(event);
            hands.isDown = true;
        },
        options,
    );
    for (const name of /** @type {const} */ (['pointerup', 'pointercancel']))
        addEventListener(
            name,
            (event) => {
                seen(event);
                hands.isDown = false;
            },
            options,
        );
    addEventListener(
        'keydown',
        () => {
            hands.keyedAt = performance.now();
        },
        options,
    );
}

/** @param {HTMLElement} host */
const isUnder = (host) => hands.x >= 0 && host.contains(document.elementFromPoint(hands.x, hands.y));

/**
 * Resolves when the user is idle in `host`, or when its page is left.
 * @param {HTMLElement} host @param {AbortSignal} signal
 */
export async function quiet(host, signal) {
    const since = performance.now();
    const waits = () =>
        !signal.aborted &&
        mustWait(hands, {
            isUnder: isUnder(host),
            hasFocus: host.contains(document.activeElement),
            now: performance.now(),
            since,
        });
    while (waits()) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
}

/**
 * Changes `host` so that the row in use keeps its place on screen.
 * @template T
 * @param {HTMLElement} host @param {() => T} change @param {string} [attribute] that identifies rows
 * @returns {T} what `change` returned
 */
export function anchored(host, change, attribute = 'data-key') {
    const at = isUnder(host)
        ? document.elementFromPoint(hands.x, hands.y)
        : host.contains(document.activeElement)
          ? document.activeElement
          : null;
    const key = at?.closest(`[${attribute}]`)?.getAttribute(attribute);
    const row = () => (key ? host.querySelector(`[${attribute}="${CSS.escape(key)}"]`) : null);
    const before = row()?.getBoundingClientRect().top;
    const changed = change();
    const after = row()?.getBoundingClientRect().top;
    if (before !== undefined && after !== undefined && after !== before)
        // @ts-expect-error TypeScript 4.8 does not know `instant`, and its `ScrollBehavior` cannot be added to.
        window.scrollBy({ top: after - before, behavior: 'instant' });
    return changed;
}
