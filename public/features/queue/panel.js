// @ts-check
// The queue beside whatever page is there: a panel where there is room for one, remembered in this browser, else a
// sheet from the bottom.

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

/** The bar's button, which says whether the panel is open. */
export const queueButton = () =>
    html`<button type="button" class="icon-button is-mode" data-queue-toggle aria-controls="${ID}"
        aria-expanded="${String(open !== undefined)}" aria-label="${t('nav.queue')}" title="${t('nav.queue')}"
        data-testid="player-queue">${icons.queue}</button>`;

/** Listens once. A panel that was open before is open again. */
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
    // The stage has the queue as one of its own.
    const tab = /** @type {HTMLElement | null} */ (document.querySelector('#overlay [data-tab=queue]'));
    if (tab) return tab.click();
    const isOpen = open !== undefined;
    if (wide.matches) preferences.set({ queuePanel: !isOpen });
    if (isOpen) close();
    else show();
}

/** The panel is as it was left, for whoever is signed in. */
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
 * Makes the sheet the only thing there, until it is closed.
 * @param {HTMLElement} host @param {HTMLElement} section @param {AbortSignal} signal
 */
function cover(host, section, signal) {
    const uncover = coverPage(host, button);
    find(host, 'h2').focus();
    onGestures(section, { close }, signal);
    host.addEventListener(
        'click',
        (event) => {
            // Beside the sheet, or to another page.
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
