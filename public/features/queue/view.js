// @ts-check

import { announce } from '../../core/announce.js';
import { delegate, find } from '../../core/dom.js';
import { clock, length } from '../../core/format.js';
import { attribute, html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { artistLinks } from '../../core/links.js';
import { equaliser, icons } from '../../elements/icons.js';
import { makeSortable } from '../../elements/lists/sortable.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { emptyState } from '../../elements/states/states.js';
import { player, songRadio } from '../../player/index.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { mountRadioBanner } from '../song-radio/banner.js';
import { radioReason } from '../song-radio/reasons.js';
import { showFace } from './play-buttons.js';

/** Rows are drawn around the current one; a queue may hold thousands. */
const SHOWN = 300;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle, signal }) {
    setTitle(t('queue.title'));
    render(
        root,
        html`<div class="page"><header class="page-head"><h1>${t('queue.title')}</h1>
            <div class="page-tools" data-tools></div></header><p class="page-lead" data-lead></p><div data-radio></div>
            <div data-list></div></div>`,
    );
    mountRadioBanner(find(root, '[data-radio]'), signal);
    const host = find(root, '[data-list]');
    let drawn = '';

    const update = () => {
        const { entries, index } = player.queue;
        const radio = songRadio.seed ? `${songRadio.seed.kind} ${songRadio.seed.id}` : '';
        const signature = `${entries.map((entry) => entry.key).join()}|${index}|${radio}`;
        if (signature !== drawn) {
            drawn = signature;
            draw(root, host);
        }
        const current = host.querySelector('.is-current');
        current?.classList.toggle('is-sounding', player.status === 'playing');
        const button = /** @type {HTMLElement | null | undefined} */ (current?.querySelector('[data-jump]'));
        if (button) showFace(button, player.isPlaying);
    };
    player.addEventListener('queue', update, { signal });
    player.addEventListener('change', update, { signal });
    songRadio.addEventListener('change', update, { signal });

    delegate(
        host,
        'click',
        '[data-jump]',
        (button) => {
            const key = Number(button.dataset.jump);
            if (player.queue.entries[player.queue.index]?.key === key) player.toggle();
            else player.jump(key);
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-move]',
        (button) => {
            const at = player.queue.entries.findIndex((entry) => entry.key === Number(button.dataset.key));
            const to = at + Number(button.dataset.move);
            moveTo(at, to);
            // The row was drawn anew: the focus follows it.
            const buttons = /** @type {HTMLButtonElement[]} */ ([
                ...host.querySelectorAll(`[data-key="${button.dataset.key}"]`),
            ]);
            const same = buttons.find((other) => other.dataset.move === button.dataset.move && !other.disabled);
            (same ?? buttons.find((other) => !other.disabled))?.focus();
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-remove]',
        (button) => {
            const at = [...host.querySelectorAll('[data-remove]')].indexOf(button);
            player.remove(Number(button.dataset.remove));
            const rest = host.querySelectorAll('[data-remove]');
            /** @type {HTMLElement | undefined} */ (rest[Math.min(at, rest.length - 1)])?.focus();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-save]',
        () => void addDialog(player.queue.entries.map((entry) => entry.track.id)),
        signal,
    );
    delegate(
        root,
        'click',
        '[data-clear]',
        async () => {
            if (
                await confirmDialog({
                    title: t('queue.clearTitle'),
                    text: t('queue.clearText'),
                    confirm: t('queue.clear'),
                })
            )
                player.clearUpcoming();
        },
        signal,
    );
    makeSortable(
        host,
        {
            item: '[data-entry]',
            handle: '[data-grip]',
            moved: (from, to) => moveTo(offset(host) + from, offset(host) + to),
        },
        signal,
    );
    update();
}

/** @param {number} from @param {number} to */
function moveTo(from, to) {
    const track = player.queue.entries[from]?.track;
    player.move(from, to);
    if (track) announce(t('queue.moved', { title: track.title, position: to + 1 }));
}

/** @param {HTMLElement} host */
function offset(host) {
    return Number(/** @type {HTMLElement | null} */ (host.querySelector('[data-first]'))?.dataset.first ?? 0);
}

/** @param {HTMLElement} root @param {HTMLElement} host */
function draw(root, host) {
    const { entries, index } = player.queue;
    const tools = find(root, '[data-tools]');
    const lead = find(root, '[data-lead]');
    if (entries.length === 0) {
        tools.replaceChildren();
        lead.textContent = '';
        return render(
            host,
            emptyState({
                art: 'queue',
                title: t('queue.emptyTitle'),
                text: t('queue.emptyText'),
                action: html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`,
            }),
        );
    }
    const left = entries.slice(index).reduce((sum, entry) => sum + entry.track.durationMs, 0);
    lead.textContent = `${t('count.tracks', { count: entries.length })} · ${t('queue.left', {
        time: length(left, currentLocale()),
    })}`;
    render(
        tools,
        html`<button type="button" class="button" data-save
            data-testid="save-queue">${icons.plus}${t('playlists.addTo')}</button>
        ${
            index + 1 < entries.length &&
            html`<button type="button" class="button" data-clear>${icons.trash}${t('queue.clear')}</button>`
        }`,
    );
    const first = Math.max(0, Math.min(index - 50, entries.length - SHOWN));
    render(
        host,
        html`<ol class="queue" data-first="${first}" start="${first + 1}"
            data-testid="queue-list">${entries
                .slice(first, first + SHOWN)
                .map((entry, place) => row(entry, first + place, index, entries.length))}</ol>`,
    );
}

/**
 * @param {import('../../player/queue.js').Entry} entry
 * @param {number} at
 * @param {number} current
 * @param {number} size
 */
function row({ key, track }, at, current, size) {
    const { seed } = songRadio;
    const reason = seed && radioReason(songRadio.reasonOf(track), track, seed);
    return html`<li class="queue-row ${at === current ? 'is-current' : ''} ${at < current ? 'is-past' : ''}"
        data-entry="${key}" data-testid="queue-row" ${at === current ? html`aria-current="true"` : ''}>
        <span class="grip" data-grip aria-hidden="true">${icons.grip}</span>
        <button type="button" class="queue-cover" data-jump="${key}" data-name="${track.title}"
            aria-label="${t('actions.playNamed', { name: track.title })}">${cover(
                track.cover,
                track.album || track.title,
                { kind: 'row' },
            )}<span
            class="queue-cover-play">${icons.play}</span>${equaliser}</button>
        <div class="track-text"><span class="track-title" dir="auto">${track.title}${explicitSign(track)}</span><span
            class="track-artists">${artistLinks(track.artists)}</span>${
                reason && html`<span class="track-note" data-testid="reason">${reason}</span>`
            }</div>
        <span class="queue-time">${clock(track.durationMs)}</span>
        <span class="queue-tools">
            <button type="button" class="icon-button" data-move="-1" data-key="${key}"
                aria-label="${t('queue.moveUp', { name: track.title })}"
                ${attribute('disabled', at === 0)}>${icons.up}</button>
            <button type="button" class="icon-button" data-move="1" data-key="${key}"
                aria-label="${t('queue.moveDown', { name: track.title })}"
                ${attribute('disabled', at === size - 1)}>${icons.down}</button>
            <button type="button" class="icon-button" data-remove="${key}"
                aria-label="${t('queue.remove', { name: track.title })}">${icons.close}</button>
        </span>
    </li>`;
}
