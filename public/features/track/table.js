// @ts-check
// A table of tracks: its head, which may sort it, and its rows.

import { clock, spokenTime } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks } from '../../core/links.js';
import { heart } from '../../elements/annotations/heart.js';
import { equaliser, icons } from '../../elements/icons.js';
import { selectBox } from '../../elements/lists/select-box.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { sortHead } from './sort.js';
import { tempoCell, tempoLine } from './tempo.js';

export { bindTracks } from './rows.js';

/** @typedef {import('../../core/types.js').TrackItem} TrackItem */
/** @typedef {import('./sort.js').Sorting} Sorting */
/**
 * @typedef {{ numbered?: boolean, art?: boolean, album?: boolean, artists?: boolean, tempo?: boolean, plays?: number[],
 *   notes?: string[], caption: string, hideHead?: boolean, entry?: boolean, sorting?: Sorting }} Columns `notes`: a
 *   line beneath each title; `entry`: rows have a grip; `sorting`: the sortable columns and the order
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
            ${columns.entry && html`<td class="track-entry"></td>`}
            <th scope="col" class="track-number"><span aria-hidden="true">#</span><span
                class="visually-hidden">${t('tracks.number')}</span></th>
            ${sortHead('title', t('tracks.title'), columns.sorting)}
            ${columns.album && sortHead('album', t('tracks.album'), columns.sorting, 'track-album')}
            ${columns.plays && html`<th scope="col" class="track-plays">${t('tracks.plays')}</th>`}
            ${columns.tempo && sortHead('tempo', t('tracks.tempo'), columns.sorting, 'track-tempo')}
            ${sortHead('duration', t('tracks.time'), columns.sorting, 'track-time')}
            <th scope="col" class="track-more"><span class="visually-hidden">${t('tracks.more')}</span></th>
        </tr></thead>
        <tbody>${rows}</tbody>
    </table>`;
}

/**
 * @param {TrackItem} track
 * @param {number} index among the rows
 * @param {Columns} columns
 * @param {{ id: string }} [entry] of a playlist
 */
export function trackRow(track, index, columns, entry) {
    const label = columns.numbered ? (track.trackNumber ?? index + 1) : index + 1;
    return html`<tr class="track ${track.missing ? 'is-missing' : ''}" data-testid="track-row" data-track="${track.id}"
        data-index="${index}" ${entry ? html`data-entry="${entry.id}"` : ''}>
        ${
            columns.entry &&
            entry &&
            html`<td class="track-entry"><span class="grip" data-grip aria-hidden="true">${icons.grip}</span></td>`
        }
        <td class="track-number">
            <span class="track-index" aria-hidden="true">${String(label)}</span>${equaliser}${selectBox(track.title)}
            <button type="button" class="track-play" data-play-row data-name="${track.title}"
                aria-label="${t('actions.playNamed', { name: track.title })}">${icons.play}</button>
        </td>
        <td class="track-main"><div class="track-cell">
            ${columns.art && cover(track.cover, track.album || track.title, { kind: 'row', color: track.colors })}
            <div class="track-text"><span class="track-title" dir="auto">${track.title}${explicitSign(track)}</span>
            ${
                columns.artists !== false &&
                html`<span class="track-artists">${columns.tempo && tempoLine(track)}${artistLinks(
                    track.artists,
                )}</span>`
            }
            ${
                columns.notes?.[index] &&
                html`<span class="track-note" data-testid="reason">${columns.notes[index]}</span>`
            }
            ${track.missing && html`<span class="badge">${t('tracks.missing')}</span>`}</div>
        </div></td>
        ${columns.album && html`<td class="track-album"><a href="${albumPath(track.albumId)}">${track.album}</a></td>`}
        ${columns.plays && html`<td class="track-plays">${t('count.plays', { count: columns.plays[index] ?? 0 })}</td>`}
        ${columns.tempo && tempoCell(track)}
        <td class="track-time"><span aria-hidden="true">${clock(track.durationMs)}</span><span
            class="visually-hidden">${spokenTime(track.durationMs, currentLocale())}</span></td>
        <td class="track-more">${heart('track', track, track.title)}<button type="button" class="icon-button"
            data-track-menu aria-haspopup="menu"
            aria-label="${t('tracks.moreFor', { name: track.title })}">${icons.more}</button></td>
    </tr>`;
}

/**
 * The row of a track that is not loaded yet.
 * @param {Columns} columns
 */
export function blankRow(columns) {
    return html`<tr class="track">${columns.entry && html`<td class="track-entry"></td>`}<td class="track-number"></td>
        <td class="track-main">
        <div class="track-cell">${columns.art && html`<span class="cover bone"></span>`}<div
        class="track-text"><span class="bone is-line"></span></div></div></td>
        ${columns.album && html`<td class="track-album"></td>`}${
            columns.plays && html`<td class="track-plays"></td>`
        }${columns.tempo && html`<td class="track-tempo"></td>`}<td class="track-time"></td>
            <td class="track-more"></td></tr>`;
}
