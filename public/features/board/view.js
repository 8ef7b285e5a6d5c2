// @ts-check
// The board: the songs posted today, or on an archived day.

import { api, isAbort } from '../../core/api.js';
import { delegate, find, setText } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { pausing } from '../../core/throttle.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState, errorState } from '../../elements/states/states.js';
import { player } from '../../player/index.js';
import { countdown } from './countdown.js';
import { Feed } from './feed.js';
import { dateName } from './model.js';
import { openPostDialog } from './post-dialog.js';
import { Thread } from './thread.js';

/** @typedef {import('../../core/types.js').BoardDay} BoardDay */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    const date = params.date ?? 'today';
    const isToday = date === 'today';
    const name = isToday ? t('board.title') : dateName(date, currentLocale());
    setTitle(name);
    render(
        root,
        html`<div class="page board">
        <header class="page-head"><h1>${name}</h1><div class="page-tools">
            <button type="button" class="button" data-play-day data-testid="play-day"
                data-waiting>${icons.play}${t('board.playAll')}</button>
            ${
                isToday &&
                may('takePart') &&
                html`<button type="button" class="button is-primary" data-post-song data-testid="post-song-open"
                data-waiting>${icons.plus}${t('board.post')}</button>`
            }
        </div></header>
        <p class="page-lead board-lead"><span
            data-day>${isToday && dateName(new Date().toLocaleDateString('sv'), currentLocale())}</span>${
                isToday && html`<span class="countdown" data-countdown data-testid="countdown"></span>`
            }<a class="text-link"
            href="${isToday ? '/board/archive' : '/board'}">${icons.history}${t(
                isToday ? 'board.earlier' : 'board.today',
            )}</a></p>
        <div class="board-columns"><section aria-label="${t('board.posts')}" data-feed>${rowsSkeleton(4)}</section>
        <aside class="board-talk" aria-labelledby="talk-title"><h2 id="talk-title">${t('board.talk')}</h2>
            <div data-talk></div></aside></div>
    </div>`,
    );

    const host = find(root, '[data-feed]');
    /** @type {Feed | undefined} */
    let feed;
    /** @type {Thread | undefined} */
    let talk;
    const count = isToday ? countdown(find(root, '[data-countdown]'), signal, () => update.soon()) : undefined;
    let shown = '';

    const show = (/** @type {BoardDay} */ day) => {
        if (isToday) setText(find(root, '[data-day]'), dateName(day.date, currentLocale()));
        count?.(day);
        for (const button of root.querySelectorAll('[data-waiting]')) button.removeAttribute('data-waiting');
        const post = /** @type {HTMLElement | null} */ (root.querySelector('.page-tools [data-post-song]'));
        if (post) post.hidden = day.own !== undefined;
        find(root, '[data-play-day]').hidden = day.items.every((one) => !one.song?.track || one.song.track.missing);
        // On a new day, the comments of the previous day are replaced.
        if (day.date === shown) return;
        shown = day.date;
        talk?.leave();
        talk = new Thread(find(root, '[data-talk]'), `/board/days/${date}/comments`, {
            isOpen: day.today,
            label: t('board.talk'),
            none: t(day.today ? 'board.noTalk' : 'board.noTalkThen'),
        });
    };
    const refresh = async (isLive = false) => {
        const isFirst = !feed;
        feed ??= new Feed(host, date, signal, () => nothing(isToday));
        try {
            show(await feed.refresh(isLive));
        } catch (error) {
            if (isAbort(error) || signal.aborted) return;
            if (!isFirst) return toast(explain(error), { kind: 'error' });
            feed = undefined;
            render(host, errorState(error));
            host.querySelector('[data-retry]')?.addEventListener('click', () => void refresh());
        }
    };
    const update = pausing(() => refresh(true), signal);

    live.on(
        'board',
        (event) => {
            if (event.date !== shown && !(isToday && event.change === 'opened')) return;
            if (event.comment) {
                if (event.post) feed?.commented(event.post);
                else talk?.refresh();
            }
            if (event.post || event.change === 'opened') update.soon();
        },
        signal,
    );
    live.on(
        'open',
        () => {
            update.soon();
            talk?.refresh();
        },
        signal,
    );
    // The button that opened the dialog disappears after posting, so the focus moves to the heading.
    delegate(
        root,
        'click',
        '[data-post-song]',
        () =>
            openPostDialog(() => {
                find(root, 'h1').focus({ preventScroll: true });
                void refresh();
            }),
        signal,
    );
    delegate(root, 'click', '[data-play-day]', (button) => void playDay(button, date), signal);
    await refresh();
}

/** @param {HTMLElement} button @param {string} date */
async function playDay(button, date) {
    button.setAttribute('aria-busy', 'true');
    try {
        const { items } = await api.get(`/board/days/${date}/tracks`);
        if (items.length === 0) toast(t('player.nothingToPlay'));
        else player.playTracks(items);
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    } finally {
        button.removeAttribute('aria-busy');
    }
}

/** @param {boolean} isToday */
function nothing(isToday) {
    return emptyState(
        isToday
            ? {
                  art: 'record',
                  title: t('board.emptyTitle'),
                  text: t('board.emptyText'),
                  action:
                      may('takePart') &&
                      html`<button type="button" class="button is-primary"
                          data-post-song>${icons.plus}${t('board.post')}</button>`,
              }
            : { art: 'record', title: t('board.emptyDayTitle') },
    );
}
