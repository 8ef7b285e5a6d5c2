// @ts-check
// Actions for all selected songs.

import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { mayDownload } from '../../core/session.js';
import { annotations } from '../../elements/annotations/model.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { player } from '../../player/index.js';
import { downloadArchive } from '../downloads/menu-item.js';
import { addToQueue } from '../play/additions.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { putDialog } from '../shelf/put-dialog.js';
import { inTurns } from './turns.js';

/** @typedef {import('./songs.js').Song} Song */

/**
 * @typedef {object} SelectionAction
 * @property {string} name
 * @property {string} label
 * @property {unknown} icon
 * @property {(songs: Song[]) => unknown} run
 * @property {boolean} [isMain] has its own button beside the menu
 * @property {boolean} [ends] clears the selection
 * @property {boolean} [danger]
 */

/** Each song is a request of its own. */
const MOST_LIKED = 500;
const MOST_SHELVED = 1000;

const tracksOf = (/** @type {Song[]} */ songs) => songs.map(({ track }) => track);
const idsOf = (/** @type {Song[]} */ songs) => [...new Set(songs.map(({ track }) => track.id))];
/** @param {Song[]} songs */
const nameOf = (songs) => (songs.length === 1 ? songs[0].track.title : t('selection.songs', { count: songs.length }));

/** @returns {SelectionAction[]} for a selection in any list */
export function usualActions() {
    return [
        {
            name: 'play',
            label: t('actions.play'),
            icon: icons.play,
            isMain: true,
            ends: true,
            run: (songs) => {
                const tracks = tracksOf(songs).filter((track) => !track.missing);
                if (tracks.length === 0) toast(t('player.nothingToPlay'));
                else player.playTracks(tracks);
            },
        },
        {
            name: 'next',
            label: t('actions.playNext'),
            icon: icons.playNext,
            isMain: true,
            ends: true,
            run: (songs) => addToQueue(tracksOf(songs), 'next', nameOf(songs)),
        },
        {
            name: 'queue',
            label: t('actions.addToQueue'),
            icon: icons.queue,
            isMain: true,
            ends: true,
            run: (songs) => addToQueue(tracksOf(songs), 'end', nameOf(songs)),
        },
        {
            name: 'add',
            label: t('playlists.addTo'),
            icon: icons.plus,
            isMain: true,
            run: (songs) => addDialog(idsOf(songs)),
        },
        { name: 'like', label: t('selection.like'), icon: icons.heart, isMain: true, run: like },
        {
            name: 'shelf',
            label: t('shelf.putOn'),
            icon: icons.shelf,
            run: (songs) => {
                const trackIds = idsOf(songs);
                if (trackIds.length > MOST_SHELVED) return toast(t('selection.most', { count: MOST_SHELVED }));
                return putDialog({ trackIds });
            },
        },
        ...(mayDownload()
            ? [
                  {
                      name: 'download',
                      label: t('actions.download'),
                      icon: icons.down,
                      run: (/** @type {Song[]} */ songs) => downloadArchive({ trackIds: idsOf(songs) }),
                  },
              ]
            : []),
    ];
}

/**
 * Likes the songs that are not liked yet. If all are liked, it unlikes them.
 * @param {Song[]} songs
 */
async function like(songs) {
    const all = [...new Map(songs.map(({ track }) => [track.id, track])).values()];
    const others = all.filter((track) => !annotations.of('track', track).liked);
    const liked = others.length > 0;
    const changed = (liked ? others : all).map(({ id }) => id);
    if (changed.length > MOST_LIKED) return toast(t('selection.most', { count: MOST_LIKED }));
    const set = (/** @type {boolean} */ on) => inTurns(changed, (id) => annotations.like('track', id, on));
    try {
        await set(liked);
        toast(t(liked ? 'selection.liked' : 'selection.unliked', { count: changed.length }), {
            id: 'selection',
            actions: [
                {
                    label: t('actions.undo'),
                    run: () => void set(!liked).catch((error) => toast(explain(error), { kind: 'error' })),
                },
            ],
        });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}
