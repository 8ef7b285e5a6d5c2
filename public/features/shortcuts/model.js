// @ts-check
// Keyboard shortcuts, one key for each action. Text fields keep their keys, and a focused button keeps the space bar.

/**
 * @typedef {'toggle'|'next'|'previous'|'back'|'forward'|'mute'|'shuffle'|'repeat'|'search'|'help'|'louder'|'quieter'|
 *   'palette'|'sidebar'|'stage'|'queue'|'devices'|'visuals'|'moment'} Action
 */

/** @type {Record<string, Action>} */
const KEYS = {
    ' ': 'toggle',
    k: 'toggle',
    j: 'back',
    l: 'forward',
    n: 'next',
    p: 'previous',
    m: 'mute',
    s: 'shuffle',
    r: 'repeat',
    b: 'sidebar',
    f: 'stage',
    q: 'queue',
    d: 'devices',
    v: 'visuals',
    c: 'moment',
    '/': 'search',
    '?': 'help',
};

/** @type {Record<string, Action>} */
const SHIFTED = { ArrowLeft: 'back', ArrowRight: 'forward', ArrowUp: 'louder', ArrowDown: 'quieter' };

/**
 * Whether the keys open the palette. As a combination they work in text fields too.
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean }} event
 */
export function isPaletteKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
    return Boolean(ctrlKey) !== Boolean(metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
}

/**
 * @param {{ key: string, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, shiftKey?: boolean,
 *   repeat?: boolean, isComposing?: boolean }} event
 * @param {{ editable: boolean, activatable: boolean, dialog: boolean }} place the focused element
 * @returns {Action | undefined}
 */
export function actionFor(event, place) {
    if (isPaletteKey(event) && !place.dialog && !event.isComposing) return event.repeat ? undefined : 'palette';
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || place.editable || place.dialog)
        return undefined;
    if (event.key === ' ' && place.activatable) return undefined;
    if (event.shiftKey && SHIFTED[event.key]) return SHIFTED[event.key];
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (event.repeat && action !== 'back' && action !== 'forward') return undefined;
    return action;
}

/** @param {Element | null} element */
export function placeOf(element) {
    const tag = element?.tagName ?? '';
    const type = element?.getAttribute('type') ?? 'text';
    const control = ['range', 'checkbox', 'radio', 'button', 'submit', 'file'].includes(type);
    return {
        editable:
            tag === 'TEXTAREA' ||
            tag === 'SELECT' ||
            (tag === 'INPUT' && !control) ||
            (element instanceof HTMLElement && element.isContentEditable),
        activatable:
            tag === 'BUTTON' || tag === 'SUMMARY' || tag === 'A' || (tag === 'INPUT' && control && type !== 'range'),
        dialog: document.querySelector('dialog[open]') !== null || document.querySelector('[role=menu]') !== null,
    };
}

/**
 * @param {(action: Action) => void} perform
 * @param {(action: Action) => boolean} enabled
 */
export function listenForShortcuts(perform, enabled) {
    document.addEventListener('keydown', (event) => {
        if (event.defaultPrevented) return;
        const action = actionFor(event, placeOf(document.activeElement));
        if (!action || !enabled(action)) return;
        event.preventDefault();
        perform(action);
    });
}
