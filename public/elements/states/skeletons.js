// @ts-check
// The shape of what is coming, shown after a short while so that quick answers do not flicker.

import { html } from '../../core/html.js';
import { t } from '../../core/i18n.js';

/** @param {unknown} shapes */
const loading = (shapes) =>
    html`<div class="skeleton" role="status"
        data-testid="skeleton"><span class="visually-hidden">${t('states.loading')}</span>${shapes}</div>`;

/** @param {number} amount @param {() => unknown} make */
const times = (amount, make) => Array.from({ length: amount }, make);

const cardShape = () =>
    html`<li class="card"><div class="bone is-square"></div><div class="bone is-line"></div>
        <div class="bone is-line is-short"></div></li>`;
/** A card that is on its way. */
export const blankCard = ({ round = false } = {}) =>
    html`<li class="card ${round ? 'is-artist' : ''}"><div class="bone is-square ${round ? 'is-round' : ''}"></div>
        <div class="card-text"><span class="card-title"><span class="bone is-line"></span></span><p
        class="card-line"><span class="bone is-line is-short"></span></p></div></li>`;

/** A row that is on its way. */
export const blankListRow = () =>
    html`<li class="row"><span class="row-main"><span class="cover bone"></span><span
        class="row-text"><span class="row-title"><span class="bone is-line"></span></span></span></span></li>`;

const rowShape = () =>
    html`<li class="bone-row"><div class="bone is-thumb"></div>
        <div class="bone-lines"><div class="bone is-line"></div><div class="bone is-line is-short"></div></div></li>`;

export const gridSkeleton = (amount = 12) =>
    loading(html`<ul class="grid" aria-hidden="true">${times(amount, cardShape)}</ul>`);

export const rowsSkeleton = (amount = 8) =>
    loading(html`<ul class="rows" aria-hidden="true">${times(amount, rowShape)}</ul>`);

export const shelfSkeleton = () =>
    loading(
        html`<div class="bone is-heading"></div><ul class="shelf-row" aria-hidden="true">${times(7, cardShape)}</ul>`,
    );

export const headerSkeleton = () =>
    loading(
        html`<div class="hero is-plain" aria-hidden="true"><div class="bone is-cover"></div>
            <div class="bone-lines"><div class="bone is-line is-short"></div><div class="bone is-heading"></div>
            <div class="bone is-line"></div></div></div><ul class="rows" aria-hidden="true">${times(7, rowShape)}</ul>`,
    );
