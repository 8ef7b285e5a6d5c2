// @ts-check
// Moves and removes entries for users who may edit the playlist: one entry or the selection, by mouse, touch and
// keyboard.

import { delegate } from '../../core/dom.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { makeSortable } from '../../elements/lists/sortable.js';
import { anchorOf, moveEntries, removeEntries } from '../playlists/model.js';

/** @typedef {import('../playlists/model.js').Entry} Entry */
/** @typedef {import('../../elements/lists/paged-source.js').PagedSource<Entry>} Source */

export const indexOf = (/** @type {Element} */ element) =>
    Number(/** @type {HTMLElement} */ (element.closest('[data-index]')).dataset.index);

/**
 * @param {HTMLElement} list
 * @param {object} parts
 * @param {string} parts.id the playlist's ID
 * @param {() => Source | undefined} parts.source
 * @param {() => boolean} parts.isOwnOrder entries can be moved only in the playlist's own order
 * @param {(run: () => Promise<unknown>, said: string) => Promise<void>} parts.change makes a change and shows it
 * @param {AbortSignal} parts.signal
 */
export function editEntries(list, { id, source, isOwnOrder, change, signal }) {
    const entryAt = (/** @type {number} */ index) => source()?.at(index);

    /** @param {number} from @param {number} to */
    const move = async (from, to) => {
        const all = source();
        const entry = entryAt(from);
        if (!all || !entry || to < 0 || to >= all.total || to === from || !isOwnOrder()) return;
        await all.ensure(Math.max(0, to - 1), to + 2);
        const first = Math.max(0, Math.min(from, to) - 1);
        const ids = Array.from({ length: Math.max(from, to) + 2 - first }, (_, place) => entryAt(first + place)?.id);
        const anchor = to === 0 ? null : anchorOf(ids, from - first, to - first);
        await change(
            () => moveEntries(id, [entry.id], anchor),
            t('queue.moved', { title: entry.track.title, position: to + 1 }),
        );
        /** @type {HTMLElement | null} */ (
            list.querySelector(`[data-entry="${CSS.escape(entry.id)}"] [data-track-menu]`)
        )?.focus({ preventScroll: true });
    };
    const remove = (/** @type {string[]} */ ids) =>
        change(() => removeEntries(id, ids), t('playlists.removed', { count: ids.length }));

    /** @param {string[]} ids */
    const toEnd = async (ids) => {
        const all = source();
        if (!all) return;
        await all.ensure(all.total - 1, all.total);
        const end = entryAt(all.total - 1);
        if (end) await change(() => moveEntries(id, ids, end.id), t('playlists.moved', { count: ids.length }));
    };

    /**
     * The additional items of a row's menu.
     * @param {HTMLElement} row
     */
    const extras = (row) => {
        const index = indexOf(row);
        const entry = entryAt(index);
        if (!entry) return [];
        const last = (source()?.total ?? 0) - 1;
        return [
            ...(index > 0 && isOwnOrder()
                ? [
                      { label: t('playlists.moveUp'), icon: icons.up, run: () => void move(index, index - 1) },
                      { label: t('playlists.moveFirst'), icon: icons.up, run: () => void move(index, 0) },
                  ]
                : []),
            ...(index < last && isOwnOrder()
                ? [
                      { label: t('playlists.moveDown'), icon: icons.down, run: () => void move(index, index + 1) },
                      { label: t('playlists.moveLast'), icon: icons.down, run: () => void move(index, last) },
                  ]
                : []),
            { label: t('playlists.removeOne'), icon: icons.trash, danger: true, run: () => void remove([entry.id]) },
        ];
    };

    /**
     * The additional actions for a selection.
     * @returns {import('../selection/actions.js').SelectionAction[]}
     */
    const actions = () => [
        ...(isOwnOrder()
            ? [
                  {
                      name: 'first',
                      label: t('playlists.moveFirst'),
                      icon: icons.up,
                      run: (/** @type {{ key: string }[]} */ songs) =>
                          change(
                              () =>
                                  moveEntries(
                                      id,
                                      songs.map(({ key }) => key),
                                      null,
                                  ),
                              t('playlists.moved', { count: songs.length }),
                          ),
                  },
                  {
                      name: 'last',
                      label: t('playlists.moveLast'),
                      icon: icons.down,
                      run: (/** @type {{ key: string }[]} */ songs) => toEnd(songs.map(({ key }) => key)),
                  },
              ]
            : []),
        {
            name: 'remove',
            label: t('playlists.removeOne'),
            icon: icons.trash,
            isMain: true,
            ends: true,
            danger: true,
            run: (songs) => remove(songs.map(({ key }) => key)),
        },
    ];

    const bind = () => {
        makeSortable(
            list,
            {
                item: 'tr[data-entry]',
                handle: '[data-grip]',
                moved: (from, to) => {
                    const rows = [...list.querySelectorAll('tr[data-entry]')];
                    void move(indexOf(rows[from]), indexOf(rows[to]));
                },
            },
            signal,
        );
        delegate(
            list,
            'keydown',
            'tr[data-entry]',
            (row, event) => {
                const { key, altKey } = /** @type {KeyboardEvent} */ (event);
                if (!altKey || (key !== 'ArrowUp' && key !== 'ArrowDown')) return;
                event.preventDefault();
                const index = indexOf(row);
                void move(index, index + (key === 'ArrowUp' ? -1 : 1));
            },
            signal,
        );
    };
    return { extras, actions, bind };
}
