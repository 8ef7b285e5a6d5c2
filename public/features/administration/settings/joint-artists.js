// @ts-check
// Artist tags that name several artists, each with a switch to keep the tag as one artist.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { toast } from '../../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';

/** @typedef {{ name: string, artists: string[], kept: boolean }} JointArtist */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountJointArtists(host, signal) {
    render(
        host,
        html`<h2 id="joint-title">${t('jointArtists.title')}</h2><p class="panel-lead">${t('jointArtists.lead')}</p>
            <div data-list>${rowsSkeleton(2)}</div>`,
    );
    const list = find(host, '[data-list]');
    const load = async () => {
        try {
            /** @type {{ items: JointArtist[] }} */
            const { items } = await api.get('/joint-artists', { signal });
            render(
                list,
                items.length > 0
                    ? html`<ul class="things">${items.map(row)}</ul>`
                    : html`<p class="quiet">${t('jointArtists.none')}</p>`,
            );
        } catch (error) {
            if (isAbort(error)) return;
            render(list, errorState(error));
            list.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(
        list,
        'change',
        '[data-keep]',
        async (control) => {
            const box = /** @type {HTMLInputElement} */ (control);
            const name = box.dataset.keep ?? '';
            try {
                await api.put('/joint-artists', { name, kept: box.checked });
                toast(t(box.checked ? 'jointArtists.kept' : 'jointArtists.released', { name }));
            } catch (error) {
                box.checked = !box.checked;
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await load();
}

/** @param {JointArtist} joint */
function row({ name, artists, kept }) {
    return html`<li class="thing" data-key="${name}" data-testid="joint-artist">
        <div class="thing-text"><p class="thing-title"
        dir="auto">${name}</p>${
            artists.length > 0 && html`<p class="thing-line" dir="auto">${artists.join(' · ')}</p>`
        }</div>
        <label class="switch"><input type="checkbox" role="switch" data-keep="${name}"
            aria-label="${t('jointArtists.keepNamed', { name })}"
            ${attribute('checked', kept)}><span>${t('jointArtists.keep')}</span></label></li>`;
}
