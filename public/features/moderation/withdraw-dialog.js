// @ts-check
// Withdraws a song or an album from the catalog.

import { api } from '../../core/api.js';
import { t } from '../../core/i18n.js';
import { takeDown } from './model.js';
import { reasonDialog } from './reason-dialog.js';

/** @param {{ id: string, title: string }} track @param {() => void} [changed] */
export function withdrawTrack({ id, title }, changed) {
    reasonDialog(
        {
            title: t('takedown.withdrawNamed', { name: title }),
            text: t('takedown.withdrawText'),
            confirm: t('takedown.withdraw'),
            done: t('takedown.withdrawn', { name: title }),
        },
        (reason) => takeDown('track', id, reason),
        changed,
    );
}

/** @param {{ id: string, name: string }} album @param {() => void} [changed] */
export function withdrawAlbum({ id, name }, changed) {
    reasonDialog(
        {
            title: t('takedown.withdrawNamed', { name }),
            text: t('takedown.withdrawAlbumText'),
            confirm: t('takedown.withdraw'),
            done: t('takedown.withdrawn', { name }),
        },
        (reason) => api.post(`/moderation/albums/${encodeURIComponent(id)}/withdrawal`, { reason }),
        changed,
    );
}
