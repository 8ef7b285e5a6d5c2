// @ts-check
// The user's notifications, with the unread ones marked.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { ago } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, hasMessage, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { liveList } from '../../elements/lists/live-list.js';
import { avatar } from '../../elements/music/avatar.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { reactionArt } from '../board/reactions.js';
import { subjectPath } from '../shelf/model.js';
import { markRead, unread } from './model.js';

/** @typedef {import('./model.js').Notification} Notification */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('notifications.title'));
    render(
        root,
        html`<div class="page is-narrow">
        <header class="page-head"><h1>${t('notifications.title')}</h1><div class="page-tools">
            <button type="button" class="button" data-read-all data-testid="read-all"
                ${attribute('disabled', unread.value === 0)}>${icons.check}${t('notifications.readAll')}</button></div>
                </header>
        <p class="page-lead"><a class="text-link"
            href="/settings/notifications">${icons.edit}${t('notifications.choose')}</a></p>
        <div data-list></div>
    </div>`,
    );
    const button = /** @type {HTMLButtonElement} */ (find(root, '[data-read-all]'));
    const list = liveList(find(root, '[data-list]'), {
        signal,
        skeleton: rowsSkeleton(6),
        load: (cursor, limit) => api.get('/notifications', { query: { cursor, limit }, signal }),
        loaded: (_, /** @type {any} */ first) => unread.set(first.unreadCount),
        draw: (/** @type {Notification[]} */ items) =>
            html`<ul class="notices" data-testid="notifications">${items.map(row)}</ul>`,
        empty: () => emptyState({ art: 'people', title: t('notifications.none'), text: t('notifications.noneText') }),
    });
    const read = async (/** @type {string[] | undefined} */ ids) => {
        try {
            await markRead(ids);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        list.soon();
    };
    unread.subscribe((count) => {
        button.disabled = count === 0;
    }, signal);
    button.addEventListener('click', () => void read(undefined), { signal });
    delegate(
        root,
        'click',
        '[data-read-one]',
        (one) => void read([/** @type {HTMLElement} */ (one.closest('[data-key]')).dataset.key ?? '']),
        signal,
    );
    // Opening a notification marks it as read.
    delegate(
        root,
        'click',
        '[data-notice] a',
        (link) => {
            const notice = /** @type {HTMLElement} */ (link.closest('[data-key]'));
            if (notice.dataset.unread) markRead([notice.dataset.key ?? '']).catch(() => {});
        },
        signal,
    );
    live.on('notification', () => list.soon(), signal);
    live.on('open', () => list.soon(), signal);
    await list.ready;
}

/**
 * The page on which each kind of notification is handled.
 * @type {Record<string, string>}
 */
const PLACES = {
    submissionArrived: '/administration/moderation',
    requestArrived: '/administration/requests',
    memberJoined: '/administration/users',
    reportArrived: '/administration/moderation/reports',
    lyricsProposed: '/administration/moderation/lyrics',
    passkeyAdded: '/settings/security',
    identityLinked: '/settings/security',
    scrobblingPaused: '/settings/apps',
    scrobblesGivenUp: '/settings/apps',
};

/** Kinds whose text is a reason or an answer. */
const REASONED = [
    'postHidden',
    'submissionRejected',
    'musicWithdrawn',
    'playlistHidden',
    'playlistDeleted',
    'momentHidden',
    'pictureRemoved',
    'lyricsRejected',
];
const ANSWERED = ['reportActed', 'reportDismissed', 'lyricsApproved'];

/** @param {Notification} notice */
function row(notice) {
    const path = PLACES[notice.kind] ?? subjectPath(notice.subject);
    const text = sentence(notice);
    return html`<li class="notice ${notice.read ? '' : 'is-unread'}" data-key="${notice.id}" data-notice
        ${notice.read ? '' : html`data-unread="true"`} data-testid="notification">
        <span class="notice-sign">${
            notice.actor
                ? avatar(notice.actor)
                : html`<span class="notice-icon" aria-hidden="true">${icons.bell}</span>`
        }${notice.kind === 'postReacted' && reactionArt(notice.text)}</span>
        <div class="notice-text">
            <p>${!notice.read && html`<span class="visually-hidden">${t('notifications.unread')} </span>`}${
                path ? html`<a href="${path}" data-focus="link">${text}</a>` : text
            }</p>
            ${
                ANSWERED.includes(notice.kind) &&
                notice.text &&
                html`<p class="notice-line">${t('notifications.answer', { answer: notice.text })}</p>`
            }
            ${
                REASONED.includes(notice.kind) &&
                notice.text &&
                html`<p class="notice-line">${t('notifications.reason', { reason: notice.text })}</p>`
            }
            <p class="notice-line">${ago(notice.at, currentLocale())}</p></div>
        ${
            !notice.read &&
            html`<button type="button" class="icon-button" data-read-one data-focus="read"
            aria-label="${t('notifications.readOne')}" title="${t('notifications.readOne')}"
            data-testid="read-one">${icons.check}</button>`
        }
    </li>`;
}

/** @param {Notification} notice */
function sentence({ kind, actor, title, text }) {
    const name = actor?.name ?? t('notifications.somebody');
    const key = `notifications.kinds.${kind}`;
    if (!hasMessage(key)) return title;
    const answer = `board.reaction.${text}`;
    const reaction = hasMessage(answer) ? t(answer) : '';
    return t(key, { name, title: title || t('notifications.something'), reaction });
}
