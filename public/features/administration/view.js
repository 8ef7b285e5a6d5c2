// @ts-check
// The administration home: links to its pages. Where the side bar shows the same links, the first page opens
// instead.

import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { administration } from '../navigation/places.js';
import { hasSideBar } from '../navigation/rail.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle }) {
    const groups = administration(may);
    setTitle(t('nav.administration'));
    if (hasSideBar()) return navigate(groups[0].places[0].path, { replace: true });
    render(
        root,
        html`<div class="page is-medium" data-testid="administration">
        <header class="page-head"><h1>${t('nav.administration')}</h1></header>
        ${groups.map(
            ({ name, places }) =>
                html`<nav ${
                    name === 'first'
                        ? html`aria-label="${t('nav.overview')}"`
                        : html`aria-labelledby="group-${name}"`
                }>${
                    name !== 'first' && html`<h2 class="link-title" id="group-${name}">${t(`nav.groups.${name}`)}</h2>`
                }<ul class="link-list">${places.map(
                    ({ path, section, label, icon }) =>
                        html`<li><a href="${path}" data-testid="open-${section}">${icon}<span>${t(label)}</span>${
                            icons.forward
                        }</a></li>`,
                )}</ul></nav>`,
        )}
    </div>`,
    );
}
