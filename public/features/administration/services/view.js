// @ts-check
// The outside services page: the requests that Rondo sends to other servers, and the data that leaves it.

import { api } from '../../../core/api.js';
import { find } from '../../../core/dom.js';
import { html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { mountDescriptions } from './descriptions.js';
import { mountLastFMSettings } from './lastfm.js';
import { LINKS, NETWORKS } from './links.js';
import { bindOutsideTest, OUTSIDE } from './outside.js';
import { mountPanel } from './panel.js';
import { PODCASTS } from './podcasts.js';
import { SCROBBLING } from './scrobbling.js';

/** @typedef {import('./panel.js').ServicePanel} ServicePanel */

/** @type {readonly ServicePanel[]} */
const FIRST = [OUTSIDE, PODCASTS, SCROBBLING];
/** @type {readonly ServicePanel[]} */
const LAST = [LINKS, NETWORKS];

/** @param {HTMLElement} root @param {import('../../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('services.title'));
    /** @type {import('../settings/form.js').Settings} */
    const settings = await api.get('/settings', { signal });
    if (signal.aborted) return;
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('services.title')}</h1></header>
        <p class="page-lead">${t('services.lead')}</p>
        ${FIRST.map(place)}
        <section class="panel" aria-labelledby="lastfm-title" data-lastfm></section>
        <section class="panel" aria-labelledby="descriptions-title" data-descriptions></section>
        ${LAST.map(place)}</div>`,
    );
    for (const panel of [...FIRST, ...LAST])
        mountPanel(find(root, `[data-panel="${panel.name}"]`), panel, settings, signal);
    bindOutsideTest(root, signal);
    void mountLastFMSettings(find(root, '[data-lastfm]'), signal);
    void mountDescriptions(find(root, '[data-descriptions]'), signal);
}

/** @param {ServicePanel} panel */
const place = ({ name }) => html`<section class="panel" aria-labelledby="${name}-title" data-panel="${name}"
    data-testid="${name}-panel"></section>`;
