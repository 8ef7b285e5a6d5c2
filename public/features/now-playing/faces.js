// @ts-check
// The stage's faces as tabs. A narrow screen shows one at a time, a wide screen one beside the cover.

import { delegate, find, onLeave } from '../../core/dom.js';
import { attribute, html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { mountReading } from '../lyrics/reading.js';
import { mountQueue, queueFrame } from '../queue/list.js';
import { beside, choices, chosen, FACES, seen } from './faces-model.js';

/** @typedef {import('./faces-model.js').Face} Face */

const WIDE = '(min-width: 1024px)';

export const faceTabs = () =>
    html`<div class="stage-tabs" role="tablist" aria-label="${t('stage.faces')}">${FACES.map(
        (face) =>
            html`<button type="button" role="tab" class="stage-tab" id="tab-${face}" aria-controls="face-${face}"
            data-tab="${face}" data-testid="tab-${face}">${t(`stage.face.${face}`)}</button>`,
    )}</div>`;

export const facePanels = () =>
    html`<div class="stage-face" id="face-cover" data-face="cover" data-testid="face-cover"><div class="stage-art"
        data-art></div></div>
    <div class="stage-face stage-words" id="face-words" data-face="words" data-testid="face-words"
        ${attribute('hidden', true)}></div>
    <div class="stage-face stage-queue" id="face-queue" data-face="queue" data-testid="face-queue"
        ${attribute('hidden', true)}>${queueFrame()}</div>`;

/**
 * @param {HTMLElement} stage
 * @param {AbortSignal} signal
 * @returns {{ turn: (by: number) => void }}
 */
export function bindFaces(stage, signal) {
    const wide = matchMedia(WIDE);
    /** @type {Face} the selected face; a narrow screen starts with the cover */
    let choice = wide.matches ? preferences.get('stageFace', 'words') : 'cover';
    /** @type {Map<Face, AbortController>} the visible faces; hiding one aborts its controller */
    const shown = new Map();
    const tab = (/** @type {Face} */ face) => find(stage, `[data-tab=${face}]`);
    const panel = (/** @type {Face} */ face) => find(stage, `[data-face=${face}]`);

    /** @param {Face} face */
    const show = (face) => {
        if (shown.has(face)) return;
        const ending = new AbortController();
        shown.set(face, ending);
        panel(face).hidden = false;
        if (face === 'words') mountReading(panel(face), ending.signal);
        if (face === 'queue') mountQueue(panel(face), ending.signal);
    };
    /** @param {Face} face */
    const hide = (face) => {
        shown.get(face)?.abort();
        shown.delete(face);
        panel(face).hidden = true;
    };
    const update = () => {
        const isWide = wide.matches;
        choice = chosen(choice, isWide, preferences.get('stageFace', 'words'));
        const now = seen(choice, isWide);
        stage.dataset.choice = choice;
        for (const face of FACES) {
            const isChoice = choices(isWide).includes(face);
            const isChosen = face === choice;
            tab(face).hidden = !isChoice;
            tab(face).setAttribute('aria-selected', String(isChosen));
            tab(face).tabIndex = isChosen ? 0 : -1;
            if (now.includes(face)) show(face);
            else hide(face);
            // While always visible, the cover belongs to no tab.
            if (isChoice) panel(face).setAttribute('role', 'tabpanel');
            else panel(face).removeAttribute('role');
            if (isChoice) panel(face).setAttribute('aria-labelledby', `tab-${face}`);
            else panel(face).removeAttribute('aria-labelledby');
        }
    };
    /** @param {Face} face */
    const choose = (face) => {
        if (face === choice) return;
        choice = face;
        if (face !== 'cover') preferences.set({ stageFace: face });
        update();
    };

    delegate(stage, 'click', '[data-tab]', (one) => choose(/** @type {Face} */ (one.dataset.tab)), signal);
    delegate(
        stage,
        'keydown',
        '[data-tab]',
        (_, event) => {
            const { key, shiftKey } = /** @type {KeyboardEvent} */ (event);
            const by = { ArrowLeft: -1, ArrowRight: 1, Home: -FACES.length, End: FACES.length }[key];
            if (by === undefined || shiftKey) return;
            event.preventDefault();
            choose(beside(choice, by, wide.matches));
            tab(choice).focus();
        },
        signal,
    );
    wide.addEventListener('change', update, { signal });
    onLeave(signal, () => {
        for (const ending of shown.values()) ending.abort();
    });
    update();
    return { turn: (by) => choose(beside(choice, by, wide.matches)) };
}
