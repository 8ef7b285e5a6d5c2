// @ts-check
// The shelf: folders in a grid, and items in no folder.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { unhurried } from '../../core/live-views.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { gridSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { folderArt } from './folder-art.js';
import { folderDialog } from './folder-dialog.js';
import { newItemDialog } from './item-dialog.js';
import { folderPath } from './model.js';
import { shelfNumbers } from './numbers.js';
import { keyOf, selectionOf } from './selection.js';

/** @typedef {import('./model.js').Folder} Folder */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('shelf.title'));
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('shelf.title')}</h1><div class="page-tools">
            <button type="button" class="button" data-add
                data-testid="add-item">${icons.plus}${t('shelf.addItem')}</button>
            <button type="button" class="button is-primary" data-new
                data-testid="new-folder">${icons.plus}${t('shelf.newFolder')}</button></div></header>
        <ul class="shelf-places" data-places>${places()}</ul>
        <section aria-labelledby="folders-title"><h2 id="folders-title"
            class="visually-hidden">${t('shelf.folders')}</h2>
            <div class="selection" data-selection hidden role="group" aria-label="${t('shelf.selectedFolders')}"></div>
                <div data-list></div></section>
        <section aria-labelledby="numbers-title" data-numbers hidden></section>
    </div>`,
    );
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: gridSkeleton(6),
        load: (cursor, limit) => api.get('/shelf/folders', { query: { cursor, limit }, signal }),
        loaded: (/** @type {Folder[]} */ folders, /** @type {any} */ first) => {
            render(find(root, '[data-places]'), places(first));
            selection.retain(folders);
        },
        draw: (folders) =>
            html`<ul class="grid"
                data-testid="folders">${folders.map((folder) => card(folder, selection.ids.has(folder.id)))}</ul>`,
        empty: () => emptyState({ art: 'folder', title: t('shelf.noFolders'), text: t('shelf.noFoldersText') }),
    });
    const folderOf = (/** @type {Element} */ element) => list.items.find((one) => one.id === keyOf(element));
    const selection = selectionOf(root, {
        signal,
        items: () => list.items,
        buttons: () => html`<button type="button" class="button is-small is-danger-quiet" data-delete
                data-testid="delete-selected">${icons.trash}${t('shelf.deleteFolders')}</button>
            <button type="button" class="text-button" data-none>${t('playlists.selectNone')}</button>`,
    });
    const remove = async (/** @type {string[]} */ ids) => {
        if (
            ids.length === 0 ||
            !(await confirmDialog({
                title: t('shelf.deleteTitle', { count: ids.length }),
                text: t('shelf.deleteText'),
                confirm: t('shelf.deleteFolders'),
            }))
        )
            return;
        try {
            const { deleted } = await api.post('/shelf/folders/delete', { ids });
            for (const id of ids) selection.ids.delete(id);
            announce(t('shelf.deleted', { count: deleted }));
            toast(t('shelf.deleted', { count: deleted }));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await list.refresh();
    };
    delegate(
        root,
        'click',
        '[data-new]',
        () =>
            folderDialog(undefined, (folder) => {
                announce(t('shelf.made', { name: folder.name }));
                void list.refresh();
            }),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-add]',
        () =>
            void newItemDialog({}, () => {
                toast(t('shelf.saved'));
                void list.refresh();
            }).catch((error) => toast(explain(error), { kind: 'error' })),
        signal,
    );
    delegate(root, 'click', '[data-delete]', () => void remove([...selection.ids]), signal);
    delegate(
        root,
        'click',
        '[data-none]',
        () => {
            selection.clear();
            void list.refresh();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-folder-menu]',
        (button) => {
            const folder = folderOf(button);
            if (!folder) return;
            openMenu(button, [
                { label: t('shelf.open'), icon: icons.folder, run: () => navigate(folderPath(folder.id)) },
                {
                    label: t('shelf.editFolder'),
                    icon: icons.edit,
                    run: () => folderDialog(folder, () => void list.refresh()),
                },
                {
                    label: t('shelf.deleteFolder'),
                    icon: icons.trash,
                    danger: true,
                    run: () => void remove([folder.id]),
                },
            ]);
        },
        signal,
    );
    const numbers = find(root, '[data-numbers]');
    const count = unhurried(numbers, () => drawNumbers(numbers, signal), signal);
    for (const name of ['shelf', 'rating', 'open']) {
        live.on(
            name,
            () => {
                list.soon();
                count.soon();
            },
            signal,
        );
    }
    await list.ready;
    await drawNumbers(numbers, signal).catch(() => {});
}

/** @param {HTMLElement} host @param {AbortSignal} signal */
async function drawNumbers(host, signal) {
    const [statistics, { items }] = await Promise.all([
        api.get('/shelf/statistics', { signal, quiet: true }),
        api.get('/shelf/items', { query: { sort: 'rating', limit: 10 }, signal, quiet: true }),
    ]);
    host.hidden = statistics.items === 0;
    render(
        host,
        shelfNumbers(
            statistics,
            items.filter((/** @type {{ rating?: number }} */ item) => item.rating),
        ),
    );
}

/**
 * The places of the shelf; without counts until they are known.
 * @param {{ itemCount: number, unfiledCount: number }} [counts]
 */
const places = (counts) => html`<li><a class="place" href="/shelf/items"
        data-testid="all-items">${icons.list}<span>${t('shelf.allItems')}</span><span
        class="place-count">${String(counts?.itemCount ?? '')}</span></a></li>
    <li><a class="place" href="/shelf/unfiled"
        data-testid="unfiled">${icons.folder}<span>${t('shelf.unfiled')}</span><span
        class="place-count">${String(counts?.unfiledCount ?? '')}</span></a></li>
    <li><a class="place" href="/wishes">${icons.star}<span>${t('wishes.title')}</span></a></li>`;

/** @param {Folder} folder @param {boolean} isSelected */
function card(folder, isSelected) {
    const path = folderPath(folder.id);
    return html`<li class="card folder-card" data-key="${folder.id}" data-testid="folder-card">
        <div class="card-art"><a href="${path}" tabindex="-1" aria-hidden="true">${folderArt(folder)}</a>
            <input type="checkbox" class="card-select" data-select data-focus="select" data-testid="select-folder"
                aria-label="${t('playlists.selectNamed', { name: folder.name })}"
                ${attribute('checked', isSelected)}></div>
        <div class="card-foot">
            <div class="card-words"><a class="card-title" dir="auto" href="${path}"
            data-focus="title">${folder.name}</a>
        <p class="card-line">${t('count.items', { count: folder.itemCount })}</p></div>
        <button type="button" class="icon-button" data-folder-menu data-focus="menu" aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: folder.name })}"
            data-testid="folder-menu">${icons.more}</button></div>
    </li>`;
}
