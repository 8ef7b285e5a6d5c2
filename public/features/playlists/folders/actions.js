// @ts-check
// Actions on playlist folders: create, rename, move and delete folders, and move playlists into them.

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { html } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { navigate } from '../../../core/navigate.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { icons } from '../../../elements/icons.js';
import { confirmDialog, openDialog } from '../../../elements/overlays/dialog.js';
import { openMenu } from '../../../elements/overlays/menu.js';
import { toast } from '../../../elements/overlays/toast.js';
import { playlistDialog } from '../dialog.js';
import { playlistPath } from '../model.js';
import { chooseFolder } from './choose.js';
import { folderOf, folderPath, takesFolders } from './model.js';
import { loadFolders, playlistFolders } from './store.js';

/** @typedef {import('./model.js').Folder} Folder */
/** @typedef {{ id: string, name: string }} Named */

const address = (/** @type {string} */ id) => `/playlist-folders/${encodeURIComponent(id)}`;

/**
 * @param {Folder | undefined} folder undefined to create one
 * @param {{ parentId?: string, done?: (folder: Folder) => void }} options
 */
export function folderDialog(folder, { parentId, done } = {}) {
    const { dialog, close } = openDialog({
        title: t(folder ? 'playlistFolders.rename' : 'playlistFolders.new'),
        testid: 'playlist-folder-dialog',
        body: html`<form class="form dialog-body">${field({
            name: 'name',
            label: t('playlistFolders.name'),
            value: folder?.name ?? '',
            required: true,
            maxlength: 100,
        })}${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-primary"
                data-testid="playlist-folder-save">${t('actions.save')}</button></div></form>`,
    });
    handleForm(find(dialog, 'form'), async ({ name }) => {
        const made = folder
            ? await api.patch(address(folder.id), { name })
            : await api.post('/playlist-folders', { name, parentId: parentId ?? null });
        close();
        await loadFolders();
        if (!folder) toast(t('playlistFolders.made', { name: made.name }));
        done?.(made);
    });
}

/**
 * @param {Named} playlist
 * @param {string | null} target null for no folder
 */
async function put({ id, name }, target) {
    const before = folderOf(playlistFolders.value, id)?.id ?? null;
    if (before === target) return;
    await api.put(`${playlistPath(id)}/folder`, { folderId: target });
    await loadFolders();
    const folder = playlistFolders.value.find((one) => one.id === target);
    const text = folder
        ? t('playlistFolders.moved', { name, folder: folder.name })
        : t('playlistFolders.movedOut', { name });
    toast(text, {
        id: 'filed',
        actions: [{ label: t('actions.undo'), run: () => void putPlaylist({ id, name }, before) }],
    });
}

/** @param {Named} playlist @param {string | null} target null for no folder */
export async function putPlaylist(playlist, target) {
    try {
        await put(playlist, target);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Asks for a playlist's new folder.
 * @param {Named} playlist
 */
export async function movePlaylist(playlist) {
    try {
        const folders = await loadFolders({ quiet: false });
        chooseFolder({
            title: t('playlistFolders.moveTitle', { name: playlist.name }),
            folders,
            current: folderOf(folders, playlist.id)?.id,
            choose: (target) => put(playlist, target),
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {Folder} folder */
function moveFolder(folder) {
    chooseFolder({
        title: t('playlistFolders.moveTitle', { name: folder.name }),
        folders: playlistFolders.value,
        moving: folder.id,
        current: folder.parentId,
        choose: async (target) => {
            await api.patch(address(folder.id), { parentId: target });
            await loadFolders();
        },
    });
}

/** @param {Folder} folder @param {() => void} [done] */
async function remove(folder, done) {
    if (
        !(await confirmDialog({
            title: t('playlistFolders.deleteTitle', { name: folder.name }),
            text: t('playlistFolders.deleteText'),
            confirm: t('playlistFolders.delete'),
        }))
    )
        return;
    try {
        await api.delete(address(folder.id));
        done?.();
        await loadFolders();
        toast(t('playlistFolders.deleted'));
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** @param {Folder} folder */
export function newPlaylistIn(folder) {
    playlistDialog(undefined, async (playlist) => {
        await putPlaylist(playlist, folder.id);
        navigate(playlistPath(playlist.id));
    });
}

/**
 * @param {HTMLElement} button
 * @param {string} id
 * @param {{ isOpen?: boolean, left?: () => void }} options `isOpen`: whether the folder's own page is shown; `left`
 *   leaves that page after the folder is deleted
 */
export function openFolderMenu(button, id, { isOpen = false, left } = {}) {
    const folder = playlistFolders.value.find((one) => one.id === id);
    if (!folder) return;
    openMenu(button, [
        ...(isOpen
            ? []
            : [{ label: t('playlistFolders.open'), icon: icons.folder, run: () => navigate(folderPath(id)) }]),
        { label: t('playlistFolders.newPlaylist'), icon: icons.plus, run: () => newPlaylistIn(folder) },
        ...(takesFolders(playlistFolders.value, id)
            ? [
                  {
                      label: t('playlistFolders.newInside'),
                      icon: icons.folderPlus,
                      run: () => folderDialog(undefined, { parentId: id }),
                  },
              ]
            : []),
        { label: t('playlistFolders.rename'), icon: icons.edit, run: () => folderDialog(folder) },
        { label: t('playlistFolders.move'), icon: icons.folder, run: () => moveFolder(folder) },
        {
            label: t('playlistFolders.delete'),
            icon: icons.trash,
            danger: true,
            run: () => void remove(folder, left),
        },
    ]);
}
