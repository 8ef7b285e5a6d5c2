// @ts-check
// Whether visuals are drawn. The setting belongs to the account, so it applies in every browser of the user. On a
// device without a graphics card, visuals stay off until the user turns them on there.

import { announce } from '../../core/announce.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { me, updateMe } from '../../core/session.js';
import { toast } from '../../elements/overlays/toast.js';
import { hasGraphicsCard } from './gl.js';

/** @typedef {import('./model.js').ShadingMode} ShadingMode */

export const MODES = /** @type {readonly ShadingMode[]} */ (['on', 'hardPoints', 'off']);

/**
 * The mode that `toggleVisuals` restores.
 * @type {ShadingMode}
 */
let last = 'on';

/** @returns {ShadingMode} the mode on this device */
export const shadingMode = () =>
    hasGraphicsCard() || preferences.get('slowVisuals', false) ? (me.value?.shadingMode ?? 'off') : 'off';

/**
 * Takes effect at once, and is reverted if the server refuses it.
 * @param {ShadingMode} mode
 */
export async function setShadingMode(mode) {
    const before = me.value;
    if (!before) return;
    if (mode !== 'off') last = mode;
    if (!hasGraphicsCard() && mode !== 'off') preferences.set({ slowVisuals: true });
    me.set({ ...before, shadingMode: mode });
    if (before.shadingMode === mode) return;
    try {
        await updateMe({ shadingMode: mode });
    } catch (error) {
        if (me.value?.id === before.id) me.set({ ...me.value, shadingMode: before.shadingMode });
        toast(explain(error), { kind: 'error' });
    }
}

export function toggleVisuals() {
    const mode = shadingMode();
    if (mode !== 'off') last = mode;
    const next = mode === 'off' ? last : 'off';
    announce(t(next === 'off' ? 'visuals.isOff' : 'visuals.isOn'));
    void setShadingMode(next);
}
