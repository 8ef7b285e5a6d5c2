// @ts-check

/**
 * Returns an element that must exist: a missing one is a programming error and throws.
 * @template {Element} [T=HTMLElement]
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {T}
 */
export function find(root, selector) {
    const element = root.querySelector(selector);
    if (!element) throw new Error(`No element matches ${selector}`);
    return /** @type {T} */ (/** @type {unknown} */ (element));
}

/**
 * Focuses the heading of `root` without scrolling. Returns false if it has none.
 * @param {ParentNode} root
 */
export function focusHeading(root) {
    const heading = root.querySelector('h1');
    if (!heading) return false;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
    return true;
}

/**
 * Listens on `root` for events of the elements inside it that match `selector`.
 * @param {EventTarget} root
 * @param {string} type
 * @param {string} selector
 * @param {(element: HTMLElement, event: Event) => void} listener
 * @param {AbortSignal} [signal]
 */
export function delegate(root, type, selector, listener, signal) {
    root.addEventListener(
        type,
        (event) => {
            if (!(event.target instanceof Element)) return;
            const element = event.target.closest(selector);
            if (element) listener(/** @type {HTMLElement} */ (element), event);
        },
        { signal },
    );
}

/**
 * @param {HTMLElement} element
 * @param {Record<string, string>} properties custom properties, without the two dashes
 */
export function style(element, properties) {
    for (const [name, value] of Object.entries(properties)) element.style.setProperty(`--${name}`, value);
}

/**
 * Sets text only when it differs, so that screen readers stay silent and layout is not repeated.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
    if (element.textContent !== text) element.textContent = text;
}

/** @param {AbortSignal} signal @param {() => void} cleanup */
export function onLeave(signal, cleanup) {
    if (signal.aborted) cleanup();
    else signal.addEventListener('abort', cleanup, { once: true });
}
