// @ts-check

import { t } from '../../core/i18n.js';
import { albumPath, artistPath, trackPath } from '../../core/links.js';
import { navigate } from '../../core/navigate.js';
import { may, mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { explicitItem } from '../../elements/music/explicit.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { deviceItem } from '../device/menu-item.js';
import { download, fileName } from '../downloads/model.js';
import { reportItem } from '../moderation/report-dialog.js';
import { withdrawTrack } from '../moderation/withdraw-dialog.js';
import { addToQueue } from '../play/additions.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { shareDialog } from '../shares/dialog.js';
import { putDialog } from '../shelf/put-dialog.js';
import { trackRadioItem } from '../song-radio/start.js';

/**
 * @param {HTMLElement} anchor
 * @param {import('../../core/types.js').TrackItem | undefined} track
 * @param {{ x: number, y: number }} [point] opens the menu at the pointer
 * @param {import('../../elements/overlays/menu.js').MenuItem[]} [extras]
 */
export function trackMenu(anchor, track, point, extras = []) {
    if (!track) return;
    const artists = track.artists.slice(0, 3).map((artist) => ({
        label: t('actions.goToArtist', { name: artist.name }),
        icon: icons.person,
        run: () => navigate(artistPath(artist.id)),
    }));
    const playable = track.missing
        ? []
        : [
              {
                  label: t('actions.playNext'),
                  icon: icons.playNext,
                  run: () => addToQueue([track], 'next', track.title),
              },
              {
                  label: t('actions.addToQueue'),
                  icon: icons.queue,
                  run: () => addToQueue([track], 'end', track.title),
              },
              trackRadioItem(track),
          ];
    openMenu(
        anchor,
        [
            ...playable,
            { label: t('playlists.addTo'), icon: icons.plus, run: () => void addDialog([track.id]) },
            { label: t('shelf.putOn'), icon: icons.shelf, run: () => void putDialog({ trackIds: [track.id] }) },
            { label: t('actions.goToAlbum'), icon: icons.disc, run: () => navigate(albumPath(track.albumId)) },
            ...artists,
            ...(track.missing
                ? []
                : [
                      { label: t('actions.trackDetails'), icon: icons.info, run: () => navigate(trackPath(track.id)) },
                      ...(mayDownload()
                          ? [
                                {
                                    label: t('actions.download'),
                                    icon: icons.down,
                                    run: () => download(`/api/v1${trackPath(track.id)}/stream`, fileName(track)),
                                },
                            ]
                          : []),
                      ...deviceItem('track', track.id, track.title),
                      {
                          label: t('shares.share'),
                          icon: icons.share,
                          run: () => shareDialog([{ kind: 'track', id: track.id }], track.title),
                      },
                  ]),
            ...explicitItem('tracks', track, track.title),
            ...extras,
            ...(track.missing ? [] : reportItem('track', track.id, track.title)),
            ...(may('moderate') && !track.missing
                ? [{ label: t('takedown.withdraw'), icon: icons.trash, danger: true, run: () => withdrawTrack(track) }]
                : []),
        ],
        point,
    );
}
