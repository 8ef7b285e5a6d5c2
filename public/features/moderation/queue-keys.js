// @ts-check
// Keyboard control of the listening room. Pure but for `bindRoomKeys`.

import { preferences } from '../../core/preferences.js';

/**
 * @typedef {'play' | 'back' | 'forward' | 'next' | 'previous' | 'approve' | 'reject' | 'edit' | 'choose' |
 *   'undo'} RoomAct
 */

/** @type {Record<string, RoomAct>} */
const ACTS = {
    ' ': 'play',
    arrowleft: 'back',
    arrowright: 'forward',
    j: 'next',
    s: 'next',
    k: 'previous',
    a: 'approve',
    r: 'reject',
    e: 'edit',
    x: 'choose',
    u: 'undo',
};

const REPEATED = ['back', 'forward', 'next', 'previous'];

/**
 * @param {{ key: string, ctrlKey: boolean, metaKey: boolean, altKey: boolean, shiftKey: boolean,
 *   repeat: boolean }} event
 * @param {{ editable: boolean, activatable: boolean, slider: boolean, busy: boolean }} place the focused element;
 *   `busy`: a dialog or a menu is open
 * @returns {RoomAct | number | undefined} a number seeks to that many tenths
 */
export function roomAct({ key, ctrlKey, metaKey, altKey, shiftKey, repeat }, { editable, activatable, slider, busy }) {
    if (ctrlKey || metaKey || altKey || shiftKey || editable || busy) return undefined;
    if (/^\d$/.test(key)) return slider ? undefined : Number(key);
    const act = ACTS[key.toLowerCase()];
    if (act === 'play' && activatable) return undefined;
    if ((act === 'back' || act === 'forward') && slider) return undefined;
    // A key held down decides once.
    return repeat && !REPEATED.includes(act) ? undefined : act;
}

/** @param {EventTarget | null} target */
function placeOf(target) {
    const isInput = target instanceof HTMLInputElement;
    const isBox = isInput && ['checkbox', 'radio', 'range', 'button'].includes(target.type);
    return {
        editable:
            (isInput && !isBox) || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement,
        activatable:
            target instanceof Element && target.matches('button, summary, a, input[type="checkbox"]:focus-visible'),
        slider: isInput && target.type === 'range',
        busy: Boolean(document.querySelector('dialog[open], [role=menu]')),
    };
}

/**
 * @param {Record<RoomAct, () => void>} acts
 * @param {{ jump: (tenth: number) => void, isOpen: () => boolean }} room `isOpen`: a submission is open
 * @param {AbortSignal} signal
 */
export function bindRoomKeys(acts, { jump, isOpen }, signal) {
    // On the document, since nothing has the focus after a reload. Capturing runs before the player's own keys.
    document.addEventListener(
        'keydown',
        (event) => {
            if (!preferences.get('shortcuts', true)) return;
            const act = roomAct(event, placeOf(event.target));
            // Undo works even after the last decision, when no submission is open.
            if (act === undefined || (act !== 'undo' && !isOpen())) return;
            event.preventDefault();
            event.stopPropagation();
            if (typeof act === 'number') jump(act);
            else acts[act]();
        },
        { signal, capture: true },
    );
}
