// @ts-check
// The device page: stored music, storage use, running downloads, and the outbox.

import { debounced } from '../../core/debounce.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { preferences } from '../../core/preferences.js';
import { mayDownload } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { emptyState } from '../../elements/states/states.js';
import { fetching } from './fetching.js';
import { canStore, removeFromDevice } from './menu-item.js';
import { fetchingLine, haltLine, owedLine, qualityField, roomLines, storedRow } from './parts.js';
import { device } from './store.js';

const ROOM_EVERY_MS = 1_000;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('device.title'));
    if (!canStore()) return render(root, frame(emptyState({ art: 'broken', title: t('device.cannot') })));
    await device.open();
    render(
        root,
        frame(html`<section aria-labelledby="device-list"><header class="section-head">
            <h2 id="device-list">${t('device.stored')}</h2>
            <button type="button" class="text-button" data-remove-all hidden
                data-testid="device-remove-all">${t('device.removeAll')}</button></header>
            <div data-state aria-live="polite"></div>
            <p class="device-owed" data-owed hidden></p>
            <ul class="rows" data-list data-testid="device-list"></ul><div data-none></div></section>
        <section class="panel device-room" aria-labelledby="device-room">
            <h2 id="device-room">${t('device.room')}</h2>
            <div data-room></div>
            ${mayDownload() ? qualityField() : html`<p class="field-hint">${t('device.notAllowed')}</p>`}
        </section>`),
    );
    drawAll(root);
    const room = debounced(ROOM_EVERY_MS, () => drawRoom(root));
    await room.now(undefined);
    const changed = () => {
        drawAll(root);
        room.later(undefined);
    };
    device.addEventListener('change', changed, { signal });
    fetching.addEventListener('change', () => drawState(root), { signal });
    onLeave(signal, () => room.cancel());
    delegate(root, 'change', '[name=quality]', (input) => {
        const storedQuality = /** @type {any} */ (/** @type {HTMLSelectElement} */ (input).value);
        preferences.set({ storedQuality });
    });
    delegate(root, 'click', '[data-remove]', (button) => {
        const { remove = '', name = '' } = button.dataset;
        void removeFromDevice(remove, name).then(() => find(root, 'h1').focus());
    });
    delegate(root, 'click', '[data-again]', () => void fetching.again());
    delegate(root, 'click', '[data-remove-all]', async () => {
        const question = { title: t('device.removeAllTitle'), text: t('device.removeAllText') };
        if (!(await confirmDialog({ ...question, confirm: t('device.removeAll') }))) return;
        await fetching.stop();
        for (const { key } of [...device.collections]) await device.remove(key);
        find(root, 'h1').focus();
    });
}

/** @param {unknown} body */
const frame = (body) => html`<div class="page" data-testid="device">
    <header class="page-head"><h1 tabindex="-1">${t('device.title')}</h1></header>
    <p class="page-intro">${t('device.intro')}</p>${body}</div>`;

/** @param {HTMLElement} root */
function drawAll(root) {
    const list = find(root, '[data-list]');
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const key = list.contains(active) && active?.closest('[data-key]')?.getAttribute('data-key');
    const part = active?.matches('a') ? 'a' : active?.matches('[data-remove]') ? '[data-remove]' : '[data-play]';
    render(list, html`${device.collections.map((one) => storedRow(one, device.tracks))}`);
    if (key) /** @type {HTMLElement | null} */ (list.querySelector(`[data-key="${CSS.escape(key)}"] ${part}`))?.focus();
    const isEmpty = device.collections.length === 0;
    find(root, '[data-remove-all]').hidden = isEmpty;
    render(
        find(root, '[data-none]'),
        isEmpty
            ? emptyState({
                  art: 'record',
                  title: t('device.none'),
                  text: t('device.noneText'),
                  action: html`<a class="button is-primary"
                      href="/library/albums">${t('actions.browse')}</a>`,
              })
            : html``,
    );
    const owed = find(root, '[data-owed]');
    owed.hidden = device.outbox.length === 0;
    render(owed, html`${icons.history}<span>${owedLine(device.outbox)}</span>`);
    drawState(root);
}

/** @param {HTMLElement} root */
function drawState(root) {
    const host = find(root, '[data-state]');
    render(host, device.halt ? haltLine(device) : fetching.current ? fetchingLine(fetching) : html``);
}

/** @param {HTMLElement} root */
async function drawRoom(root) {
    const [estimate, isPersisted] = await Promise.all([
        navigator.storage?.estimate?.() ?? {},
        navigator.storage?.persisted?.() ?? false,
    ]);
    render(find(root, '[data-room]'), roomLines(device.tracks, estimate, isPersisted));
}
