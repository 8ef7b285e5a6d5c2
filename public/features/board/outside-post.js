// @ts-check
// A post whose song is not in the library yet: the additional parts of its card, and its preview.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { radio } from '../../player/radio.js';
import { previewOf } from '../outside/model.js';

/** @typedef {import('../../core/types.js').Post} BoardPost */

/**
 * A post's outside song in the format of the outside catalog's calls and dialogs.
 * @param {BoardPost} post
 */
export function outsideSong({ song }) {
    return song?.outside && { ...song.outside, title: song.title, artist: song.artist };
}

/** @param {BoardPost} post */
export function outsideParts(post) {
    const song = outsideSong(post);
    return (
        song &&
        html`<p class="post-outside"><span class="outside-mark"
            data-testid="post-not-here">${icons.link}${t('outside.notHere')}</span>${
                song.available &&
                may('takePart') &&
                html`<button type="button" class="button is-small" data-wish-post data-key="wish"
                data-testid="post-wish">${icons.wish}${t('outside.wish')}</button>`
            }</p>`
    );
}

/** @param {BoardPost} post */
export function previewButton(post) {
    const song = outsideSong(post);
    return (
        song?.hasPreview &&
        may('stream') &&
        html`<button type="button" class="play-fab" data-play-post data-key="play" data-testid="post-preview"
            aria-label="${previewLabel(song, false)}">${icons.play}</button>`
    );
}

/** @param {{ title: string, artist: string }} song @param {boolean} isPlaying */
export const previewLabel = ({ title, artist }, isPlaying) =>
    t(isPlaying ? 'outside.stopPreview' : 'outside.previewNamed', { name: title, artist });

/** @param {BoardPost} post */
export function togglePreview(post) {
    const song = outsideSong(post);
    if (song) radio.toggle(previewOf(song));
}

/**
 * The state of a post's preview; `idle` without one.
 * @param {BoardPost} post
 */
export function previewState(post) {
    const song = outsideSong(post);
    return song ? radio.stateOf(previewOf(song)) : 'idle';
}
