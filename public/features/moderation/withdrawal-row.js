// @ts-check

import { ago, date } from '../../core/format.js';
import { html } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';

/** @param {import('./model.js').Withdrawal} withdrawal */
export function withdrawalRow({
    id,
    title,
    artist,
    album,
    cover: picture,
    reason,
    state,
    at,
    endsAt,
    failure,
    moderator,
    giver,
}) {
    const locale = currentLocale();
    const isInBin = state === 'leaving' || state === 'binned';
    return html`<li class="thing is-tall" data-key="${id}"
        data-testid="withdrawal">${cover(picture, title, { kind: 'row' })}
        <div class="thing-text">
            <p class="thing-title"><span
            dir="auto">${title}</span>${
                !isInBin &&
                html` <span class="badge" data-testid="withdrawal-state">${t(`takedown.states.${state}`)}</span>`
            }</p>
            <p class="thing-line" dir="auto">${[artist, album].filter(Boolean).join(' · ')}</p>
            <p class="thing-line">${t('notifications.reason', { reason })}</p>
            <p class="thing-line">${
                moderator ? t('takedown.by', { name: moderator.name }) : t('takedown.byDeleted')
            } · <time
                datetime="${at}">${ago(at, locale)}</time>${
                    giver && html` · ${t('takedown.givenBy', { name: giver.name })}`
                }</p>
            ${
                isInBin &&
                html`<p class="thing-line"
                data-testid="withdrawal-end">${t('takedown.endsAt', { date: date(endsAt, locale) })}</p>`
            }
            ${
                failure &&
                html`<p class="post-hidden"
                data-testid="withdrawal-failure">${icons.warning}${t('takedown.failure', { text: failure })}</p>`
            }</div>
        ${
            isInBin &&
            html`<div class="thing-actions"><button type="button" class="button is-small" data-restore
            data-focus="restore" data-testid="restore">${icons.refresh}${t('takedown.restore')}</button></div>`
        }</li>`;
}
