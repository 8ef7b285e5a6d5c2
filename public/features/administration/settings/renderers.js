// @ts-check
// The renderers in the local network, their states, and which of them may be used as speakers.

import { api, isAbort } from '../../../core/api.js';
import { delegate, find } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { attribute, html, render } from '../../../core/html.js';
import { t } from '../../../core/i18n.js';
import { followAreas } from '../../../core/live-views.js';
import { errorState } from '../../../elements/states/states.js';
import { toast } from '../../../elements/overlays/toast.js';

/**
 * @typedef {{ id: string, name: string, model?: string, address?: string, allowed: boolean, reachable: boolean,
 *   playing: boolean, queueLength: number, problem?: 'unavailable'|'soundSystem'|'song'|'unsteady' }} Renderer
 * @typedef {{ interfaceNamed: boolean, on: boolean, items: Renderer[] }} Report
 */

/**
 * The switch for all renderers.
 * @param {boolean} isOn
 */
export const renderersField = (isOn) => html`<label class="switch"><input type="checkbox" role="switch" data-renderers
    data-testid="settings-renderers" aria-describedby="renderers-hint"
    ${attribute('checked', isOn)}><span>${t('settings.renderers.on')}</span></label>
    <p class="field-hint" id="renderers-hint">${t('settings.renderers.hint')}</p>`;

/**
 * The list of renderers, with a switch for each.
 * @param {HTMLElement} host @param {AbortSignal} signal
 */
export async function mountRenderers(host, signal) {
    render(
        host,
        html`<h2 id="renderers-title">${t('settings.renderers.title')}</h2>
            <p class="panel-lead">${t('settings.renderers.lead')}</p><div data-list></div>`,
    );
    const list = find(host, '[data-list]');
    const load = async () => {
        try {
            show(list, await api.get('/renderers', { signal, quiet: true }));
        } catch (error) {
            if (isAbort(error)) return;
            render(list, errorState(error));
            list.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    delegate(
        list,
        'change',
        '[data-allow]',
        async (control) => {
            const box = /** @type {HTMLInputElement} */ (control);
            try {
                const path = `/renderers/${encodeURIComponent(box.dataset.allow ?? '')}`;
                show(list, await api.patch(path, { allowed: box.checked }));
            } catch (error) {
                box.checked = !box.checked;
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    followAreas('administration', ['settings'], () => void load(), signal);
    const timer = setInterval(() => void load(), 5000);
    signal.addEventListener('abort', () => clearInterval(timer));
    await load();
}

/** @param {HTMLElement} list @param {Report} report */
function show(list, { interfaceNamed, on, items }) {
    const reason = !interfaceNamed ? 'noInterface' : !on ? 'off' : 'none';
    if (items.length === 0) render(list, html`<p class="quiet">${t(`settings.renderers.${reason}`)}</p>`);
    else render(list, html`<ul class="things">${items.map(row)}</ul>`);
}

/** @param {Renderer} renderer */
function row(renderer) {
    const { id, name, model, address, allowed } = renderer;
    const about = [model, address].filter(Boolean).join(' · ');
    return html`<li class="thing" data-key="${id}" data-testid="renderer">
        <div class="thing-text"><p class="thing-title" dir="auto">${name}</p>
            ${about && html`<p class="thing-line" dir="auto">${about}</p>`}
            <p class="thing-line" data-testid="renderer-state">${stateOf(renderer)}</p></div>
        <label class="switch"><input type="checkbox" role="switch" data-allow="${id}"
            aria-label="${t('settings.renderers.allowNamed', { name })}"
            ${attribute('checked', allowed)}><span>${t('settings.renderers.allow')}</span></label></li>`;
}

/** @param {Renderer} renderer */
function stateOf({ allowed, reachable, playing, queueLength, problem }) {
    if (!reachable) return t('settings.renderers.away');
    if (!allowed) return t('settings.renderers.forbidden');
    if (problem) return t(`settings.renderers.problems.${problem}`);
    return t(playing ? 'settings.renderers.playing' : 'settings.renderers.silent', { count: queueLength });
}
