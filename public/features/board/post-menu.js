// @ts-check
// The menu of a post or comment: remove your own, report another user's, or hide it as a moderator.

import { api } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { confirmDialog, openDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { reportItem } from '../moderation/report-dialog.js';
import { saveDialog } from '../outside/save-dialog.js';
import { outsideSong } from './outside-post.js';

/**
 * @param {HTMLElement} anchor
 * @param {import('../../core/types.js').Post} post
 * @param {() => void} changed
 */
export function postMenu(anchor, post, changed) {
    const path = `/board/posts/${encodeURIComponent(post.id)}`;
    const song = outsideSong(post);
    menu(
        anchor,
        post,
        path,
        { remove: 'board.removePost', text: 'board.removePostText', removed: 'board.postRemoved' },
        changed,
        () => reportItem('post', post.id, post.song?.title ?? post.author.name),
        song?.available && may('listen')
            ? [
                  {
                      label: t('outside.save'),
                      icon: icons.plus,
                      testid: 'outside-save',
                      run: () => void saveDialog(song),
                  },
              ]
            : [],
    );
}

/**
 * @param {HTMLElement} anchor
 * @param {import('../../core/types.js').Comment} comment
 * @param {() => void} changed
 */
export function commentMenu(anchor, comment, changed) {
    const path = `/board/comments/${encodeURIComponent(comment.id)}`;
    menu(
        anchor,
        comment,
        path,
        { remove: 'board.removeComment', text: 'board.removeCommentText', removed: 'board.commentRemoved' },
        changed,
        () => reportItem('comment', comment.id, comment.author.name),
    );
}

/**
 * @param {HTMLElement} anchor
 * @param {{ own: boolean, hidden?: { reason: string } }} entry
 * @param {string} path
 * @param {{ remove: string, text: string, removed: string }} words
 * @param {() => void} changed
 * @param {() => import('../../elements/overlays/menu.js').MenuItem[]} report
 * @param {import('../../elements/overlays/menu.js').MenuItem[]} more the first items
 */
function menu(anchor, entry, path, words, changed, report, more = []) {
    const attempt = async (/** @type {() => Promise<unknown>} */ run, /** @type {string} */ done) => {
        try {
            await run();
            toast(t(done));
            changed();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    const remove = async () => {
        const isSure = await confirmDialog({
            title: t(words.remove),
            text: t(words.text),
            confirm: t('actions.remove'),
        });
        if (isSure) await attempt(() => api.delete(path), words.removed);
    };
    openMenu(anchor, [
        ...more,
        ...(may('moderate') && !entry.hidden
            ? [{ label: t('board.hide'), icon: icons.warning, run: () => askReason(path, changed) }]
            : []),
        ...(may('moderate') && entry.hidden
            ? [
                  {
                      label: t('board.unhide'),
                      icon: icons.check,
                      run: () => void attempt(() => api.delete(`${path}/hidden`), 'board.shownAgain'),
                  },
              ]
            : []),
        ...(entry.own
            ? [{ label: t('actions.remove'), icon: icons.trash, danger: true, run: () => void remove() }]
            : []),
        ...(entry.own ? [] : report()),
    ]);
}

/** @param {string} path @param {() => void} changed */
function askReason(path, changed) {
    const { dialog, close } = openDialog({
        title: t('board.hideTitle'),
        testid: 'hide-dialog',
        body: html`<form class="form dialog-body"><p>${t('board.hideText')}</p>
            ${field({ name: 'reason', label: t('board.reason'), required: true, maxlength: 280 })}
            ${formError}
            <div class="dialog-actions"><button type="button" class="button"
                data-close>${t('actions.cancel')}</button><button type="submit" class="button is-danger"
                data-testid="hide-confirm">${t('board.hide')}</button></div></form>`,
    });
    handleForm(find(dialog, 'form'), async ({ reason }) => {
        await api.put(`${path}/hidden`, { reason });
        close();
        toast(t('board.hiddenDone'));
        changed();
    });
}
