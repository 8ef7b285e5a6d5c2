// @ts-check
// A post as a card: the cover, the author with the caption, and the reactions and comments.

import { timeOfDay } from '../../core/format.js';
import { attribute, html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistLinks, trackPath } from '../../core/links.js';
import { may } from '../../core/session.js';
import { equaliser, icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { cover } from '../../elements/music/cover.js';
import { picturePath } from '../outside/model.js';
import { REACTIONS } from './model.js';
import { outsideParts, previewButton } from './outside-post.js';
import { reactionArt } from './reactions.js';

/** @typedef {import('../../core/types.js').Post} BoardPost */

/** @param {BoardPost} post @param {boolean} isToday */
export function postCard(post, isToday) {
    const { track, outside } = post.song ?? {};
    const isPlayable = track && !track.missing;
    const name = post.song?.title ?? t('board.elsewhere');
    const picture = outside?.hasPicture ? picturePath(outside.id) : track?.cover;
    const album = track ? html`<a href="${albumPath(track.albumId)}">${track.album}</a>` : outside?.album;
    return html`<article class="post-card ${post.hidden ? 'is-hidden' : ''}" aria-labelledby="post-${post.id}">
        <div class="post-art">${cover(picture, name, { kind: 'tile', color: track?.colors })}
            ${
                isPlayable &&
                html`<button type="button" class="play-fab" data-play-post data-key="play" data-name="${name}"
                aria-label="${t('actions.playNamed', { name })}">${icons.play}</button>`
            }${previewButton(post)}</div>
        <div class="post-text">
            <p class="post-who">${avatar(post.author)}<a class="person-link post-author"
                href="/people/${encodeURIComponent(post.author.id)}">${post.author.name}</a> <time
                datetime="${post.at}">${timeOfDay(post.at, currentLocale())}</time>${
                    post.own && html` <span class="badge">${t('board.yours')}</span>`
                }${equaliser}</p>
            <h2 class="post-title" dir="auto" id="post-${post.id}">${title(post)}</h2>
            <p class="post-artist">${track ? artistLinks(track.artists) : post.song?.artist}${
                album && html` · ${album}`
            }</p>
            ${outsideParts(post)}
            ${post.caption && html`<p class="post-caption" dir="auto">${post.caption}</p>`}
            ${
                post.hidden &&
                html`<p
                class="post-hidden">${icons.warning}${t(post.own ? 'board.hiddenOwn' : 'board.hiddenOthers', {
                    reason: post.hidden.reason,
                })}</p>`
            }
        </div>
        <div class="post-answers">
            ${reactions(post, isToday)}
            <button type="button" class="talk-button" data-toggle-thread data-key="thread" aria-expanded="false"
                aria-controls="thread-${post.id}" title="${t('board.comments', { count: post.commentCount })}"
                data-testid="comments-toggle">${icons.comment}<span class="talk-text">${t('board.comments', {
                    count: post.commentCount,
                })}</span>${
                    post.commentCount > 0 &&
                    html`<span class="talk-count" aria-hidden="true">${String(post.commentCount)}</span>`
                }</button>
        </div>
        ${
            (post.own || may('takePart') || (outside?.available && may('listen'))) &&
            html`<button type="button" class="icon-button post-more" data-post-menu data-key="menu" aria-haspopup="menu"
            aria-label="${t('board.moreFor', { name })}" data-testid="post-menu">${icons.more}</button>`
        }
    </article>`;
}

/** @param {BoardPost} post */
function title(post) {
    if (!post.song) return html`<span class="quiet">${t('board.elsewhere')}</span>`;
    const { track, outside } = post.song;
    if (outside) return post.song.title;
    return track && !track.missing
        ? html`<a href="${trackPath(track.id)}">${post.song.title}</a>`
        : html`${post.song.title} ${html`<span class="badge">${t('board.missing')}</span>`}`;
}

/** @param {BoardPost} post @param {boolean} isToday */
function reactions(post, isToday) {
    /** @type {Map<string, BoardPost['reactions'][number]>} */
    const counts = new Map(post.reactions.map((one) => [one.reaction, one]));
    const isOpen = isToday && !post.hidden;
    return html`<div class="reactions" role="group" aria-label="${t('board.reactions')}">${REACTIONS.map((name) => {
        const { count = 0, own = false } = counts.get(name) ?? {};
        if (!isOpen && count === 0) return null;
        return html`<button type="button" class="reaction ${count > 0 ? '' : 'is-unused'}" data-react="${name}"
            data-key="${name}" aria-pressed="${own ? 'true' : 'false'}"
            aria-label="${t(`board.reaction.${name}`)}: ${t('board.reactionCount', { count })}"
            ${attribute('disabled', !isOpen)} data-testid="react-${name}">${reactionArt(name)}${
                count > 0 && html`<span class="reaction-count">${String(count)}</span>`
            }</button>`;
    })}</div>`;
}
