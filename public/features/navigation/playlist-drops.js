// @ts-check
// Drops on the user's playlists add music. A drop on the button beside their heading makes a new playlist. The
// keyboard alternative is "Add to playlist" in every menu.

import { takeDrops } from '../../core/drops.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';
import { addToPlaylist, removeEntries } from '../playlists/model.js';
import { droppedBy, isDragged } from '../queue/dragged.js';

const TARGETS = '[data-takes-songs], [data-new-playlist]';

/** @param {HTMLElement} host @param {AbortSignal} signal */
export function takePlaylistDrops(host, signal) {
    takeDrops(
        host,
        { targets: TARGETS, accepts: isDragged, drop: (target, event) => void take(target, event) },
        signal,
    );
}

/** @param {HTMLElement} target @param {Event} event */
async function take(target, event) {
    const dropped = droppedBy(event);
    if (!dropped) return;
    const { ownPlaylist: id, name = '' } = target.dataset;
    target.setAttribute('aria-busy', 'true');
    try {
        const ids = (await dropped.tracks()).map((track) => track.id);
        if (ids.length === 0) return toast(t('player.nothingToPlay'));
        if (!id) {
            const { addDialog } = await import('../playlists/add-to-playlist.js');
            return await addDialog(ids, dropped.kind === 'selection' ? '' : dropped.name);
        }
        const { added } = await addToPlaylist(id, ids);
        toast(t('playlists.added', { count: ids.length, name }), {
            id: 'dropped',
            actions: [{ label: t('actions.undo'), run: () => void takeBack(id, added) }],
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    } finally {
        target.removeAttribute('aria-busy');
    }
}

/** @param {string} id @param {string[]} entries */
async function takeBack(id, entries) {
    try {
        await removeEntries(id, entries);
        toast(t('playlists.removed', { count: entries.length }), { id: 'dropped' });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
