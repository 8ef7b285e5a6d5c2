// @ts-check
// The time under the pointer, above a waveform.

import { find, style } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html } from '../../core/html.js';

export const timeUnderPointer = html`<span class="scrubber-hover" aria-hidden="true" data-hover hidden></span>`;

/**
 * @param {HTMLElement} line has `timeUnderPointer`
 * @param {(share: number) => number} timeAt the milliseconds at a share of its width
 * @param {AbortSignal} signal
 */
export function followPointer(line, timeAt, signal) {
    const note = find(line, '[data-hover]');
    line.addEventListener(
        'pointermove',
        ({ pointerType, clientX }) => {
            // Under a finger nobody sees it.
            if (pointerType === 'touch') return;
            const { left, width } = line.getBoundingClientRect();
            const share = Math.min(1, Math.max(0, (clientX - left) / width));
            style(line, { hover: `${share * 100}%` });
            note.textContent = clock(timeAt(share));
            note.hidden = false;
        },
        { signal },
    );
    line.addEventListener(
        'pointerleave',
        () => {
            note.hidden = true;
        },
        { signal },
    );
}
