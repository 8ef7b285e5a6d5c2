// @ts-check
// A bookmark: a saved position in a track.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { clock, spokenTime } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { player } from '../../player/index.js';

/** @typedef {{ positionMs: number, comment?: string }} Bookmark */

/** @param {HTMLElement} host @param {import('../../core/types.js').Track} track @param {AbortSignal} signal */
export async function mountBookmark(host, track, signal) {
    const path = `/bookmarks/${encodeURIComponent(track.id)}`;
    /** @type {Bookmark | undefined} */
    let bookmark;
    const isCurrent = () => player.current?.id === track.id;
    const draw = () =>
        render(
            host,
            html`
        ${
            bookmark &&
            html`<button type="button" class="button is-large" data-resume data-testid="bookmark-resume"
                aria-label="${t('bookmarks.resumeSpoken', {
                    time: spokenTime(bookmark.positionMs, currentLocale()),
                })}">${icons.play}${t('bookmarks.resume', { time: clock(bookmark.positionMs) })}</button>
            <button type="button" class="icon-button is-outlined" data-forget aria-label="${t('bookmarks.remove')}"
                title="${t('bookmarks.remove')}" data-testid="bookmark-remove">${icons.trash}</button>`
        }
        ${
            isCurrent() &&
            html`<button type="button" class="button is-large" data-mark
            data-testid="bookmark-set">${icons.bookmark}${t('bookmarks.set')}</button>`
        }`,
        );
    /** @param {() => Promise<void>} action */
    const act = async (action) => {
        try {
            await action();
            draw();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(
        host,
        'click',
        '[data-mark]',
        () =>
            void act(async () => {
                bookmark = await api.put(path, {
                    positionMs: Math.round(player.positionMs),
                    comment: bookmark?.comment,
                });
                toast(t('bookmarks.saved'));
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-forget]',
        () =>
            void act(async () => {
                await api.delete(path);
                bookmark = undefined;
            }),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-resume]',
        () => {
            if (!bookmark) return;
            player.restore([track], 0, bookmark.positionMs);
            player.play();
        },
        signal,
    );
    let shown = isCurrent();
    player.addEventListener(
        'change',
        () => {
            if (shown === isCurrent()) return;
            shown = isCurrent();
            draw();
        },
        { signal },
    );
    const { items } = await api.get('/bookmarks', { query: { track: track.id }, signal });
    bookmark = items[0];
    draw();
}
