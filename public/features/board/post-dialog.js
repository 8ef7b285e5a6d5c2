// @ts-check
// "Post a song": finds a song, takes an optional caption, and posts it to today's board.

import { api, ApiError } from '../../core/api.js';
import { find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { openDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { bindSongSearch, songParts } from './song-search.js';

/** @typedef {import('./song-search.js').Choice} Choice */

/**
 * @param {() => void} posted
 * @param {Choice} [song] a song chosen beforehand
 */
export function openPostDialog(posted, song) {
    const { dialog, close, closed } = openDialog({
        title: t('board.post'),
        testid: 'post-dialog',
        wide: true,
        body: html`<div class="dialog-body song-picker">
            <div data-finding>
                <div class="search-box" role="search"><span class="search-icon" data-indicator>${icons.search}</span>
                    <input type="search" data-query placeholder="${t('board.searchSong')}"
                        aria-label="${t('board.searchSong')}" aria-controls="found-songs" autocomplete="off"
                        spellcheck="false" maxlength="200" enterkeyhint="search" data-testid="post-search"></div>
                <div class="song-results" id="found-songs" data-results aria-busy="false"
                    data-testid="post-results"></div>
            </div>
            <form class="form" data-chosen hidden>
                <div data-song></div>
                <div class="field"><label for="post-caption">${t('board.caption')}</label>
                    <textarea id="post-caption" name="caption" rows="3" maxlength="280"
                        aria-describedby="post-caption-note" data-testid="post-caption"></textarea>
                    <p class="field-hint" id="post-caption-note" data-note
                        data-hint="${t('board.captionHint')}">${t('board.captionHint')}</p></div>
                ${formError}
                <div class="dialog-actions"><button type="button" class="button"
                    data-back>${t('board.another')}</button><button type="submit" class="button is-primary"
                    data-testid="post-send">${t('board.postThis')}</button></div>
            </form>
        </div>`,
    });
    const finding = find(dialog, '[data-finding]');
    const form = /** @type {HTMLFormElement} */ (find(dialog, '[data-chosen]'));
    const input = /** @type {HTMLInputElement} */ (find(dialog, '[data-query]'));
    /** @type {Choice | undefined} */
    let chosen;
    const choose = (/** @type {Choice} */ choice) => {
        chosen = choice;
        render(find(form, '[data-song]'), html`<div class="song-row is-chosen">${songParts(choice)}</div>`);
        finding.hidden = true;
        form.hidden = false;
        find(form, 'textarea').focus();
    };
    const search = bindSongSearch(dialog, input, choose);
    if (song) choose(song);
    find(form, '[data-back]').addEventListener('click', () => {
        form.hidden = true;
        finding.hidden = false;
        input.focus();
    });
    handleForm(form, async ({ caption }) => {
        if (!chosen) return;
        try {
            const { track, outside } = chosen;
            await api.post('/board/today', {
                ...(track ? { trackId: track.id } : { outsideId: outside?.id }),
                ...(caption ? { caption } : {}),
            });
        } catch (error) {
            // The user has already posted from another device. The board shows that post.
            if (!(error instanceof ApiError) || error.reason !== 'already_posted') throw error;
            close();
            posted();
            return toast(explain(error), { kind: 'error' });
        }
        close();
        toast(t('board.posted'));
        posted();
    });
    void closed.then(() => search.cancel());
}
