// @ts-check
// Downloads of several tracks as one archive.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { download } from './model.js';

/** @typedef {{ albumId: string } | { playlistId: string } | { trackIds: string[] }} Chosen */

/**
 * Requests the archive, so that an error shows on this page. Then the browser downloads it.
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
 * The download item for a menu; empty if the user's plan excludes downloads.
 * @param {Chosen} chosen
 * @returns {import('../../elements/overlays/menu.js').MenuItem[]}
 */
export function downloadItem(chosen) {
    return mayDownload()
        ? [{ label: t('actions.download'), icon: icons.down, run: () => void downloadArchive(chosen) }]
        : [];
}
