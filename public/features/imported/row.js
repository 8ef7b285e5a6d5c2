// @ts-check
// An imported song beside its matching track.

import { length } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { names, trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { iconOf, isMissing } from './model.js';

/** @param {import('./model.js').BroughtSong} song */
export function songRow(song) {
    const { track, state } = song;
    const name = song.artist ? `${song.artist} – ${song.title}` : song.title;
    return html`<li class="imported-song" data-key="${song.id}" data-testid="imported-song"
        data-song-state="${state}">
        <p class="imported-state is-${state}">${icons[iconOf(state)]}${t(`imported.states.${state}`)}</p>
        <div class="imported-text" dir="auto"><strong>${song.title}</strong>
            <span class="imported-line">${[
                song.artist,
                song.album,
                song.durationMs && length(song.durationMs, currentLocale()),
            ]
                .filter(Boolean)
                .join(' · ')}</span></div>
        <div class="imported-match">${
            track
                ? trackLine(track)
                : html`<span
            class="imported-line">${t(isMissing(song) ? 'imported.notHere' : 'imported.notSeen')}</span>`
        }</div>
        <div class="imported-actions">${
            isMissing(song) &&
            song.outsideId !== undefined &&
            may('stream') &&
            html`<button type="button" class="icon-button" data-preview-song data-focus="preview-${song.id}"
                data-testid="imported-preview" title="${t('outside.preview')}"
                aria-label="${t('outside.previewNamed', { name: song.title, artist: song.artist })}">${icons.play}
            </button>`
        }
            <button type="button" class="button" data-candidates data-focus="choose-${song.id}"
                data-testid="imported-choose"
                aria-label="${t('imported.chooseFor', { name })}">${t(track ? 'imported.change' : 'imported.choose')}
            </button>${
                isMissing(song) &&
                may('takePart') &&
                html`<button type="button" class="icon-button" data-wish-song data-focus="wish-${song.id}"
                    title="${t('imported.wish')}"
                    aria-label="${t('imported.wishFor', { name })}">${icons.wish}</button>`
            }<button type="button" class="icon-button" data-remove-song data-focus="remove-${song.id}"
                title="${t('imported.remove')}" aria-label="${t('imported.removeNamed', { name })}">${icons.trash}
            </button></div>
    </li>`;
}

/**
 * A track of the library, with a play button.
 * @param {import('./model.js').TrackItem} track
 */
export function trackLine(track) {
    const facts = [names(track.artists), track.album, length(track.durationMs, currentLocale())];
    return html`<button type="button" class="icon-button" data-play-track="${track.id}"
            aria-label="${t('imported.play', { title: track.title })}">${icons.play}</button>
        ${cover(track.cover, track.title)}
        <div class="imported-text" dir="auto"><a href="${trackPath(track.id)}">${track.title}</a>
            <span class="imported-line">${facts.filter(Boolean).join(' · ')}</span></div>`;
}
