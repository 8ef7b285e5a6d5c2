// @ts-check
// The card of a mix: its covers and its artists.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { icons } from '../../elements/icons.js';
import { cardTitle, queueOffers } from '../../elements/music/cards.js';
import { mosaic } from '../../elements/music/cover.js';
import { mixArtists, mixName, mixPath } from './model.js';

/** @param {import('./model.js').Mix} mix */
export function mixCard(mix) {
    const [path, name] = [mixPath(mix.id), mixName(mix)];
    return html`<li class="card mix-card" data-testid="mix-card">
        <div class="card-art">
            <a href="${path}" tabindex="-1" aria-hidden="true">${mosaic(mix.covers, name, { colors: mix.colors })}<span
                class="mix-number">${mix.id}</span></a>
            <button type="button" class="play-fab" tabindex="-1" data-play-mix="${mix.id}" data-name="${name}"
                aria-label="${t('actions.playNamed', { name })}">${icons.play}</button>
        </div>
        <div class="card-text">${cardTitle(path, name)}
        <p class="card-line mix-artists">${mixArtists(mix)}</p>
        <button type="button" class="icon-button card-more" data-card-menu aria-haspopup="menu" tabindex="-1"
            aria-label="${t('tracks.moreFor', { name })}">${icons.more}</button>
        ${queueOffers(`mix:${mix.id}`, name)}</div>
    </li>`;
}
