// @ts-check
// The queue beside any page: a side panel on wide screens, whose state this browser stores, else a bottom sheet.

import { delegate, find } from '../../core/dom.js';
import { append, html, render } from '../../core/html.js';
import { onLocaleChange, t } from '../../core/i18n.js';
import { coverPage } from '../../core/overlay.js';
import { preferences } from '../../core/preferences.js';
import { me } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { onGestures } from '../../elements/overlays/gestures.js';
import { listenToDrags } from './drag.js';
import { takeDropsOnButton } from './drops.js';
import { mountQueue, queueFrame } from './list.js';

const ID = 'queue-panel';
const BUTTON = '[data-queue-toggle]';
const wide = matchMedia('(min-width: 1024px)');

/** @type {{ isSheet: boolean, close: () => void } | undefined} */
let open;

const button = () => /** @type {HTMLElement | null} */ (document.querySelector(BUTTON));

/** The bar's button. Its state shows whether the panel is open. */
export const queueButton = () =>
    html`<button type="button" class="icon-button is-mode" data-queue-toggle aria-controls="${ID}"
        aria-expanded="${String(open !== undefined)}" aria-label="${t('nav.queue')}" title="${t('nav.queue')}"
        data-testid="player-queue">${icons.queue}</button>`;

/** Listens once for the whole document. Reopens a panel left open. */
export function listenToQueuePanel() {
    listenToDrags();
    takeDropsOnButton();
    delegate(document, 'click', BUTTON, toggleQueuePanel);
    wide.addEventListener('change', redraw);
    onLocaleChange(redraw);
    me.subscribe(restore);
    restore();
}

export function toggleQueuePanel() {
    // The stage has its own queue tab.
    const tab = /** @type {HTMLElement | null} */ (document.querySelector('#overlay [data-tab=queue]'));
    if (tab) return tab.click();
    const isOpen = open !== undefined;
    if (wide.matches) preferences.set({ queuePanel: !isOpen });
    if (isOpen) close();
    else show();
}

/** Restores the panel's stored state for a signed-in user. */
function restore() {
    const isWanted = me.value !== undefined && wide.matches && preferences.get('queuePanel', false);
    if (isWanted === (open !== undefined && !open.isSheet)) return;
    close();
    if (isWanted) show();
}

function redraw() {
    close();
    restore();
}

function close() {
    open?.close();
    open = undefined;
    mark();
}

function mark() {
    button()?.setAttribute('aria-expanded', String(open !== undefined));
}

function show() {
    const isSheet = !wide.matches;
    const leaving = new AbortController();
    const { signal } = leaving;
    const host = document.createElement('div');
    host.className = isSheet ? 'sheet' : 'side-panel';
    render(
        host,
        html`<section class="queue-panel" id="${ID}" aria-labelledby="queue-panel-title" data-testid="queue-panel">
        <header class="queue-panel-head"><h2 id="queue-panel-title" tabindex="-1">${t('queue.title')}</h2>
            <button type="button" class="icon-button" data-close-queue aria-label="${t('queue.close')}"
                title="${t('queue.close')}" data-testid="queue-close">${icons.close}</button></header>
        ${queueFrame()}</section>`,
    );
    const section = find(host, 'section');
    delegate(host, 'click', '[data-close-queue]', toggleQueuePanel, signal);
    if (isSheet) {
        section.setAttribute('role', 'dialog');
        section.setAttribute('aria-modal', 'true');
        append(section, html`<span class="sheet-grip" aria-hidden="true"></span>`);
    }
    document.body.append(host);
    mountQueue(section, signal);
    const uncover = isSheet ? cover(host, section, signal) : undefined;
    document.documentElement.classList.toggle('has-queue', !isSheet);
    open = {
        isSheet,
        close() {
            leaving.abort();
            const hadFocus = host.contains(document.activeElement);
            host.remove();
            document.documentElement.classList.remove('has-queue');
            uncover?.();
            if (hadFocus && !isSheet) button()?.focus();
        },
    };
    mark();
}

/**
 * Makes the sheet modal until it closes.
 * @param {HTMLElement} host @param {HTMLElement} section @param {AbortSignal} signal
 */
function cover(host, section, signal) {
    const uncover = coverPage(host, button);
    find(host, 'h2').focus();
    onGestures(section, { close }, signal);
    host.addEventListener(
        'click',
        (event) => {
            // Closes on a press outside the sheet or on a link.
            if (event.target === host || /** @type {Element} */ (event.target).closest('a[href]')) close();
        },
        { signal },
    );
    document.addEventListener(
        'keydown',
        (event) => {
            const isOther = document.querySelector('dialog[open], [role=menu]') !== null;
            if (event.key === 'Escape' && !event.defaultPrevented && !isOther) close();
        },
        { signal },
    );
    addEventListener('popstate', close, { signal });
    return uncover;
}
