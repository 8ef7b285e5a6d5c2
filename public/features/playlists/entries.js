// @ts-check
// The entries of a playlist: played from any row; those who may select, move and remove them, by mouse, finger and
// keyboard.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { PagedSource } from '../../elements/lists/paged-source.js';
import { makeSortable } from '../../elements/lists/sortable.js';
import { virtualList } from '../../elements/lists/virtual-list.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { downloadArchive } from '../downloads/menu-item.js';
import { putDialog } from '../shelf/put-dialog.js';
import { bindTracks, blankRow, trackRow, trackTable } from '../track/table.js';
import { addDialog } from './add-to-playlist.js';
import { anchorOf, moveEntries, playlistPath, removeEntries } from './model.js';

/** @typedef {import('./model.js').Entry} Entry */
/** @typedef {import('./model.js').Playlist} Playlist */

const STEP = 100;
const BEFORE = 50;
const AFTER = 450;

/**
 * @param {HTMLElement} host
 * @param {() => Playlist} current
 * @param {() => Promise<void>} reload shows what the playlist has become
 * @param {AbortSignal} signal
 */
export function mountEntries(host, current, reload, signal) {
    const { id, name, mayEdit, smart } = current();
    const columns = { caption: name, art: true, album: true, entry: mayEdit };
    /** @type {PagedSource<Entry> | undefined} */
    let source;
    /**
     * Those that are selected, with their tracks.
     * @type {Map<string, string>}
     */
    const selected = new Map();
    render(
        host,
        html`<div class="selection" data-selection hidden role="group" aria-label="${t('playlists.selection')}"></div>
            <div data-list></div>`,
    );
    const list = find(host, '[data-list]');
    const shown = virtualList(list, {
        signal,
        open: async () => {
            const outline = await api.get(`${playlistPath(id)}/outline`, { query: { step: STEP }, signal });
            return new PagedSource(outline, (cursor, limit) =>
                api.get(`${playlistPath(id)}/entries`, { query: { cursor, limit }, signal }),
            );
        },
        opened: (opened) => {
            source = opened;
        },
        frame: trackTable(columns),
        container: 'tbody',
        skeleton: rowsSkeleton(10),
        item: (entry, index) =>
            trackRow(entry.track, index, columns, { id: entry.id, selected: selected.has(entry.id) }),
        blank: () => blankRow(columns),
        empty: () =>
            emptyState({
                art: 'queue',
                title: t(smart ? 'smart.empty' : 'playlists.empty'),
                text: t(smart ? 'smart.emptyText' : 'playlists.emptyText'),
                action: html`<a class="button is-primary" href="/library/tracks">${t('actions.browse')}</a>`,
            }),
    });

    const entryAt = (/** @type {number} */ index) => source?.at(index);
    const indexOf = (/** @type {Element} */ element) =>
        Number(/** @type {HTMLElement} */ (element.closest('[data-index]')).dataset.index);
    const change = async (/** @type {() => Promise<unknown>} */ run, /** @type {string} */ said) => {
        try {
            await run();
            announce(said);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await reload().catch((error) => toast(explain(error), { kind: 'error' }));
    };
    /** @param {number} from @param {number} to */
    const move = async (from, to) => {
        const entry = entryAt(from);
        if (!source || !entry || to < 0 || to >= source.total || to === from) return;
        await source.ensure(Math.max(0, to - 1), to + 2);
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
        change(() => removeEntries(id, ids), t('playlists.removed', { count: ids.length })).then(() => {
            for (const one of ids) selected.delete(one);
            drawSelection();
        });

    const extras = (/** @type {HTMLElement} */ row) => {
        const index = indexOf(row);
        const entry = entryAt(index);
        if (!mayEdit || !entry || !source) return [];
        const last = source.total - 1;
        return [
            ...(index > 0
                ? [
                      { label: t('playlists.moveUp'), icon: icons.up, run: () => void move(index, index - 1) },
                      { label: t('playlists.moveFirst'), icon: icons.up, run: () => void move(index, 0) },
                  ]
                : []),
            ...(index < last
                ? [
                      { label: t('playlists.moveDown'), icon: icons.down, run: () => void move(index, index + 1) },
                      { label: t('playlists.moveLast'), icon: icons.down, run: () => void move(index, last) },
                  ]
                : []),
            { label: t('playlists.removeOne'), icon: icons.trash, danger: true, run: () => void remove([entry.id]) },
        ];
    };
    bindTracks(
        list,
        (row) => {
            const track = entryAt(indexOf(row))?.track;
            return { tracks: track ? [track] : [], index: 0 };
        },
        signal,
        async (row) => {
            const index = indexOf(row);
            const entries = (await source?.slice(index - BEFORE, index + AFTER)) ?? [];
            return { tracks: entries.map((entry) => entry.track), index: Math.min(index, BEFORE) };
        },
        extras,
    );
    if (mayEdit) bindEditing();
    return { ready: shown.ready, reload: () => shown.reload() };

    function bindEditing() {
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
        let last = -1;
        delegate(
            list,
            'click',
            '[data-select]',
            (box, event) => {
                const index = indexOf(box);
                const isOn = /** @type {HTMLInputElement} */ (box).checked;
                const from = /** @type {MouseEvent} */ (event).shiftKey && last >= 0 ? last : index;
                for (let at = Math.min(from, index); at <= Math.max(from, index); at += 1) {
                    const entry = entryAt(at);
                    if (!entry) continue;
                    if (isOn) selected.set(entry.id, entry.track.id);
                    else selected.delete(entry.id);
                }
                last = index;
                for (const row of list.querySelectorAll('tr[data-entry]')) {
                    /** @type {HTMLInputElement} */ (find(row, '[data-select]')).checked = selected.has(
                        /** @type {HTMLElement} */ (row).dataset.entry ?? '',
                    );
                }
                drawSelection();
            },
            signal,
        );
        delegate(
            host,
            'click',
            '[data-act]',
            async (button) => {
                const ids = [...selected.keys()];
                switch (button.dataset.act) {
                    case 'remove':
                        return remove(ids);
                    case 'add':
                        return addDialog([...selected.values()]);
                    case 'download':
                        return downloadArchive({ trackIds: [...new Set(selected.values())] });
                    case 'shelf':
                        return putDialog({ trackIds: [...new Set(selected.values())] });
                    case 'first':
                        return change(() => moveEntries(id, ids, null), t('playlists.moved', { count: ids.length }));
                    case 'last':
                        return toEnd(ids);
                    default:
                        selected.clear();
                        drawSelection();
                        await shown.reload();
                }
            },
            signal,
        );
    }

    /** @param {string[]} ids */
    async function toEnd(ids) {
        if (!source) return;
        await source.ensure(source.total - 1, source.total);
        const end = entryAt(source.total - 1);
        if (end) await change(() => moveEntries(id, ids, end.id), t('playlists.moved', { count: ids.length }));
    }

    function drawSelection() {
        const bar = find(host, '[data-selection]');
        bar.hidden = selected.size === 0;
        render(
            bar,
            html`<strong>${t('playlists.selected', { count: selected.size })}</strong>
            <button type="button" class="button is-small"
                data-act="first">${icons.up}${t('playlists.moveFirst')}</button>
            <button type="button" class="button is-small"
                data-act="last">${icons.down}${t('playlists.moveLast')}</button>
            <button type="button" class="button is-small" data-act="add">${icons.plus}${t('playlists.addTo')}</button>
            <button type="button" class="button is-small" data-act="shelf"
                data-testid="shelve-selected">${icons.shelf}${t('shelf.putOn')}</button>
            ${
                mayDownload() &&
                html`<button type="button" class="button is-small" data-act="download"
                data-testid="download-selected">${icons.down}${t('actions.download')}</button>`
            }
            <button type="button" class="button is-small is-danger-quiet" data-act="remove"
                data-testid="remove-selected">${icons.trash}${t('actions.remove')}</button>
            <button type="button" class="text-button" data-act="none">${t('playlists.selectNone')}</button>`,
        );
    }
}
