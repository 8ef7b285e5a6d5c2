// @ts-check
// Rows and cards of tracks: playback, the playing mark, selection, swipes and menus.

import { delegate, onLeave } from '../../core/dom.js';
import { player } from '../../player/index.js';
import { showFace } from '../play/buttons.js';
import { bindSelection, isSelected, selectItem } from '../selection/bind.js';
import { selection } from '../selection/model.js';
import { songsOf } from '../selection/songs.js';
import { bindSwipes } from '../touch/swipe.js';
import { trackSwipes } from '../touch/track-swipes.js';
import { trackMenu } from './menu.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('../../elements/overlays/menu.js').MenuItem} MenuItem */
/**
 * @typedef {{ tracks: readonly TrackItem[], index: number, source?: string }} Place `source`: where the tracks are
 *   from, as in the player
 */
/**
 * @typedef {object} Further
 * @property {(row: HTMLElement) => MenuItem[]} [extras] extra menu items of a row
 * @property {(row: HTMLElement) => import('../selection/songs.js').SongList} [songs] a row's list, if it is not the
 *   array of `listOf`
 * @property {() => import('../selection/actions.js').SelectionAction[]} [actions] extra actions of a selection
 */

const ROWS = ':is(tr, li)[data-track]';

/**
 * Binds all tables and cards of tracks in `root`.
 * @param {HTMLElement} root
 * @param {(row: HTMLElement) => Place} listOf the tracks to play from a row
 * @param {AbortSignal} signal
 * @param {(row: HTMLElement) => Promise<Place>} [queueOf] the same, if the tracks must be loaded first
 * @param {Further} further
 */
export function bindTracks(root, listOf, signal, queueOf, { extras = () => [], songs, actions } = {}) {
    bindSelection({ root, rows: ROWS, songs: songs ?? ((row) => songsOf(listOf(row).tracks)), actions }, signal);
    const trackOf = (/** @type {HTMLElement} */ row) => {
        const { tracks, index } = listOf(row);
        return /** @type {TrackItem | undefined} */ (tracks[index]);
    };
    bindSwipes(root, 'tr[data-track]', (row) => trackSwipes(trackOf(row)), signal);

    const playRow = async (/** @type {HTMLElement} */ row) => {
        const here = listOf(row);
        const track = here.tracks[here.index];
        if (!track || track.missing) return;
        if (row.classList.contains('is-current')) return player.toggle();
        if (!player.canPlay(track)) return player.refuse(track);
        // If loading fails, the track plays alone.
        const { tracks } = queueOf ? await queueOf(row).catch(() => ({ tracks: [track] })) : here;
        const present = tracks.filter((other) => !other.missing);
        const { source } = here;
        // A new response has other objects for the same tracks.
        player.playTracks(
            present,
            Math.max(0, queueOf ? present.findIndex((other) => other.id === track.id) : present.indexOf(track)),
            { source },
        );
    };
    const rowOf = (/** @type {HTMLElement} */ element) => /** @type {HTMLElement} */ (element.closest('[data-track]'));
    delegate(root, 'click', '[data-play-row]', (button) => void playRow(rowOf(button)), signal);
    delegate(
        root,
        'dblclick',
        'tr[data-track]',
        (row, event) => {
            if (!(/** @type {Element} */ (event.target).closest('a, button, input'))) void playRow(row);
        },
        signal,
    );
    // Touch has no hover and no double click, so the whole row plays.
    delegate(
        root,
        'click',
        'tr[data-track]',
        (row, event) => {
            if (
                !event.defaultPrevented &&
                matchMedia('(hover: none)').matches &&
                !(/** @type {Element} */ (event.target).closest('a, button, input, .track-entry'))
            )
                void playRow(row);
        },
        signal,
    );
    /** @param {HTMLElement} row @param {HTMLElement} anchor @param {{ x: number, y: number }} [point] */
    const offer = (row, anchor, point) => {
        if (selection.size > 1 && isSelected(row))
            return void import('../selection/bar.js').then((bar) => bar.openSelectionMenu(anchor, point));
        trackMenu(anchor, trackOf(row), point, [...extras(row), ...selectItem(row)]);
    };
    delegate(
        root,
        'click',
        '[data-track-menu]',
        (button) => {
            const row = rowOf(button);
            // In a card the button is no tab stop, so the focus returns to the card.
            const stop = /** @type {HTMLElement | null} */ (row.querySelector('[data-card-stop]'));
            const { left, bottom } = button.getBoundingClientRect();
            if (button.tabIndex < 0 && stop) offer(row, stop, { x: left, y: bottom + 4 });
            else offer(row, button);
        },
        signal,
    );
    delegate(
        root,
        'contextmenu',
        ROWS,
        (row, event) => {
            const target = /** @type {Element} */ (event.target);
            if (row.matches('tr') && target.closest('a')) return;
            event.preventDefault();
            const { clientX: x, clientY: y } = /** @type {MouseEvent} */ (event);
            const stop = row.querySelector('[data-card-stop]') ?? row.querySelector('[data-track-menu]') ?? row;
            offer(row, /** @type {HTMLElement} */ (stop), { x, y });
        },
        signal,
    );

    const mark = () => markCurrent(root);
    const observer = new MutationObserver(mark);
    observer.observe(root, { childList: true, subtree: true });
    player.addEventListener('change', mark, { signal });
    player.addEventListener('queue', mark, { signal });
    onLeave(signal, () => observer.disconnect());
    mark();
}

/** @param {HTMLElement} root */
function markCurrent(root) {
    const id = player.current?.id;
    for (const row of root.querySelectorAll('.is-current')) {
        if (/** @type {HTMLElement} */ (row).dataset.track !== id) {
            row.classList.remove('is-current', 'is-sounding');
            row.removeAttribute('aria-current');
            face(row, false);
        }
    }
    if (!id) return;
    for (const row of root.querySelectorAll(`[data-track="${CSS.escape(id)}"]:not(.is-missing)`)) {
        row.classList.add('is-current');
        row.classList.toggle('is-sounding', player.status === 'playing');
        row.setAttribute('aria-current', 'true');
        face(row, player.isPlaying);
    }
}

/** @param {Element} row @param {boolean} isPlaying */
function face(row, isPlaying) {
    const button = /** @type {HTMLElement | null} */ (row.querySelector('[data-play-row]'));
    if (button) showFace(button, isPlaying);
}
