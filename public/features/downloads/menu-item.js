// @ts-check
// Downloads of several songs as one archive.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { download } from './model.js';

/** @typedef {{ albumId: string } | { playlistId: string } | { trackIds: string[] }} Chosen */

/**
 * Asks first, so that what the server has against it is said here; then the browser fetches the archive by itself.
 * @param {Chosen} chosen
 */
export async function downloadArchive(chosen) {
    try {
        const { path } = await api.post('/downloads', chosen);
        download(path);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * The menu's item: nothing where the user's plan allows no downloads.
 * @param {Chosen} chosen
 * @returns {import('../../elements/overlays/menu.js').MenuItem[]}
 */
export function downloadItem(chosen) {
    return mayDownload()
        ? [{ label: t('actions.download'), icon: icons.down, run: () => void downloadArchive(chosen) }]
        : [];
}
