// @ts-check
// The menu of visuals: the listener's choice, and for moderators the track's own visual.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { VISUALS } from './model.js';

/** @typedef {import('./model.js').VisualName} VisualName */
/** @typedef {import('./model.js').Choice} Choice */

/**
 * @param {HTMLElement} anchor
 * @param {object} parts
 * @param {Choice} parts.choice
 * @param {VisualName} [parts.given] the track's own visual
 * @param {import('../../core/types.js').TrackItem} [parts.track]
 * @param {(choice: Choice) => void} parts.choose
 */
export function openChoice(anchor, { choice, given, track, choose }) {
    const mark = (/** @type {boolean} */ isChosen) => (isChosen ? icons.check : html`<span class="icon"></span>`);
    const isGiver = track !== undefined && may('moderate');
    openMenu(anchor, [
        {
            label: t('visuals.automatic'),
            icon: mark(choice === 'automatic'),
            testid: 'visual-automatic',
            run: () => choose('automatic'),
        },
        ...VISUALS.map((name) => ({
            label: t(`visuals.names.${name}`),
            icon: mark(choice === name),
            testid: `visual-${name}`,
            run: () => choose(name),
        })),
        ...(isGiver && choice !== 'automatic' && choice !== given
            ? [
                  {
                      label: t('visuals.give', { name: t(`visuals.names.${choice}`) }),
                      icon: icons.edit,
                      testid: 'visual-give',
                      run: () => void give(track.id, choice),
                  },
              ]
            : []),
        ...(isGiver && given
            ? [
                  {
                      label: t('visuals.takeBack', { name: t(`visuals.names.${given}`) }),
                      icon: icons.edit,
                      testid: 'visual-take-back',
                      run: () => void give(track.id, null),
                  },
              ]
            : []),
    ]);
}

/** @param {string} id the track's ID @param {VisualName | null} visual */
async function give(id, visual) {
    try {
        await api.patch(trackPath(id), { visual });
        toast(t('edits.saved'));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
