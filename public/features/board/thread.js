// @ts-check
// The comments on a post or on the day, with a form to add one.

import { api, isAbort } from '../../core/api.js';
import { collect } from '../../core/collect-pages.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { timeOfDay } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { avatar } from '../../elements/music/avatar.js';
import { toast } from '../../elements/overlays/toast.js';
import { commentMenu } from './post-menu.js';

/** @typedef {import('../../core/types.js').Comment} BoardComment */

const PAGE = 30;
let threads = 0;

export class Thread {
    #leaving = new AbortController();
    #wanted = PAGE;
    #drawn = '';
    /** @type {BoardComment[]} */
    #comments = [];

    /**
     * @param {HTMLElement} host
     * @param {string} path
     * @param {{ isOpen: boolean, label: string, none?: string }} options `isOpen`: whether comments can be added
     */
    constructor(host, path, { isOpen, label, none = t('board.noComments') }) {
        this.host = host;
        this.path = path;
        this.none = none;
        const { signal } = this.#leaving;
        const id = `comment-${++threads}`;
        render(
            host,
            html`<div class="thread">
            <div data-older></div>
            <ol class="comments" data-comments data-testid="comments" aria-label="${label}"></ol>
            ${
                isOpen &&
                may('takePart') &&
                html`<form class="comment-form">
                <div class="field"><label class="visually-hidden" for="${id}">${t('board.writeComment')}</label>
                    <textarea id="${id}" name="text" rows="1" maxlength="1000" placeholder="${t('board.writeComment')}"
                        aria-describedby="${id}-note" data-testid="comment-text"></textarea>
                    <p class="field-hint" id="${id}-note" data-note data-hint=""></p></div>
                <button type="submit" class="button is-small" data-testid="comment-send">${t('board.send')}</button>
                ${formError}</form>`
            }
        </div>`,
        );
        delegate(
            host,
            'click',
            '[data-load-older]',
            () => {
                this.#wanted += PAGE;
                this.refresh();
            },
            signal,
        );
        delegate(
            host,
            'click',
            '[data-comment-menu]',
            (button) => {
                const comment = this.#comments.find((one) => one.id === button.dataset.commentMenu);
                if (comment) commentMenu(button, comment, () => this.refresh());
            },
            signal,
        );
        const form = /** @type {HTMLFormElement | null} */ (host.querySelector('form'));
        if (form) this.#listen(form);
        this.refresh();
    }

    leave() {
        this.#leaving.abort();
    }

    refresh() {
        void this.#load();
    }

    async #load() {
        const { signal } = this.#leaving;
        try {
            const { items, more } = await collect(
                (cursor) => api.get(this.path, { query: { limit: PAGE, cursor }, signal }),
                this.#wanted,
            );
            this.#show(items.reverse(), more);
        } catch (error) {
            if (!isAbort(error) && !signal.aborted) toast(explain(error), { kind: 'error' });
        }
    }

    /** @param {BoardComment[]} comments oldest first @param {boolean} more whether older ones exist */
    #show(comments, more) {
        const drawn = JSON.stringify(comments);
        if (drawn === this.#drawn) return;
        this.#drawn = drawn;
        this.#comments = comments;
        const list = find(this.host, '[data-comments]');
        const focused = list.contains(document.activeElement)
            ? /** @type {HTMLElement} */ (document.activeElement).dataset.commentMenu
            : undefined;
        render(
            find(this.host, '[data-older]'),
            html`${
                more && html`<button type="button" class="text-button" data-load-older>${t('board.older')}</button>`
            }`,
        );
        render(list, comments.length > 0 ? html`${comments.map(comment)}` : html`<li class="quiet">${this.none}</li>`);
        if (focused)
            /** @type {HTMLElement | null} */ (list.querySelector(`[data-comment-menu="${focused}"]`))?.focus({
                preventScroll: true,
            });
        list.scrollTop = list.scrollHeight;
    }

    /**
     * Enter sends the comment; Shift+Enter starts a new line.
     * @param {HTMLFormElement} form
     */
    #listen(form) {
        const input = /** @type {HTMLTextAreaElement} */ (find(form, 'textarea'));
        input.addEventListener('keydown', (event) => {
            if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
            event.preventDefault();
            form.requestSubmit();
        });
        handleForm(form, async ({ text }) => {
            if (!text) return;
            await api.post(this.path, { text });
            input.value = '';
            await this.#load();
            input.focus();
        });
    }
}

/** @param {BoardComment} comment */
function comment({ id, author, at, text, own, hidden }) {
    return html`<li class="comment ${hidden ? 'is-hidden' : ''}" data-testid="comment">
        ${avatar(author, 'is-small')}
        <div class="comment-body">
            <p class="comment-who"><a class="person-link post-author"
            href="/people/${encodeURIComponent(author.id)}">${author.name}</a> <time
            datetime="${at}">${timeOfDay(at, currentLocale())}</time></p>
            <p class="comment-text" dir="auto">${text}</p>
            ${
                hidden &&
                html`<p
                class="post-hidden">${icons.warning}${t(own ? 'board.hiddenOwn' : 'board.hiddenOthers', {
                    reason: hidden.reason,
                })}</p>`
            }</div>
        ${
            (own || may('takePart')) &&
            html`<button type="button" class="icon-button" data-comment-menu="${id}" aria-haspopup="menu"
            aria-label="${t('board.moreFor', { name: author.name })}">${icons.more}</button>`
        }
    </li>`;
}
