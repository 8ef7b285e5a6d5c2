// @ts-check

import { api } from '../../core/api.js';
import { ago } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { takeDown } from './model.js';
import { reasonDialog } from './reason-dialog.js';

/** @typedef {import('./model.js').ModeratedPlaylist} ModeratedPlaylist */

/** @param {ModeratedPlaylist} playlist */
export function playlistRow({ id, name, owner, entryCount, changedAt, cover: picture, hidden }) {
    return html`<li class="thing is-tall ${hidden ? 'is-off' : ''}" data-key="${id}"
        data-testid="moderated-playlist">${cover(picture, name, { kind: 'row' })}
        <div class="thing-text">
            <p class="thing-title">${
                hidden
                    ? html`<span dir="auto">${name}</span>`
                    : html`<a href="/playlists/${encodeURIComponent(id)}" dir="auto" data-focus="name">${name}</a>`
            }${hidden && html` <span class="badge is-bad">${t('takedown.hidden')}</span>`}</p>
            <p class="thing-line"><a href="/people/${encodeURIComponent(owner.id)}">${owner.name}</a> · ${t(
                'count.tracks',
                { count: entryCount },
            )} · <time
                datetime="${changedAt}">${ago(changedAt, currentLocale())}</time></p>
            ${hidden && html`<p class="thing-line">${t('notifications.reason', { reason: hidden.reason })}</p>`}</div>
        <div class="thing-actions">${
            hidden
                ? html`<button type="button" class="button is-small" data-show data-focus="hide"
                    data-testid="playlist-show">${icons.check}${t('takedown.show')}</button>`
                : html`<button type="button" class="button is-small" data-hide data-focus="hide"
                    data-testid="playlist-hide">${icons.warning}${t('takedown.hide')}</button>`
        }
            <button type="button" class="button is-small is-danger-quiet" data-delete data-focus="delete"
                data-testid="playlist-delete">${icons.trash}${t('takedown.delete')}</button></div></li>`;
}

/** @param {{ id: string, name: string }} playlist @param {() => void} changed */
export function hidePlaylist({ id, name }, changed) {
    reasonDialog(
        {
            title: t('takedown.hideNamed', { name }),
            text: t('takedown.hideText'),
            confirm: t('takedown.hide'),
            done: t('takedown.hiddenDone', { name }),
        },
        (reason) => takeDown('playlist', id, reason),
        changed,
    );
}

/** @param {{ id: string, name: string }} playlist @param {() => void} changed */
export function deletePlaylist({ id, name }, changed) {
    reasonDialog(
        {
            title: t('takedown.deleteNamed', { name }),
            text: t('takedown.deleteText'),
            confirm: t('takedown.delete'),
            done: t('takedown.deletedDone', { name }),
        },
        (reason) => api.post(`/moderation/playlists/${encodeURIComponent(id)}/deletion`, { reason }),
        changed,
    );
}
