// @ts-check
// Menus, selection and swipes of the queue's rows.

import { delegate, find } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { steered as player } from '../../player/steered.js';
import { takeFromQueue } from '../play/additions.js';
import { bindSelection, isSelected, selectItem } from '../selection/bind.js';
import { selection } from '../selection/model.js';
import { heldSongs } from '../selection/songs.js';
import { whyItem } from '../song-radio/why.js';
import { bindSwipes } from '../touch/swipe.js';
import { likeSwipe } from '../touch/track-swipes.js';
import { trackMenu } from '../track/menu.js';

const ROWS = '[data-entry]';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function bindQueueRows(host, signal) {
    const songs = heldSongs(
        () => player.queue.entries,
        ({ key, track }) => ({ key: String(key), track }),
    );
    const entryOf = (/** @type {HTMLElement} */ row) =>
        player.queue.entries.find(({ key }) => key === Number(row.dataset.entry));
    bindSelection(
        {
            root: host,
            rows: ROWS,
            songs: () => songs,
            actions: () => [
                {
                    name: 'remove',
                    label: t('selection.unqueue'),
                    icon: icons.trash,
                    isMain: true,
                    ends: true,
                    danger: true,
                    run: (chosen) =>
                        takeFromQueue(
                            chosen.map(({ key }) => Number(key)),
                            t('selection.songs', { count: chosen.length }),
                        ),
                },
            ],
        },
        signal,
    );
    bindSwipes(
        host,
        ROWS,
        (row) => {
            const entry = entryOf(row);
            if (!entry) return {};
            const { key, track } = entry;
            return {
                right: {
                    kind: 'remove',
                    label: t('swipe.remove'),
                    icon: icons.trash,
                    run: () => takeFromQueue([key], track.title),
                },
                left: likeSwipe(track),
            };
        },
        signal,
    );
    delegate(
        host,
        'contextmenu',
        ROWS,
        (row, event) => {
            if (/** @type {Element} */ (event.target).closest('a')) return;
            event.preventDefault();
            const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
            const anchor = find(row, '[data-jump]');
            if (selection.size > 1 && isSelected(row))
                return void import('../selection/bar.js').then((bar) => bar.openSelectionMenu(anchor, { x, y }));
            const entry = entryOf(row);
            trackMenu(anchor, entry?.track, { x, y }, [...whyItem(entry), ...selectItem(row)]);
        },
        signal,
    );
}
