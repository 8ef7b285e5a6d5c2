// @ts-check

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { mountQueue, queueFrame } from './list.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle, signal }) {
    setTitle(t('queue.title'));
    render(
        root,
        html`<div class="page"><header class="page-head"><h1>${t('queue.title')}</h1>
            <div class="page-tools" data-tools></div></header>${queueFrame({ isPage: true })}</div>`,
    );
    mountQueue(root, signal, { isPage: true });
}
