// @ts-check
// Puts an outside song on the shelf. The entry's form is filled with its data and picture.

import { api } from '../../core/api.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { toast } from '../../elements/overlays/toast.js';
import { newItemDialog } from '../shelf/item-dialog.js';
import { folderPath } from '../shelf/model.js';
import { picturePath } from './model.js';

/** @param {import('./model.js').OutsideSong} song */
export async function shelfDialog(song) {
    const { id, title, artist, genre, durationMs, hasPicture } = song;
    let lacksCover = false;
    const add = async (/** @type {object} */ body) => {
        const item = await api.post('/shelf/outside', { songId: id, ...body });
        lacksCover = hasPicture && !item.cover;
        return item;
    };
    const done = (/** @type {import('../shelf/model.js').ShelfItem} */ { cover, folderId }) =>
        toast(t(lacksCover && !cover ? 'outside.shelvedWithoutCover' : 'shelf.saved'), {
            actions: [
                { label: t('actions.show'), run: () => navigate(folderId ? folderPath(folderId) : '/shelf/unfiled') },
            ],
        });
    try {
        const known = { title, artist, genre, durationMs, cover: hasPicture ? picturePath(id) : undefined };
        await newItemDialog(known, done, add);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
