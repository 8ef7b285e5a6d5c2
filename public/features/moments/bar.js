// @ts-check
// Moments in the player bar: pictures on its waveform, and the bubble above it.

import { find } from '../../core/dom.js';
import { bindBubble } from './bubble.js';
import { Marks } from './marks.js';
import { followPlayed } from './store.js';

/**
 * The pictures are for display only. Pressing one seeks, like pressing the waveform anywhere else.
 * @param {HTMLElement} bar @param {import('../../player/player.js').Player} player @param {AbortSignal} signal
 * @returns {{ place: (view: import('./model.js').View) => void }}
 */
export function bindBarMoments(bar, player, signal) {
    const line = find(bar, '[data-line]');
    const host = document.createElement('div');
    line.append(host);
    const marks = new Marks(host, signal);
    const bubble = bindBubble(bar, line, { player, tells: true }, signal);
    followPlayed(player, { show: (moments) => marks.show(moments), leave: () => marks.show([]) }, signal);
    return {
        place: (view) => {
            marks.place(view);
            bubble.place(view);
        },
    };
}
