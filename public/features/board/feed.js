// @ts-check
// The posts of a day. Updates happen in place: focus, open threads and playing previews stay.

import { announce } from '../../core/announce.js';
import { api } from '../../core/api.js';
import { collect } from '../../core/collect-pages.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { fragment, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { anchored, quiet } from '../../core/stable-updates.js';
import { tint } from '../../elements/music/tint.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { player } from '../../player/index.js';
import { radio } from '../../player/radio.js';
import { wishFor } from '../outside/wish.js';
import { showFace } from '../play/buttons.js';
import { difference } from './model.js';
import { outsideSong, previewLabel, previewState, togglePreview } from './outside-post.js';
import { postCard } from './post-card.js';
import { postMenu } from './post-menu.js';
import { Thread } from './thread.js';

/** @typedef {import('../../core/types.js').Post} BoardPost */
/** @typedef {import('../../core/types.js').BoardDay} BoardDay */

const PAGE = 100;

export class Feed {
    /** @type {Map<string, { element: HTMLElement, post: BoardPost, drawn: string, thread?: Thread }>} */
    #rows = new Map();
    /** @type {string[]} */
    #order = [];
    #wanted = PAGE;
    #isToday = false;
    #turn = 0;

    /**
     * @param {HTMLElement} host
     * @param {string} date `today` or a date
     * @param {AbortSignal} signal
     * @param {() => unknown} empty
     */
    constructor(host, date, signal, empty) {
        this.host = host;
        this.date = date;
        this.signal = signal;
        this.empty = empty;
        render(
            host,
            html`<ul class="posts" data-posts data-testid="posts"></ul><div data-none>${rowsSkeleton(4)}</div>
                <div class="more" data-more></div>`,
        );
        delegate(host, 'click', '[data-react]', (button) => void this.#react(button), signal);
        delegate(host, 'click', '[data-toggle-thread]', (button) => this.#toggle(button), signal);
        delegate(host, 'click', '[data-play-post]', (button) => this.#play(button), signal);
        delegate(host, 'click', '[data-wish-post]', (button) => this.#wish(button), signal);
        delegate(
            host,
            'click',
            '[data-load-more]',
            () => {
                this.#wanted += PAGE;
                void this.refresh().catch((error) => toast(explain(error), { kind: 'error' }));
            },
            signal,
        );
        delegate(
            host,
            'click',
            '[data-post-menu]',
            (button) => {
                const row = this.#rowOf(button);
                if (row) postMenu(button, row.post, () => void this.refresh().catch(() => {}));
            },
            signal,
        );
        const mark = () => this.#markCurrent();
        player.addEventListener('change', mark, { signal });
        player.addEventListener('queue', mark, { signal });
        radio.addEventListener('change', mark, { signal });
        onLeave(signal, () => {
            for (const row of this.#rows.values()) row.thread?.leave();
        });
    }

    /**
     * @param {boolean} [isLive] whether an event caused this; the list then waits while the user is busy in it
     * @returns {Promise<BoardDay>}
     */
    async refresh(isLive = false) {
        const mine = ++this.#turn;
        const load = (/** @type {string | undefined} */ cursor) =>
            api.get(`/board/days/${this.date}`, { query: { limit: PAGE, cursor }, signal: this.signal });
        const { first, items, more } = await collect(load, this.#wanted);
        const isFirst = this.#order.length === 0;
        if (isLive && items.map((post) => post.id).join() !== this.#order.join()) await quiet(this.host, this.signal);
        if (mine !== this.#turn) return first;
        const draw = () => this.#show(items, first.today);
        const { fresh } = isLive ? anchored(this.host, draw, 'data-post') : draw();
        render(
            find(this.host, '[data-more]'),
            html`${
                more && html`<button type="button" class="button" data-load-more>${t('actions.loadMore')}</button>`
            }`,
        );
        if (!isFirst && fresh.length === 1) {
            const post = this.#rows.get(fresh[0])?.post;
            if (post && !post.own)
                announce(
                    t('board.newPost', { name: post.author.name, title: post.song?.title ?? t('board.elsewhere') }),
                );
        }
        return first;
    }

    /**
     * Reloads a post's comments after a new comment.
     * @param {string} id
     */
    commented(id) {
        this.#rows.get(id)?.thread?.refresh();
    }

    /** @param {BoardPost[]} posts @param {boolean} isToday */
    #show(posts, isToday) {
        this.#isToday = isToday;
        const wanted = posts.map((post) => post.id);
        const change = difference(this.#order, wanted);
        for (const id of change.gone) {
            const row = this.#rows.get(id);
            row?.thread?.leave();
            row?.element.remove();
            this.#rows.delete(id);
        }
        const list = find(this.host, '[data-posts]');
        posts.forEach((post, index) => {
            const row = this.#rows.get(post.id) ?? this.#insert(post);
            if (list.children[index] !== row.element) list.insertBefore(row.element, list.children[index] ?? null);
            this.#draw(row, post);
        });
        this.#order = wanted;
        render(find(this.host, '[data-none]'), html`${posts.length === 0 && this.empty()}`);
        this.#markCurrent();
        return change;
    }

    /** @param {BoardPost} post */
    #insert(post) {
        const element = document.createElement('li');
        element.className = 'post';
        element.dataset.post = post.id;
        element.dataset.testid = 'post';
        element.append(
            fragment(
                html`<div data-card></div><div class="thread-place" id="thread-${post.id}" data-thread hidden></div>`,
            ),
        );
        const row = { element, post, drawn: '' };
        this.#rows.set(post.id, row);
        return row;
    }

    /**
     * @param {{ element: HTMLElement, post: BoardPost, drawn: string, thread?: Thread }} row
     * @param {BoardPost} post
     */
    #draw(row, post) {
        row.post = post;
        const drawn = JSON.stringify([post, this.#isToday]);
        if (drawn === row.drawn) return;
        row.drawn = drawn;
        const card = find(row.element, '[data-card]');
        const focused = card.contains(document.activeElement)
            ? /** @type {HTMLElement} */ (document.activeElement).dataset.key
            : undefined;
        render(card, postCard(post, this.#isToday));
        tint(row.element, post.song?.track?.colors, post.song?.title ?? '');
        find(card, '[data-toggle-thread]').setAttribute('aria-expanded', String(row.thread !== undefined));
        if (focused)
            /** @type {HTMLElement | null} */ (card.querySelector(`[data-key="${focused}"]`))?.focus({
                preventScroll: true,
            });
    }

    /** @param {HTMLElement} element */
    #rowOf(element) {
        return this.#rows.get(/** @type {HTMLElement | null} */ (element.closest('[data-post]'))?.dataset.post ?? '');
    }

    /** @param {HTMLElement} button */
    async #react(button) {
        const row = this.#rowOf(button);
        if (!row) return;
        const path = `/board/posts/${encodeURIComponent(row.post.id)}/reactions/${button.dataset.react}`;
        try {
            const post = await (button.getAttribute('aria-pressed') === 'true' ? api.delete(path) : api.put(path));
            this.#draw(row, post);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    }

    /** @param {HTMLElement} button */
    #toggle(button) {
        const row = this.#rowOf(button);
        if (!row) return;
        const place = find(row.element, '[data-thread]');
        const opens = row.thread === undefined;
        row.thread?.leave();
        row.thread = opens
            ? new Thread(place, `/board/posts/${encodeURIComponent(row.post.id)}/comments`, {
                  isOpen: this.#isToday && !row.post.hidden,
                  label: t('board.commentsOn', { name: row.post.author.name }),
              })
            : undefined;
        place.hidden = !opens;
        if (!opens) place.replaceChildren();
        button.setAttribute('aria-expanded', String(opens));
    }

    /** @param {HTMLElement} button */
    #play(button) {
        const row = this.#rowOf(button);
        if (row?.post.song?.outside) return togglePreview(row.post);
        if (row?.post.song?.track && row.post.song.track.id === player.current?.id) return player.toggle();
        const tracks = this.#order
            .flatMap((id) => this.#rows.get(id)?.post.song?.track ?? [])
            .filter((track) => !track.missing);
        const index = tracks.findIndex((track) => track.id === row?.post.song?.track?.id);
        if (index >= 0) player.playTracks(tracks, index);
    }

    /** @param {HTMLElement} button */
    #wish(button) {
        const row = this.#rowOf(button);
        const song = row && outsideSong(row.post);
        if (song) void wishFor(song);
    }

    #markCurrent() {
        for (const { element, post } of this.#rows.values()) {
            const song = outsideSong(post);
            const preview = previewState(post);
            const isTrack = player.current !== undefined && post.song?.track?.id === player.current.id;
            const isCurrent = isTrack || preview !== 'idle';
            element.classList.toggle('is-current', isCurrent);
            element.classList.toggle(
                'is-sounding',
                isTrack ? player.status === 'playing' : preview === 'playing',
            );
            const button = /** @type {HTMLElement | null} */ (element.querySelector('[data-play-post]'));
            if (!button) continue;
            const isPlaying = isTrack ? player.isPlaying : preview === 'playing' || preview === 'loading';
            showFace(button, isPlaying);
            if (song) button.setAttribute('aria-label', previewLabel(song, isPlaying));
        }
    }
}
