// @ts-check
// "Start radio": the menu item and the buttons.

import { isAbort } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { player, songRadio } from '../../player/index.js';
import { standingFor } from '../../player/song-radio-model.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/song-radio-model.js').Seed} Seed */

const KINDS = /** @type {const} */ (['album', 'artist', 'genre']);

/**
 * @param {Seed} seed
 * @param {TrackItem} [first]
 */
async function start(seed, first) {
    try {
        if (!(await songRadio.start(seed, first))) return toast(t('player.nothingToPlay'));
        toast(t('songRadio.from', { name: seed.name }), {
            id: 'song-radio',
            actions: [{ label: t('actions.show'), run: () => navigate('/queue') }],
        });
    } catch (error) {
        if (!isAbort(error)) toast(explain(error), { kind: 'error' });
    }
}

/**
 * @param {Seed} seed
 * @param {TrackItem} [first]
 * @returns {import('../../elements/overlays/menu.js').MenuItem}
 */
export function radioItem(seed, first) {
    return { label: t('songRadio.start'), icon: icons.songRadio, run: () => void start(seed, first) };
}

/** @param {TrackItem} track */
export function trackRadioItem(track) {
    const artists = track.artists.map(({ id }) => id);
    return radioItem({ kind: 'track', id: track.id, name: track.title, artists }, track);
}

/**
 * The menu item for a radio from a list of songs.
 * @param {{ kind: 'playlist' | 'mix', id: string, name: string }} list
 * @param {() => Promise<TrackItem[]>} tracks
 * @returns {import('../../elements/overlays/menu.js').MenuItem}
 */
export function listRadioItem({ kind, id, name }, tracks) {
    const run = async () => {
        try {
            await start({ kind, id, name, songs: standingFor(await tracks()) });
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    return { label: t('songRadio.start'), icon: icons.songRadio, run: () => void run() };
}

/** Starts a radio from all songs of the queue. The current song continues. */
export function startQueueRadio() {
    const { entries, index } = player.queue;
    const songs = standingFor(entries.map(({ track }) => track));
    const name = t('songRadio.queueName');
    return start({ kind: 'queue', id: 'queue', name, songs }, entries[index]?.track);
}

/** @param {'years' | 'mood'} kind @param {string} id @param {string} name */
export const startRadioOf = (kind, id, name) => start({ kind, id, name });

/** Listens once for the whole document. `data-name` holds a button's name. */
export function listenToRadioButtons() {
    for (const kind of KINDS) {
        delegate(document, 'click', `[data-radio-${kind}]`, async (button) => {
            const id = button.getAttribute(`data-radio-${kind}`) ?? '';
            button.setAttribute('aria-busy', 'true');
            await start({ kind, id, name: button.dataset.name ?? '' });
            button.removeAttribute('aria-busy');
        });
    }
}
