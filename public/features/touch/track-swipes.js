// @ts-check
// Swipes of songs: right adds the song to the queue, left likes it.

import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { annotations } from '../../elements/annotations/model.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { addToQueue } from '../play/additions.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

/**
 * @param {TrackItem | undefined} track
 * @returns {import('./swipe.js').Swipes}
 */
export function trackSwipes(track) {
    if (!track || track.missing) return {};
    return {
        right: {
            kind: 'queue',
            label: t('swipe.queue'),
            icon: icons.queue,
            run: () => addToQueue([track], 'end', track.title),
        },
        left: likeSwipe(track),
    };
}

/**
 * @param {TrackItem} track
 * @returns {import('./swipe.js').Swipe}
 */
export function likeSwipe(track) {
    const { liked } = annotations.of('track', track);
    const set = async (/** @type {boolean} */ on) => {
        try {
            await annotations.like('track', track.id, on);
            toast(t(on ? 'opinions.nowLiked' : 'opinions.noLongerLiked', { name: track.title }), {
                id: 'swiped',
                actions: [{ label: t('actions.undo'), run: () => void set(!on) }],
            });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    return {
        kind: liked ? 'unlike' : 'like',
        label: t(liked ? 'swipe.unlike' : 'swipe.like'),
        icon: icons.heart,
        run: () => void set(!liked),
    };
}
