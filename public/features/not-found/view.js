// @ts-check

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { emptyState } from '../../elements/states/states.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle }) {
    setTitle(t('states.notFoundTitle'));
    render(
        root,
        html`<div class="page">${emptyState({
            art: 'lost',
            title: t('states.notFoundTitle'),
            text: t('states.notFoundText'),
            heading: 'h1',
            action: html`<a class="button is-primary" href="/">${t('states.goHome')}</a>`,
        })}</div>`,
    );
}
