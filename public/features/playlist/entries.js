// @ts-check
// A playlist's entries. They can be played from any row, selected, and sorted by a column.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { restartable } from '../../core/restartable-signal.js';
import { icons } from '../../elements/icons.js';
import { PagedSource } from '../../elements/lists/paged-source.js';
import { virtualList } from '../../elements/lists/virtual-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { endSelection } from '../selection/model.js';
import { pagedSongs } from '../selection/songs.js';
import {
    announceOrder,
    columnName,
    COLUMNS,
    pressed,
    rememberedOrder,
    rememberOrder,
    sorted,
    TEMPO_COLUMNS,
} from '../track/sort.js';
import { playlistPath } from '../playlists/model.js';
import { bindTracks, blankRow, trackRow, trackTable } from '../track/table.js';
import { isByTempo, nameTempo } from '../track/tempo.js';
import { editEntries, indexOf } from './entry-changes.js';

/** @typedef {import('../playlists/model.js').Entry} Entry */
/** @typedef {import('../playlists/model.js').Playlist} Playlist */

const STEP = 100;
const BEFORE = 50;
const AFTER = 450;

/** Longer playlists cannot be sorted, because sorting needs all entries on the client. */
const MOST_SORTED = 2000;

/**
 * @param {HTMLElement} host
 * @param {() => Playlist} current
 * @param {() => Promise<void>} reload reloads the playlist
 * @param {AbortSignal} signal
 */
export function mountEntries(host, current, reload, signal) {
    const { id, name, mayEdit, smart } = current();
    const list = `playlist ${id}`;
    /** @type {import('../track/sort.js').Order} */
    let order = rememberedOrder(list) ?? { by: '', isDown: false };
    /** @type {PagedSource<Entry> | undefined} */
    let source;
    const isSortable = () => current().entryCount <= MOST_SORTED;
    const isSorted = () => order.by !== '' && isSortable();
    const showsTempo = () => {
        const { rules } = current();
        return (isSorted() && isByTempo(order.by)) || (rules !== undefined && nameTempo(rules));
    };
    /** Entries have drag handles only in the playlist's own order. */
    const columns = () => ({
        caption: name,
        art: true,
        album: true,
        tempo: showsTempo(),
        entry: mayEdit && !isSorted(),
        sorting: isSortable() ? { ...order, columns: showsTempo() ? TEMPO_COLUMNS : COLUMNS } : undefined,
    });
    const songs = pagedSongs(
        () => source,
        (entry) => ({ key: entry.id, track: entry.track }),
    );
    /** @type {ReturnType<typeof virtualList<Entry>>} */
    let shown;
    const restart = restartable(signal);
    const draw = () => {
        const ending = restart();
        shown = virtualList(host, {
            signal: ending,
            open: async () => {
                const outline = await api.get(`${playlistPath(id)}/outline`, {
                    query: { step: STEP },
                    signal: ending,
                });
                const own = new PagedSource(
                    outline,
                    (cursor, limit) =>
                        api.get(`${playlistPath(id)}/entries`, { query: { cursor, limit }, signal: ending }),
                );
                return isSorted() ? heldSource(await own.gather(0, own.total)) : own;
            },
            opened: (opened) => {
                source = opened;
            },
            frame: trackTable(columns()),
            container: 'tbody',
            skeleton: rowsSkeleton(10),
            item: (entry, index) => trackRow(entry.track, index, columns(), { id: entry.id }),
            blank: () => blankRow(columns()),
            empty: () =>
                emptyState({
                    art: 'queue',
                    title: t(smart ? 'smart.empty' : 'playlists.empty'),
                    text: t(smart ? 'smart.emptyText' : 'playlists.emptyText'),
                    action: html`<a class="button is-primary" href="/library/tracks">${t('actions.browse')}</a>`,
                }),
        });
        return shown.ready;
    };
    /** @param {readonly Entry[]} entries */
    const heldSource = (entries) => {
        const items = [...sorted(entries, order, (entry) => entry.track)];
        const outline = { total: items.length, step: Math.max(1, items.length), cursors: [] };
        return new PagedSource(outline, async () => ({ items }));
    };
    const sort = async (/** @type {import('../track/sort.js').Order} */ wanted) => {
        order = wanted;
        rememberOrder(list, order);
        endSelection(songs);
        await draw();
    };
    delegate(
        host,
        'click',
        '[data-sort-by]',
        async (button) => {
            const by = button.dataset.sortBy ?? '';
            await sort(pressed(order, by, { hasOwn: true }));
            announceOrder(order);
            // The table head was rendered again.
            /** @type {HTMLElement | null} */ (host.querySelector(`[data-sort-by="${by}"]`))?.focus();
        },
        signal,
    );

    const change = async (/** @type {() => Promise<unknown>} */ run, /** @type {string} */ said) => {
        try {
            await run();
            announce(said);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await reload().catch((error) => toast(explain(error), { kind: 'error' }));
    };
    const editing = editEntries(host, {
        id,
        source: () => source,
        isOwnOrder: () => !isSorted(),
        change,
        signal,
    });
    bindTracks(
        host,
        (row) => {
            const track = source?.at(indexOf(row))?.track;
            return { tracks: track ? [track] : [], index: 0 };
        },
        signal,
        async (row) => {
            const index = indexOf(row);
            const entries = (await source?.slice(index - BEFORE, index + AFTER)) ?? [];
            return { tracks: entries.map((entry) => entry.track), index: Math.min(index, BEFORE) };
        },
        mayEdit
            ? { songs: () => songs, extras: editing.extras, actions: editing.actions }
            : { songs: () => songs },
    );
    if (mayEdit) editing.bind();
    /**
     * Sort orders for the menu: those without a column header.
     * @param {boolean} hasHead whether headers are visible; false on phones
     */
    const orders = (hasHead) =>
        isSortable()
            ? (hasHead ? ['tempo'].filter(() => !showsTempo()) : ['', ...TEMPO_COLUMNS])
                  .filter((by) => by !== order.by)
                  .map((by) => ({
                      label: by ? t('sorting.by', { column: columnName(by) }) : t('sorting.ownOrder'),
                      icon: icons.list,
                      run: () => void sort({ by, isDown: false }).then(() => announceOrder(order)),
                  }))
            : [];
    return { ready: draw(), reload: () => shown.reload(), orders };
}
