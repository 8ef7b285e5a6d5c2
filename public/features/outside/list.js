// @ts-check
// Songs of the outside catalog as a list. Each is marked as outside and has a preview and actions.

import { delegate } from '../../core/dom.js';
import { clock } from '../../core/format.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { radio } from '../../player/radio.js';
import { picturePath, previewOf } from './model.js';
import { outsideMark, previewCover } from './row-parts.js';
import { saveDialog } from './save-dialog.js';
import { shelfDialog } from './shelf-dialog.js';
import { wishFor } from './wish.js';

/** @typedef {import('./model.js').OutsideSong} OutsideSong */

/** @param {readonly OutsideSong[]} songs */
export const outsideList = (songs) =>
    html`<ul class="found-list is-wide" data-testid="outside-songs">${songs.map(row)}</ul>`;

/** @param {OutsideSong} song */
function row(song) {
    const { id, title, artist, album, durationMs, track, hasPicture, hasPreview } = song;
    const line = [artist, album, durationMs && clock(durationMs)].filter(Boolean).join(' · ');
    const text = html`<span class="found-text"><span class="found-quote" dir="auto">${title}</span><span
        class="found-name" dir="auto">${line}</span></span>`;
    const picture = cover(hasPicture ? picturePath(id) : undefined, album ?? title, { kind: 'row' });
    if (track)
        return html`<li><a class="found-row" href="${trackPath(track.id)}"
            data-testid="outside-own">${picture}${text}<span
            class="outside-mark">${icons.check}${t('outside.here')}</span></a></li>`;
    return html`<li class="found-pair" data-outside="${String(id)}" data-testid="outside-song">${
        hasPreview && may('stream')
            ? html`<button type="button" class="found-row" data-preview data-testid="outside-preview"
                title="${t('outside.preview')}"
                aria-label="${t('outside.previewNamed', { name: title, artist })}">${previewCover(
                    picture,
                )}${text}</button>`
            : html`<span class="found-row">${picture}${text}</span>`
    }${outsideMark()}${
        may('listen') &&
        html`<button type="button" class="icon-button" data-outside-menu aria-haspopup="menu"
            data-testid="outside-menu" aria-label="${t('tracks.moreFor', { name: title })}">${icons.more}</button>`
    }</li>`;
}

/**
 * @param {HTMLElement} host
 * @param {{ songs: () => readonly OutsideSong[], post: (song: OutsideSong) => void }} page `songs`: the listed ones
 * @param {AbortSignal} signal
 */
export function bindOutside(host, { songs, post }, signal) {
    const songOf = (/** @type {Element} */ element) => {
        const id = Number(/** @type {HTMLElement | null} */ (element.closest('[data-outside]'))?.dataset.outside);
        return songs().find((song) => song.id === id);
    };
    delegate(
        host,
        'click',
        '[data-preview]',
        (button) => {
            const song = songOf(button);
            if (song) radio.toggle(previewOf(song));
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-outside-menu]',
        (button) => {
            const song = songOf(button);
            if (!song) return;
            openMenu(button, [
                ...(song.hasPreview && may('stream')
                    ? [{ label: t('outside.preview'), icon: icons.play, run: () => radio.toggle(previewOf(song)) }]
                    : []),
                {
                    label: t('outside.save'),
                    icon: icons.plus,
                    testid: 'outside-save',
                    run: () => void saveDialog(song),
                },
                {
                    label: t('shelf.putOn'),
                    icon: icons.shelf,
                    testid: 'outside-shelf',
                    run: () => void shelfDialog(song),
                },
                ...(may('takePart')
                    ? [
                          {
                              label: t('outside.wish'),
                              icon: icons.wish,
                              testid: 'outside-wish',
                              run: () => void wishFor(song),
                          },
                          {
                              label: t('recognition.post'),
                              icon: icons.board,
                              testid: 'outside-post',
                              run: () => post(song),
                          },
                      ]
                    : []),
            ]);
        },
        signal,
    );
}
