// @ts-check
// The days of the board, newest first.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { dateName } from './model.js';

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
        frame: html`<ul class="rows" data-items data-testid="board-days"></ul>`,
        item: ({ date, posts, comments }) =>
            html`<li class="row" data-testid="board-day"><a class="row-main"
                href="/board/${date}"><span
                class="row-text"><span class="row-title">${dateName(date, currentLocale())}</span><span
                class="row-line">${t('board.songs', { count: posts })} · ${t('board.comments', {
                    count: comments,
                })}</span></span></a></li>`,
        skeleton: rowsSkeleton(8),
        empty: () => emptyState({ art: 'history', title: t('board.archiveEmpty'), text: t('board.emptyText') }),
    }).ready;
}
