// @ts-check
// A table of tracks: plays from any row, marks what sounds, offers the rest in a menu.

import { delegate, onLeave } from '../../core/dom.js';
import { clock, spokenTime } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks } from '../../core/links.js';
import { heart } from '../../elements/annotations/heart.js';
import { equaliser, icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { player } from '../../player/index.js';
import { showFace } from '../queue/play-buttons.js';
import { trackMenu } from './menu.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/**
 * @typedef {{ numbered?: boolean, art?: boolean, album?: boolean, artists?: boolean, plays?: number[],
 *   notes?: string[], caption: string, hideHead?: boolean, entry?: boolean }} Columns `notes`: a line beneath each
 *   title; `entry`: rows can be selected and dragged
 */

/**
 * The table without rows; append `trackRow`s to its `tbody`.
 * @param {Columns} columns
 * @param {unknown} [rows]
 */
export function trackTable(columns, rows) {
    return html`<table class="tracks ${columns.art ? 'has-art' : ''}">
        <caption class="visually-hidden">${columns.caption}</caption>
        <thead class="${columns.hideHead ? 'visually-hidden' : ''}"><tr>
            ${
                columns.entry &&
                html`<th scope="col"
                class="track-entry"><span class="visually-hidden">${t('playlists.select')}</span></th>`
            }
            <th scope="col" class="track-number"><span aria-hidden="true">#</span><span
                class="visually-hidden">${t('tracks.number')}</span></th>
            <th scope="col">${t('tracks.title')}</th>
            ${columns.album && html`<th scope="col" class="track-album">${t('tracks.album')}</th>`}
            ${columns.plays && html`<th scope="col" class="track-plays">${t('tracks.plays')}</th>`}
            <th scope="col" class="track-time">${t('tracks.time')}</th>
            <th scope="col" class="track-more"><span class="visually-hidden">${t('tracks.more')}</span></th>
        </tr></thead>
        <tbody>${rows}</tbody>
    </table>`;
}

/**
 * @param {TrackItem} track
 * @param {number} index among the rows
 * @param {Columns} columns
 * @param {{ id: string, selected: boolean }} [entry] of a playlist
 */
export function trackRow(track, index, columns, entry) {
    const label = columns.numbered ? (track.trackNumber ?? index + 1) : index + 1;
    return html`<tr class="track ${track.missing ? 'is-missing' : ''}" data-testid="track-row" data-track="${track.id}"
        data-index="${index}" ${entry ? html`data-entry="${entry.id}"` : ''}>
        ${
            columns.entry &&
            entry &&
            html`<td class="track-entry"><span class="grip" data-grip aria-hidden="true">${icons.grip}</span><input
            type="checkbox" data-select data-testid="select-entry"
            aria-label="${t('playlists.selectNamed', { name: track.title })}"
            ${attribute('checked', entry.selected)}></td>`
        }
        <td class="track-number">
            <span class="track-index" aria-hidden="true">${String(label)}</span>${equaliser}
            <button type="button" class="track-play" data-play-row data-name="${track.title}"
                aria-label="${t('actions.playNamed', { name: track.title })}">${icons.play}</button>
        </td>
        <td class="track-main"><div class="track-cell">
            ${columns.art && cover(track.cover, track.album || track.title, { kind: 'row', color: track.colors })}
            <div class="track-text"><span class="track-title" dir="auto">${track.title}${explicitSign(track)}</span>
            ${columns.artists !== false && html`<span class="track-artists">${artistLinks(track.artists)}</span>`}
            ${
                columns.notes?.[index] &&
                html`<span class="track-note" data-testid="reason">${columns.notes[index]}</span>`
            }
            ${track.missing && html`<span class="badge">${t('tracks.missing')}</span>`}</div>
        </div></td>
        ${columns.album && html`<td class="track-album"><a href="${albumPath(track.albumId)}">${track.album}</a></td>`}
        ${columns.plays && html`<td class="track-plays">${t('count.plays', { count: columns.plays[index] ?? 0 })}</td>`}
        <td class="track-time"><span aria-hidden="true">${clock(track.durationMs)}</span><span
            class="visually-hidden">${spokenTime(track.durationMs, currentLocale())}</span></td>
        <td class="track-more">${heart('track', track, track.title)}<button type="button" class="icon-button"
            data-track-menu aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: track.title })}">${icons.more}</button></td>
    </tr>`;
}

/**
 * A row that is on its way.
 * @param {Columns} columns
 */
export function blankRow(columns) {
    return html`<tr class="track">${columns.entry && html`<td class="track-entry"></td>`}<td class="track-number"></td>
        <td class="track-main">
        <div class="track-cell">${columns.art && html`<span class="cover bone"></span>`}<div
        class="track-text"><span class="bone is-line"></span></div></div></td>
        ${columns.album && html`<td class="track-album"></td>`}${
            columns.plays && html`<td class="track-plays"></td>`
        }<td class="track-time"></td>
            <td class="track-more"></td></tr>`;
}

/**
 * @typedef {{ tracks: readonly TrackItem[], index: number, source?: string }} Place `source`: what the tracks are,
 *   see the player's
 */

/**
 * Makes every table in `root` work.
 * @param {HTMLElement} root
 * @param {(row: HTMLElement) => Place} listOf the tracks that play from a row
 * @param {AbortSignal} signal
 * @param {(row: HTMLElement) => Promise<Place>} [queueOf] the same where what plays must be fetched first
 * @param {(row: HTMLElement) => import('../../elements/overlays/menu.js').MenuItem[]} [extras] what a row's menu offers
 *   beside the usual
 */
export function bindTracks(root, listOf, signal, queueOf, extras = () => []) {
    const playRow = async (/** @type {HTMLElement} */ row) => {
        const here = listOf(row);
        const track = here.tracks[here.index];
        if (!track || track.missing) return;
        if (row.classList.contains('is-current')) return player.toggle();
        // Should the rest not come, the track plays alone.
        const { tracks } = queueOf ? await queueOf(row).catch(() => ({ tracks: [track] })) : here;
        const present = tracks.filter((other) => !other.missing);
        const { source } = here;
        // A new answer holds other objects for the same tracks.
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
    // With a finger there is no hover and no double click: the whole row plays.
    delegate(
        root,
        'click',
        'tr[data-track]',
        (row, event) => {
            if (
                matchMedia('(hover: none)').matches &&
                !(/** @type {Element} */ (event.target).closest('a, button, input, .track-entry'))
            )
                void playRow(row);
        },
        signal,
    );
    // The whole cell ticks its box: a finger that misses it means it.
    delegate(
        root,
        'click',
        '.track-entry',
        (cell, event) => {
            if (!(/** @type {Element} */ (event.target).closest('input, [data-grip]')))
                cell.querySelector('input')?.click();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-track-menu]',
        (button) => {
            const { tracks, index } = listOf(rowOf(button));
            trackMenu(button, tracks[index], undefined, extras(rowOf(button)));
        },
        signal,
    );
    delegate(
        root,
        'contextmenu',
        'tr[data-track]',
        (row, event) => {
            if (/** @type {Element} */ (event.target).closest('a')) return;
            event.preventDefault();
            const { tracks, index } = listOf(row);
            trackMenu(
                /** @type {HTMLElement} */ (row.querySelector('[data-track-menu]') ?? row),
                tracks[index],
                /** @type {MouseEvent} */ (event),
                extras(row),
            );
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
