// @ts-check
// The queue as a list: played, current and upcoming tracks. Used on its page, on the stage and in the panel.

import { announce } from '../../core/announce.js';
import { delegate, find } from '../../core/dom.js';
import { length } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { makeSortable } from '../../elements/lists/sortable.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { emptyState } from '../../elements/states/states.js';
import { autoplay, djMode, queueReasons, songRadio } from '../../player/index.js';
import { autoFrom } from '../../player/queue.js';
import { isElsewhere, steered as player } from '../../player/steered.js';
import { showFace } from '../play/buttons.js';
import { addDialog } from '../playlists/add-to-playlist.js';
import { autoplayDivider, autoplaySwitch, bindAutoplay } from '../song-radio/autoplay.js';
import { mountRadioBanner } from '../song-radio/banner.js';
import { mountDjBanner, startDj } from '../song-radio/dj.js';
import { startQueueRadio } from '../song-radio/start.js';
import { takeDrops } from './drops.js';
import { queueRow } from './row.js';
import { bindQueueRows } from './rows.js';

/** Number of rows drawn around the current one. A queue may hold thousands. */
const SHOWN = 300;

/**
 * The list's parts, from top to bottom.
 * @param {{ isPage?: boolean }} options `isPage`: the buttons are in the page's head
 */
export const queueFrame = ({ isPage = false } = {}) =>
    html`<div class="queue-summary"><p class="${isPage ? 'page-lead' : 'queue-lead'}" data-lead></p>${
        !isPage && html`<span class="queue-actions" data-tools></span>`
    }</div><div class="queue-modes"><div data-radio></div><div data-dj></div></div>
    <div class="queue-list" data-list></div>`;

/**
 * @param {HTMLElement} root holds `queueFrame()` and a `[data-tools]` element
 * @param {AbortSignal} signal
 * @param {{ isPage?: boolean }} options
 */
export function mountQueue(root, signal, { isPage = false } = {}) {
    const host = find(root, '[data-list]');
    mountRadioBanner(find(root, '[data-radio]'), signal);
    mountDjBanner(find(root, '[data-dj]'), signal);
    bindAutoplay(host, signal);
    let drawn = '';

    const update = () => {
        const { entries, index } = player.queue;
        const radio = songRadio.seed ? `${songRadio.seed.kind} ${songRadio.seed.id}` : '';
        const modes = `${isElsewhere()} ${djMode.isOn} ${autoplay.isOn} ${queueReasons.count}`;
        const keys = entries.map(({ key, isAuto }) => (isAuto ? `${key}a` : key)).join();
        const signature = `${keys}|${index}|${radio}|${modes}`;
        if (signature !== drawn) {
            drawn = signature;
            draw(root, host, isPage);
        }
        const current = host.querySelector('.is-current');
        current?.classList.toggle('is-sounding', player.status === 'playing');
        const button = /** @type {HTMLElement | null | undefined} */ (current?.querySelector('[data-jump]'));
        if (button) showFace(button, player.isPlaying);
    };
    player.addEventListener('queue', update, { signal });
    player.addEventListener('change', update, { signal });
    for (const mode of [songRadio, autoplay, djMode]) mode.addEventListener('change', update, { signal });

    const on = (/** @type {string} */ selector, /** @type {(element: HTMLElement) => void} */ run) =>
        delegate(root, 'click', selector, run, signal);
    on('[data-jump]', (button) => {
        const key = Number(button.dataset.jump);
        if (player.queue.entries[player.queue.index]?.key === key) player.toggle();
        else player.jump(key);
    });
    on('[data-move]', (button) => {
        const at = player.queue.entries.findIndex((entry) => entry.key === Number(button.dataset.key));
        moveTo(at, at + Number(button.dataset.move));
        // Moves the focus to the redrawn row.
        const buttons = /** @type {HTMLButtonElement[]} */ ([
            ...host.querySelectorAll(`[data-key="${button.dataset.key}"]`),
        ]);
        const same = buttons.find((other) => other.dataset.move === button.dataset.move && !other.disabled);
        (same ?? buttons.find((other) => !other.disabled))?.focus();
    });
    on('[data-remove]', (button) => {
        const at = [...host.querySelectorAll('[data-remove]')].indexOf(button);
        player.remove(Number(button.dataset.remove));
        const rest = host.querySelectorAll('[data-remove]');
        /** @type {HTMLElement | undefined} */ (rest[Math.min(at, rest.length - 1)])?.focus();
    });
    on('[data-save-queue]', () => void addDialog(player.queue.entries.map((entry) => entry.track.id)));
    on('[data-clear]', () => void clear());
    on('[data-start-dj]', () => void startDj());
    on('[data-queue-radio]', () => void startQueueRadio());
    bindQueueRows(host, signal);
    makeSortable(
        host,
        {
            item: '[data-entry]',
            handle: '[data-grip]',
            moved: (from, to) => moveTo(firstShown(host) + from, firstShown(host) + to),
        },
        signal,
    );
    takeDrops(host, (place) => firstShown(host) + place, signal);
    update();
    // Scrolls the current track to the top, below the previous one.
    if (!isPage) host.scrollTop = Math.max(0, offsetOf(host, host.querySelector('.is-current')) - 64);
}

/** @param {HTMLElement} host @param {Element | null} row */
const offsetOf = (host, row) =>
    row ? row.getBoundingClientRect().top - host.getBoundingClientRect().top + host.scrollTop : 0;

async function clear() {
    const question = { title: t('queue.clearTitle'), text: t('queue.clearText'), confirm: t('queue.clear') };
    if (await confirmDialog(question)) player.clearUpcoming();
}

/** @param {number} from @param {number} to */
function moveTo(from, to) {
    const track = player.queue.entries[from]?.track;
    player.move(from, to);
    if (track) announce(t('queue.moved', { title: track.title, position: to + 1 }));
}

/**
 * Queue index of the first drawn row.
 * @param {HTMLElement} host
 */
const firstShown = (host) =>
    Number(/** @type {HTMLElement | null} */ (host.querySelector('[data-first]'))?.dataset.first ?? 0);

/** @param {HTMLElement} root @param {HTMLElement} host @param {boolean} isPage */
function draw(root, host, isPage) {
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
                action: isPage
                    ? html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`
                    : undefined,
            }),
        );
    }
    const left = entries.slice(index).reduce((sum, entry) => sum + entry.track.durationMs, 0);
    lead.textContent = `${t('count.tracks', { count: entries.length })} · ${t('queue.left', {
        time: length(left, currentLocale()),
    })}`;
    render(
        tools,
        html`${
            !isElsewhere() &&
            !songRadio.seed &&
            tool('data-queue-radio', t('songRadio.fromQueue'), icons.songRadio, isPage)
        }${
            !isElsewhere() &&
            !djMode.isOn &&
            index + 2 < entries.length &&
            tool('data-start-dj', t('dj.title'), icons.mix, isPage)
        }${tool('data-save-queue', t('playlists.addTo'), icons.plus, isPage)}${
            index + 1 < entries.length && tool('data-clear', t('queue.clear'), icons.trash, isPage)
        }`,
    );
    const first = Math.max(0, Math.min(index - 50, entries.length - SHOWN));
    const auto = autoFrom(player.queue);
    const hasFocus = host.contains(document.activeElement) && document.activeElement?.matches('[data-autoplay]');
    render(
        host,
        html`<ol class="queue" data-first="${first}" start="${first + 1}"
            data-testid="queue-list">${entries
                .slice(first, first + SHOWN)
                .map((entry, place) => [
                    first + place === auto && autoplayDivider(),
                    queueRow(entry, first + place, index, entries.length),
                ])}</ol>${auto === entries.length && autoplaySwitch()}`,
    );
    if (hasFocus) /** @type {HTMLElement | null} */ (host.querySelector('[data-autoplay]'))?.focus();
}

const TOOLS = {
    'data-clear': html`data-clear data-testid="clear-queue"`,
    'data-save-queue': html`data-save-queue data-testid="save-queue"`,
    'data-start-dj': html`data-start-dj data-testid="start-dj"`,
    'data-queue-radio': html`data-queue-radio data-testid="queue-start-radio"`,
};

/** @param {keyof typeof TOOLS} name @param {string} label @param {unknown} icon @param {boolean} isPage */
function tool(name, label, icon, isPage) {
    const target = TOOLS[name];
    return isPage
        ? html`<button type="button" class="button" ${target}>${icon}${label}</button>`
        : html`<button type="button" class="icon-button" ${target} aria-label="${label}"
            title="${label}">${icon}</button>`;
}
