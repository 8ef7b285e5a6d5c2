// @ts-check
// "Move to folder" and the folder menus, wherever they appear.

import { delegate } from '../../../core/dom.js';

/** Adds the listeners for the whole document. Called once. */
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
