// @ts-check
// Import by link: a field for links, and the progress of each import.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { number, percent } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, hasMessage, t } from '../../core/i18n.js';
import { pausing } from '../../core/throttle.js';
import { formError, handleForm, linesField } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { importName, linksIn, openImports, shareOf, withProgress } from './link-import-model.js';

/** @typedef {import('./link-import-model.js').Import} Import */

export function linkImports() {
    return html`<section class="link-imports" data-link-imports>
        <form class="form" data-link-form data-testid="link-form">
            ${linesField({ name: 'url', label: t('giving.links.label'), value: '', hint: t('giving.links.hint') })}
            <p class="wish-line" data-link-hosts></p>
            ${formError}
            <div class="form-actions"><button type="submit" class="button"
                data-testid="link-send">${t('giving.links.fetch')}</button></div>
        </form>
        <ul class="sendings" data-imports data-testid="imports"></ul>
    </section>`;
}

/**
 * @param {HTMLElement} root
 * @param {{ wish?: string, signal: AbortSignal, failed: (error: unknown) => void }} options
 */
export function bindLinkImports(root, { wish, signal, failed }) {
    /** @type {Import[]} */
    let items = [];
    const host = find(root, '[data-imports]');
    const draw = () => {
        const focus =
            document.activeElement instanceof HTMLElement && host.contains(document.activeElement)
                ? document.activeElement.dataset.key
                : undefined;
        render(host, html`${openImports(items).map(row)}`);
        if (focus) /** @type {HTMLElement | null} */ (host.querySelector(`[data-key="${CSS.escape(focus)}"]`))?.focus();
    };
    const refresh = pausing(async () => {
        try {
            const found = await api.get('/imports', { signal });
            items = found.items;
            find(root, '[data-link-imports]').hidden = !found.open && openImports(items).length === 0;
            find(root, '[data-link-form]').hidden = !found.open;
            find(root, '[data-link-hosts]').textContent =
                found.hosts.length === 0 ? '' : t('giving.links.listed', { hosts: found.hosts.join(', ') });
            draw();
        } catch (error) {
            if (!signal.aborted) failed(error);
        }
    }, signal);
    const ask = (/** @type {string} */ url, /** @type {string | undefined} */ forWish) =>
        api.post('/imports', { url, ...(forWish && { wishId: forWish }) });
    const forget = (/** @type {string} */ id) => api.delete(`/imports/${encodeURIComponent(id)}`);

    handleForm(/** @type {HTMLFormElement} */ (find(root, '[data-link-form]')), async ({ url }) => {
        const links = linksIn(url);
        const field = /** @type {HTMLTextAreaElement} */ (find(root, '[data-link-form] textarea'));
        try {
            // Removes accepted addresses from the field, so that an error is shown beside its own address.
            while (links.length > 0) {
                await ask(links[0], wish);
                links.shift();
            }
        } finally {
            field.value = links.join('\n');
            refresh.soon();
        }
    });
    delegate(
        root,
        'click',
        '[data-forget-import]',
        async (button) => {
            await forget(button.dataset.forgetImport ?? '').catch(failed);
            refresh.soon();
        },
        signal,
    );
    delegate(
        root,
        'click',
        '[data-retry-import]',
        async (button) => {
            const one = items.find((item) => item.id === button.dataset.retryImport);
            if (!one) return;
            try {
                await ask(one.url, one.wishId);
                await forget(one.id);
            } catch (error) {
                failed(error);
            }
            refresh.soon();
        },
        signal,
    );
    live.on(
        'importProgress',
        (progress) => {
            items = withProgress(items, progress);
            draw();
        },
        signal,
    );
    for (const name of ['import', 'open', 'reset'])
        live.on(
            name,
            () => {
                refresh.soon();
            },
            signal,
        );
    refresh.soon();
}

/** @param {Import} one */
function row(one) {
    const name = importName(one);
    const share = shareOf(one);
    const isFailed = one.state === 'failed';
    return html`<li class="sending" data-testid="import" data-import-state="${one.state}">
        <div class="sending-text"><p class="sending-name" title="${one.url}">${name}</p>
            ${
                !isFailed &&
                html`<progress max="1" ${share === undefined ? '' : html`value="${String(share)}"`}
                aria-label="${t('giving.links.fetchingNamed', { name })}"></progress>`
            }
            <p class="wish-line ${isFailed ? 'is-error' : ''}">${stateText(one)}</p></div>
        ${
            isFailed &&
            html`<button type="button" class="button is-small" data-retry-import="${one.id}" data-key="r${one.id}"
            data-testid="import-retry">${t('actions.retry')}</button>`
        }
        <button type="button" class="icon-button" data-forget-import="${one.id}" data-key="i${one.id}"
            data-testid="import-forget"
            aria-label="${isFailed ? t('giving.forgetNamed', { name }) : t('giving.links.stopNamed', { name })}"
                title="${isFailed ? t('actions.remove') : t('actions.cancel')}">${icons.close}</button>
    </li>`;
}

/** @param {Import} one */
function stateText(one) {
    if (one.state === 'failed')
        return hasMessage(`errors.reason.${one.reason}`) ? t(`errors.reason.${one.reason}`) : (one.detail ?? '');
    if (one.state === 'waiting') return t('giving.links.waiting');
    const share = shareOf(one);
    if (share !== undefined && one.received > 0)
        return t('giving.links.share', { share: percent(share, currentLocale()) });
    return one.received > 0
        ? t('giving.links.size', { size: number(Math.round((one.received / (1 << 20)) * 10) / 10, currentLocale()) })
        : t('giving.links.connecting');
}
