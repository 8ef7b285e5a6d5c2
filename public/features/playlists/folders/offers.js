// @ts-check
// "Move to folder" and the menus of folders, wherever they are shown.

import { delegate } from '../../../core/dom.js';

/** Listens once for the whole document. */
export function listenToFolderOffers() {
    delegate(document, 'click', '[data-move-playlist]', async ({ dataset: { movePlaylist: id = '', name = '' } }) => {
        const { movePlaylist } = await import('./actions.js');
        await movePlaylist({ id, name });
    });
    delegate(document, 'click', '[data-folder-menu-of]', async (button) => {
        const { openFolderMenu } = await import('./actions.js');
        openFolderMenu(button, button.dataset.folderMenuOf ?? '');
    });
    delegate(document, 'click', '[data-new-folder]', async (button) => {
        const { folderDialog } = await import('./actions.js');
        folderDialog(undefined, { parentId: button.dataset.newFolder || undefined });
    });
}
