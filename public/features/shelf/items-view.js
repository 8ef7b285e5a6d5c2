// @ts-check
// Shelf items: all, those in a folder, or those in no folder.

import { announce } from '../../core/announce.js';
import { api, ApiError } from '../../core/api.js';
import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave, setText } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { annotations } from '../../elements/annotations/model.js';
import { keepInAddress } from '../../elements/forms/list-filters.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { player } from '../../player/index.js';
import { folderArt } from './folder-art.js';
import { folderDialog } from './folder-dialog.js';
import { itemDialog, linkArrival, linkDialog, newItemDialog } from './item-dialog.js';
import { itemRow } from './item-row.js';
import { itemsFrame, SORTS } from './items-parts.js';
import { folderPath } from './model.js';
import { putDialog } from './put-dialog.js';
import { keyOf, selectionOf } from './selection.js';

/** @typedef {import('./model.js').ShelfItem} ShelfItem */
/** @typedef {import('./model.js').Folder} Folder */

const PAUSE_MS = 500;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, path, query, setTitle, signal }) {
    const folderId = params.id;
    const place = folderId ?? (path.startsWith('/shelf/unfiled') ? 'none' : undefined);
    let sort = SORTS.includes(query.get('sort') ?? '') ? /** @type {string} */ (query.get('sort')) : 'added';
    let text = query.get('q') ?? '';
    /** @type {Folder | undefined} */
    let folder = folderId ? await api.get(folderPath(folderId), { signal }) : undefined;
    const name = () => folder?.name ?? t(place ? 'shelf.unfiled' : 'shelf.allItems');
    setTitle(name());
    render(root, itemsFrame({ name: name(), folder, text, sort }));
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(8),
        load: (cursor, limit) =>
            api.get('/shelf/items', { query: { folder: place, sort, q: text, cursor, limit }, signal }),
        loaded: (/** @type {ShelfItem[]} */ items) => selection.retain(items),
        draw: (items) =>
            html`<ul class="rows"
                data-testid="shelf-items">${items.map((item) => itemRow(item, selection.ids.has(item.id)))}</ul>`,
        empty: () =>
            emptyState(
                text
                    ? { art: 'search', title: t('search.noneTitle', { query: text }) }
                    : { art: 'record', title: t('shelf.empty'), text: t('shelf.emptyText') },
            ),
    });
    const again = () => list.refresh();
    const itemOf = (/** @type {Element} */ element) => list.items.find((one) => one.id === keyOf(element));
    const selection = selectionOf(root, {
        signal,
        items: () => list.items,
        buttons: () => html`<button type="button" class="button is-small" data-act="put"
                data-testid="put-selected">${icons.folder}${t('shelf.put')}</button>
            <button type="button" class="button is-small is-danger-quiet" data-act="remove"
                data-testid="remove-selected">${icons.trash}${t('shelf.remove')}</button>
            <button type="button" class="text-button" data-act="none">${t('playlists.selectNone')}</button>`,
    });
    const remove = async (/** @type {string[]} */ ids) => {
        if (
            !(await confirmDialog({
                title: t('shelf.removeTitle', { count: ids.length }),
                text: t('shelf.removeText'),
                confirm: t('shelf.remove'),
            }))
        )
            return;
        try {
            const { removed } = await api.post('/shelf/items/remove', { ids });
            for (const id of ids) selection.ids.delete(id);
            announce(t('shelf.removed', { count: removed }));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await again();
    };
    const failed = (/** @type {unknown} */ error) => toast(explain(error), { kind: 'error' });
    const search = debounced(PAUSE_MS, async (/** @type {string} */ wanted) => {
        text = wanted;
        keepInAddress(path, { sort: sort === 'added' ? '' : sort, q: text });
        await list.restart();
    });
    onLeave(signal, () => search.cancel());
    delegate(
        root,
        'input',
        '[name=q]',
        (input) => search.later(/** @type {HTMLInputElement} */ (input).value.trim()),
        signal,
    );
    delegate(
        root,
        'submit',
        '[data-search]',
        (form, event) => {
            event.preventDefault();
            void search.now(/** @type {HTMLInputElement} */ (find(form, 'input')).value.trim());
        },
        signal,
    );
    delegate(
        root,
        'change',
        '[data-sort]',
        (select) => {
            sort = /** @type {HTMLSelectElement} */ (select).value;
            keepInAddress(path, { sort: sort === 'added' ? '' : sort, q: text });
            void list.restart();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-act]',
        (button) => {
            if (button.dataset.act === 'put')
                return void putDialog({ itemIds: [...selection.ids] }, () => {
                    selection.clear();
                    void again();
                });
            if (button.dataset.act === 'remove') return void remove([...selection.ids]);
            selection.clear();
            void again();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-add]',
        () =>
            void newItemDialog({ folderId }, () => {
                toast(t('shelf.saved'));
                void again();
            }).catch(failed),
        signal,
    );
    const linked = () => {
        toast(t('shelf.linked'));
        void again();
    };
    delegate(
        root,
        'click',
        '[data-link-item]',
        (button) => {
            const item = itemOf(button);
            if (item?.arrival) void linkArrival(item, item.arrival.id, linked).catch(failed);
        },
        signal,
    );
    delegate(root, 'click', '[data-edit-folder]', () => folderDialog(folder, (changed) => showFolder(changed)), signal);
    delegate(
        root,
        'click',
        '[data-item-menu]',
        (button) => {
            const item = itemOf(button);
            if (!item) return;
            const { track } = item;
            openMenu(button, [
                ...(track && !item.missing
                    ? [{ label: t('actions.play'), icon: icons.play, run: () => player.playTracks([track]) }]
                    : []),
                {
                    label: t('shelf.edit'),
                    icon: icons.edit,
                    run: () => void itemDialog(item, () => void again()).catch(failed),
                },
                {
                    label: t('shelf.put'),
                    icon: icons.folder,
                    run: () => void putDialog({ itemIds: [item.id] }, () => void again()),
                },
                ...(item.kind === 'entry'
                    ? [
                          {
                              label: t('shelf.linkTo'),
                              icon: icons.link,
                              run: () => linkDialog(item, linked),
                          },
                      ]
                    : []),
                { label: t('shelf.remove'), icon: icons.trash, danger: true, run: () => void remove([item.id]) },
            ]);
        },
        signal,
    );
    const showFolder = (/** @type {Folder} */ changed) => {
        folder = changed;
        setTitle(changed.name);
        setText(find(root, '[data-name]'), changed.name);
        render(find(root, '[data-art]'), html`${folderArt(changed, 'row')}`);
    };
    const lookAtFolder = async () => {
        if (!folderId) return;
        try {
            showFolder(await api.get(folderPath(folderId), { signal }));
        } catch (error) {
            // The folder was deleted in another window. Its items are still on the shelf.
            if (error instanceof ApiError && error.status === 404) navigate('/shelf', { replace: true });
        }
    };
    live.on(
        'shelf',
        (event) => {
            if (event.change === 'folders' && event.folder === folderId) void lookAtFolder();
            list.soon();
        },
        signal,
    );
    live.on(
        'open',
        () => {
            void lookAtFolder();
            list.soon();
        },
        signal,
    );
    annotations.addEventListener('elsewhere', () => list.soon(), { signal });
    await list.ready;
}
