// @ts-check
// The audio quality of this browser: a button with its name, and a menu to choose it.

import { delegate } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { icons } from '../../elements/icons.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { QUALITIES } from '../../player/quality.js';

/** @typedef {import('../../player/quality.js').Quality} Quality */

/** @param {Quality} quality */
const nameOf = (quality) => (quality === 'original' ? t('stage.original') : t('stage.rate', { rate: quality }));

const now = () => preferences.get('quality', 'original');

export const qualityButton = () =>
    html`<button type="button" class="stage-quality" data-quality aria-haspopup="menu" title="${t('profile.quality')}"
        data-testid="stage-quality"><span class="visually-hidden">${t('profile.quality')}: </span><span
        data-quality-name>${nameOf(now())}</span></button>`;

/** @param {HTMLElement} root @param {AbortSignal} signal */
export function bindQuality(root, signal) {
    /** @param {Quality} quality */
    const choose = (quality) => {
        preferences.set({ quality });
        for (const name of root.querySelectorAll('[data-quality-name]')) render(name, html`${nameOf(quality)}`);
        toast(t('stage.qualityFromNext'), { id: 'quality' });
    };
    delegate(
        root,
        'click',
        '[data-quality]',
        (button) =>
            openMenu(
                button,
                QUALITIES.map((quality) => ({
                    label: nameOf(quality),
                    icon: quality === now() ? icons.check : html`<span class="icon"></span>`,
                    run: () => choose(quality),
                })),
            ),
        signal,
    );
}
