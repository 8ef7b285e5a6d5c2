// @ts-check
// The past days of the board, newest first: the covers of each day, and the users who posted.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { faces } from '../../elements/music/avatar.js';
import { mosaic } from '../../elements/music/cover.js';
import { gridSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { dateName } from './model.js';

/**
 * @typedef {{ date: string, posts: number, comments: number, covers: string[],
 *   people: { id: string, name: string, picture?: string }[] }} Day
 */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('board.archive'));
    render(
        root,
        html`<div class="page"><header class="page-head"><h1>${t('board.archive')}</h1>
            <div class="page-tools"><a class="button" href="/board">${icons.board}${t('board.today')}</a></div></header>
            <div data-list></div></div>`,
    );
    await infiniteList(find(root, '[data-list]'), {
        signal,
        load: (cursor, abort) => api.get('/board/days', { query: { cursor, limit: 60 }, signal: abort }),
        frame: html`<ul class="grid days" data-items data-testid="board-days"></ul>`,
        item: dayCard,
        skeleton: gridSkeleton(8),
        empty: () => emptyState({ art: 'history', title: t('board.archiveEmpty'), text: t('board.emptyText') }),
    }).ready;
}

/** @param {Day} day */
function dayCard({ date, posts, comments, covers, people }) {
    const name = dateName(date, currentLocale(), 'full');
    return html`<li class="card day-card" data-testid="board-day">
        <div class="card-art"><a href="/board/${date}" tabindex="-1" aria-hidden="true">${mosaic(
            covers,
            name,
        )}</a>${faces(people, posts - people.length)}</div>
        <div class="card-text"><a class="card-title" href="/board/${date}">${name}</a>
        <p class="card-line">${[
            t('board.songs', { count: posts }),
            ...(comments > 0 ? [t('board.comments', { count: comments })] : []),
        ].join(' · ')}</p></div>
    </li>`;
}
