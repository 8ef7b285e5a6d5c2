// @ts-check
// Adds songs to the queue and removes entries, with a message and an undo.

import { t } from '../../core/i18n.js';
import { toast } from '../../elements/overlays/toast.js';
import { steered as player } from '../../player/steered.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */

/** The server's limit. */
const LONGEST = 10_000;

/**
 * @param {readonly TrackItem[]} tracks missing ones are skipped
 * @param {number | 'next' | 'end'} place index of the first added track
 * @param {string} name of the added music, for the message
 * @returns {boolean} whether tracks were added
 */
export function addToQueue(tracks, place, name) {
    const present = tracks.filter((track) => !track.missing);
    const fitting = present.slice(0, Math.max(0, LONGEST - player.queue.entries.length));
    if (present.length === 0) toast(t('player.nothingToPlay'));
    else if (fitting.length === 0) toast(t('queue.full'), { kind: 'error' });
    if (fitting.length === 0) return false;
    const before = new Set(player.queue.entries.map(({ key }) => key));
    if (place === 'next') player.playNext(fitting);
    else if (place === 'end') player.enqueue(fitting);
    else player.insert(fitting, place);
    const added = player.queue.entries.filter(({ key }) => !before.has(key)).map(({ key }) => key);
    const said = place === 'next' ? 'queue.addedNext' : 'queue.added';
    // The other device has not yet sent the keys of its new entries.
    const undo = { label: t('actions.undo'), run: () => player.remove(...added) };
    toast(fitting.length < present.length ? t('queue.cut', { count: fitting.length }) : t(said, { name }), {
        id: 'queue-added',
        actions: added.length > 0 ? [undo] : [],
    });
    return true;
}

/**
 * Removes entries from the queue. Undo inserts their tracks at the old places.
 * @param {readonly number[]} keys
 * @param {string} name of the removed music, for the message
 */
export function takeFromQueue(keys, name) {
    const gone = new Set(keys);
    const places = player.queue.entries.flatMap(({ key, track }, at) => (gone.has(key) ? [{ track, at }] : []));
    player.remove(...keys);
    toast(t('queue.taken', { name }), {
        id: 'queue-added',
        actions: [
            {
                label: t('actions.undo'),
                run: () => {
                    for (const { track, at } of places)
                        player.insert([track], Math.min(at, player.queue.entries.length));
                },
            },
        ],
    });
}
