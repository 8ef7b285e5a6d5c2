// @ts-check
// Play buttons of albums, artists, genres, playlists, mixes and single tracks. Pressing one loads its tracks. The
// button of the current source pauses and resumes.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { fragment } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { split } from '../../elements/annotations/heart.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { player, queueReasons } from '../../player/index.js';
import { sourceOf } from '../../player/source.js';
import { mixSongs } from '../mixes/model.js';
import { playlistTracks } from '../playlists/model.js';
import { addToQueue } from './additions.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../player/source.js').SourceKind} SourceKind */

/** @param {string} id @returns {Promise<TrackItem[]>} */
export async function albumTracks(id) {
    return (await api.get(`/albums/${encodeURIComponent(id)}`)).tracks;
}

/** @param {Record<string, string>} query @returns {Promise<TrackItem[]>} */
export async function tracksBy(query) {
    return (await api.get('/tracks', { query: { sort: 'album', limit: 500, ...query } })).items;
}

/** @type {Record<SourceKind, (id: string) => Promise<TrackItem[]>>} */
const LOADERS = {
    album: albumTracks,
    playlist: playlistTracks,
    artist: (artist) => tracksBy({ artist }),
    genre: (genre) => tracksBy({ genre }),
    mix: async (id) => {
        const { items } = await mixSongs(id);
        queueReasons.note('mix', items);
        return items.map(({ track }) => track);
    },
    track: async (id) => [await api.get(`/tracks/${encodeURIComponent(id)}`)],
};
const KINDS = /** @type {SourceKind[]} */ (Object.keys(LOADERS));

/** @param {SourceKind} kind @param {string} id */
export const tracksOf = (kind, id) => LOADERS[kind](id);

/** Listens once for the whole document. */
export function listenToPlayButtons() {
    for (const kind of KINDS) {
        delegate(
            document,
            'click',
            `[data-play-${kind}]`,
            (button) => void press(button, kind, button.getAttribute(`data-play-${kind}`) ?? ''),
        );
    }
    for (const place of /** @type {const} */ (['next', 'end']))
        delegate(document, 'click', `[data-queue-${place}]`, (button) => void add(button, place));
    delegate(document, 'click', '[data-add-songs]', (button) => void addToList(button));
    player.addEventListener('change', mark);
    player.addEventListener('queue', mark);
    new MutationObserver(mark).observe(find(document, '#main'), { childList: true, subtree: true });
}

/** @param {HTMLElement} button @param {SourceKind} kind @param {string} id */
async function press(button, kind, id) {
    const source = sourceOf(kind, id);
    const shuffled = button.hasAttribute('data-shuffled');
    if (!shuffled && isOf(source)) return player.toggle();
    button.setAttribute('aria-busy', 'true');
    try {
        const tracks = await LOADERS[kind](id);
        if (tracks.length === 0) toast(t('player.nothingToPlay'));
        else if (shuffled)
            player.playTracks(tracks, Math.floor(Math.random() * tracks.length), { shuffle: true, source });
        else player.playTracks(tracks, 0, { source });
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    } finally {
        button.removeAttribute('aria-busy');
    }
}

/**
 * Adds a card's tracks to the queue: `data-queue-next` after the current track, `data-queue-end` at the end.
 * @param {HTMLElement} button
 * @param {'next'|'end'} place
 */
async function add(button, place) {
    const [kind, id] = split(button.getAttribute(`data-queue-${place}`) ?? '');
    const name = button.dataset.name ?? '';
    try {
        addToQueue(await tracksOf(/** @type {SourceKind} */ (kind), id), place, name);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Adds a card's tracks to a playlist that the user picks.
 * @param {HTMLElement} button
 */
async function addToList(button) {
    const [kind, id] = split(button.dataset.addSongs ?? '');
    try {
        const tracks = await tracksOf(/** @type {SourceKind} */ (kind), id);
        const { addDialog } = await import('../playlists/add-to-playlist.js');
        await addDialog(
            tracks.map((track) => track.id),
            button.dataset.name,
        );
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/**
 * Whether the player plays this source. A single track counts wherever it was started.
 * @param {string} source
 */
function isOf(source) {
    if (player.queue.index < 0) return false;
    return player.source === source || sourceOf('track', player.current?.id ?? '') === source;
}

/** Buttons of the current source show Pause, all others Play. */
function mark() {
    for (const kind of KINDS) {
        for (const button of /** @type {NodeListOf<HTMLElement>} */ (
            document.querySelectorAll(`#main [data-play-${kind}]:not([data-shuffled])`)
        )) {
            showFace(button, player.isPlaying && isOf(sourceOf(kind, button.getAttribute(`data-play-${kind}`) ?? '')));
        }
    }
}

/**
 * Shows Pause or Play on a button. With `data-name` its label names the item; a visible text changes too.
 * @param {HTMLElement} button @param {boolean} isPlaying
 */
export function showFace(button, isPlaying) {
    if ((button.dataset.face === 'pause') === isPlaying) return;
    button.dataset.face = isPlaying ? 'pause' : 'play';
    button.querySelector('.icon')?.replaceWith(fragment(isPlaying ? icons.pause : icons.play));
    const { name } = button.dataset;
    if (name !== undefined)
        button.setAttribute('aria-label', t(isPlaying ? 'actions.pauseNamed' : 'actions.playNamed', { name }));
    const text = button.lastChild;
    if (text instanceof Text && text.data.trim()) text.data = t(isPlaying ? 'player.pause' : 'actions.play');
}
