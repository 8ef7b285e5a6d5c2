// @ts-check
// Runs the actions of keyboard shortcuts and of the palette.

import { announce } from '../../core/announce.js';
import { t } from '../../core/i18n.js';
import { closeOverlay, navigate } from '../../core/navigate.js';
import { nextRepeat } from '../../player/queue.js';
import { steered as player } from '../../player/steered.js';
import { openDevices } from '../devices/button.js';
import { hasSideBar, toggleRail } from '../navigation/rail.js';
import { toggleQueuePanel } from '../queue/panel.js';
import { toggleVisuals } from '../visuals/mode.js';
import { openHelp } from './help-dialog.js';

/** @param {Exclude<import('./model.js').Action, 'palette'>} action */
export function perform(action) {
    switch (action) {
        case 'toggle':
            return player.toggle();
        case 'next':
            return player.next();
        case 'previous':
            return player.previous();
        case 'back':
            return player.seekBy(-10_000);
        case 'forward':
            return player.seekBy(10_000);
        case 'louder':
            return player.setVolume(player.volume + 0.05);
        case 'quieter':
            return player.setVolume(player.volume - 0.05);
        case 'mute':
            return player.setMuted(!player.muted);
        case 'shuffle':
            player.setShuffle(!player.queue.shuffled);
            return announce(t(player.queue.shuffled ? 'player.shuffleOn' : 'player.shuffleOff'));
        case 'repeat':
            player.setRepeat(nextRepeat(player.queue.repeat));
            return announce(t(`player.repeat.${player.queue.repeat}`));
        case 'stage':
            return location.pathname === '/now-playing' ? closeOverlay() : navigate('/now-playing');
        case 'queue':
            return toggleQueuePanel();
        case 'devices':
            return void openDevices();
        case 'visuals':
            return toggleVisuals();
        case 'moment':
            return void pinMoment();
        case 'search':
            return location.pathname === '/search'
                ? /** @type {HTMLElement | null} */ (document.querySelector('main input'))?.focus()
                : navigate('/search');
        case 'sidebar':
            return hasSideBar() ? toggleRail() : undefined;
        case 'help':
            return openHelp();
    }
}

/** Reads the position before the form loads. */
async function pinMoment() {
    const { current: track, positionMs } = player;
    if (!track) return;
    const { addMoment } = await import('../moments/edit-dialog.js');
    addMoment(track, positionMs);
}
