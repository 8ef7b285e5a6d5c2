// @ts-check
// The limits of the user's plan, their use, and what happens when one is reached.

import { api, isAbort } from '../../../core/api.js';
import { followAreas, unhurried } from '../../../core/live-views.js';
import { date } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { dataSize } from '../../../core/units.js';
import { rowsSkeleton } from '../../../elements/states/skeletons.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * @typedef {{ name: string, streams: number | null, maximumBitrate: number | null,
 *   uploadQuota: number | null, monthlyTransfer: number | null, downloads: boolean, transferred: number,
 *   monthFrom: string, monthUntil: string, openStreams: number }} PlanUse
 */

/** @param {HTMLElement} host @param {AbortSignal} signal */
export async function mountPlan(host, signal) {
    const head = () => html`<h2 id="plan-title">${t('plans.own')}</h2><p class="panel-lead">${t('plans.ownLead')}</p>`;
    render(host, html`${head()}${rowsSkeleton(1)}`);
    const load = async () => {
        try {
            draw(await api.get('/me/plan', { signal }));
        } catch (error) {
            if (isAbort(error)) return;
            render(host, html`${head()}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    /** @param {PlanUse} plan */
    const draw = (plan) => {
        const locale = currentLocale();
        const since = date(plan.monthFrom, locale);
        const next = date(plan.monthUntil, locale);
        const used = dataSize(plan.transferred, locale);
        const none = t('plans.noLimit');
        const line = (/** @type {string} */ label, /** @type {unknown} */ value, /** @type {unknown} */ note) =>
            html`<div><dt>${label}</dt><dd>${value}${note && html`<span class="detail-file">${note}</span>`}</dd>
                </div>`;
        render(
            host,
            html`${head()}<dl class="details" data-testid="own-plan">
            ${line(t('plans.name'), plan.name, '')}
            ${line(
                t('plans.streams'),
                plan.streams === null
                    ? t('plans.playingAny', { open: plan.openStreams })
                    : t('plans.playing', { open: plan.openStreams, most: plan.streams }),
                plan.streams === null ? none : t('plans.atStreams'),
            )}
            ${line(
                t('users.bitrate'),
                plan.maximumBitrate === null ? none : t('plans.kbits', { rate: plan.maximumBitrate }),
                plan.maximumBitrate !== null && t('plans.atBitrate'),
            )}
            ${line(
                t('plans.transferShort'),
                plan.monthlyTransfer === null
                    ? t('plans.usedAny', { used, date: since })
                    : html`${t('plans.used', { used, most: dataSize(plan.monthlyTransfer, locale), date: since })}<meter
                class="meter" min="0" max="${String(Math.max(1, plan.monthlyTransfer))}"
                value="${String(plan.transferred)}" aria-label="${t('plans.transferShort')}"></meter>`,
                plan.monthlyTransfer === null ? none : t('plans.atTransfer', { date: next }),
            )}
            ${!plan.downloads && line(t('actions.download'), t('plans.noDownloads'), '')}
            ${line(
                t('plans.uploadShort'),
                plan.uploadQuota === null ? none : dataSize(plan.uploadQuota, locale),
                plan.uploadQuota !== null && t('plans.atUpload'),
            )}
        </dl>`,
        );
    };
    followAreas('account', ['plan'], unhurried(host, load, signal).soon, signal);
    await load();
}
