// @ts-check
// A year of listening, as a page to show to friends.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { length, number } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { albumPath, artistPath, genrePath, names, trackPath } from '../../core/links.js';
import { me, serverInfo } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { cover } from '../../elements/music/cover.js';
import { headerSkeleton } from '../../elements/states/skeletons.js';
import { emptyState, errorState } from '../../elements/states/states.js';
import { barChart } from './charts.js';
import { busiestHour, formatDay, hourName, monthNames, weekdays } from './model.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, params, query, signal }) {
    const year = Number(params.year ?? new Date().getFullYear());
    const isGroup = query.get('who') === 'group';
    setTitle(t('review.title', { year: String(year) }));
    render(root, html`<div class="page review-page" data-review-page>${headerSkeleton()}</div>`);
    const page = find(root, '[data-review-page]');
    const load = async () => {
        try {
            const review = await api.get(
                `/statistics/${isGroup ? 'group/' : ''}year/${encodeURIComponent(String(year))}`,
                { signal },
            );
            if (!signal.aborted)
                render(page, html`${head(year, isGroup, review)}${review.total.plays > 0 ? story(review) : nothing()}`);
        } catch (error) {
            if (!signal.aborted) render(page, errorState(error, { heading: 'h1' }));
        }
    };
    delegate(root, 'click', '[data-retry]', () => void load(), signal);
    live.on('history', () => void load(), signal);
    await load();
}

/** @param {number} year @param {boolean} isGroup @param {any} review */
function head(year, isGroup, review) {
    const locale = currentLocale();
    const suffix = isGroup ? '?who=group' : '';
    const person = me.value?.displayName || me.value?.username || '';
    return html`<nav class="review-years" aria-label="${t('review.years')}">
            <a class="icon-button" href="/statistics/year/${String(year - 1)}${suffix}" aria-label="${String(year - 1)}"
                data-testid="year-before">${icons.back}</a>
            <div class="tabs is-quiet"><a href="/statistics/year/${String(year)}"
                aria-current="${isGroup ? 'false' : 'true'}" data-testid="review-me">${t('statistics.me')}</a><a
                href="/statistics/year/${String(year)}?who=group" aria-current="${isGroup ? 'true' : 'false'}"
                data-testid="review-group">${t('statistics.group')}</a></div>
            <a class="icon-button" href="/statistics/year/${String(year + 1)}${suffix}" aria-label="${String(year + 1)}"
                data-testid="year-after">${icons.forward}</a>
        </nav>
        <header class="review-hero" data-testid="review-hero">
            <p class="review-kicker">${
                isGroup
                    ? `${serverInfo.value.name} · ${t('statistics.groupOf', { count: review.people ?? 0 })}`
                    : person
            }</p>
            <h1><span class="review-year">${String(year)}</span> ${t('review.inMusic')}</h1>
            <p class="review-total">${length(review.total.listenedMs, locale)}</p>
            <p class="review-line">${t('review.line', {
                plays: t('count.plays', { count: review.total.plays }),
                days: t('count.days', { count: review.activeDays }),
            })}</p>
        </header>`;
}

function nothing() {
    return emptyState({
        art: 'history',
        title: t('statistics.nothing'),
        text: t('review.nothingText'),
        action: html`<a class="button is-primary" href="/library/albums">${t('actions.browse')}</a>`,
    });
}

/** @param {any} review */
function story(review) {
    const locale = currentLocale();
    const [artist] = review.artists;
    return html`<div class="review-grid">
        ${
            artist &&
            html`<section class="review-card is-star"><h2>${t('review.topArtist')}</h2><a class="review-star"
                href="${artistPath(artist.id)}">${cover(artist.cover, artist.name, {
                    round: true,
                })}<span>${artist.name}</span></a>
            <p>${t('review.withYou', {
                plays: t('count.plays', { count: artist.plays }),
                time: length(artist.listenedMs, locale),
            })}</p></section>`
        }
        ${list('tracks', review.tracks, trackPath)}
        ${list('albums', review.albums, albumPath)}
        ${list('artists', review.artists, artistPath, true)}
        ${facts(review)}
        ${genres(review)}
        <section class="review-card is-wide"><h2>${t('review.months')}</h2>${months(review.months)}</section>
        ${review.bestRated.length > 0 && list('bestRated', review.bestRated, trackPath)}
    </div>`;
}

/** @param {string} name @param {any[]} items @param {(id: string) => string} path */
function list(name, items, path, round = false) {
    return html`<section class="review-card" data-testid="review-${name}"><h2>${t(`review.${name}`)}</h2>
        <ol class="review-list">${items.map(
            (item) => html`<li>
        ${cover(item.cover, item.album ?? item.name, { kind: 'row', round })}<div><a
            href="${path(item.id)}">${item.name}</a>${
                item.artists.length > 0 && html`<span>${names(item.artists)}</span>`
            }</div>
        <span
            class="review-score">${
                item.plays === undefined
                    ? html`${icons.starFull}${number(Math.round(item.rating * 10) / 10, currentLocale())}`
                    : t('count.plays', { count: item.plays })
            }</span></li>`,
        )}</ol></section>`;
}

/** @param {any} review */
function facts(review) {
    const locale = currentLocale();
    const best = busiestHour(review.weekdays);
    const rows = [
        ['differentTracks', number(review.different.tracks, locale)],
        ['discovered', number(review.discoveredArtists, locale)],
        ['streak', review.longestStreak && t('count.days', { count: review.longestStreak.days })],
        [
            'busiestDay',
            review.busiestDay &&
                `${formatDay(review.busiestDay.date, locale, { day: 'numeric', month: 'long' })} · ${t('count.plays', {
                    count: review.busiestDay.plays,
                })}`,
        ],
        ['busiestHour', best && `${weekdays(locale, 'long')[best.weekday]}, ${hourName(best.hour, locale)}`],
    ];
    return html`<section class="review-card" data-testid="review-facts"><h2>${t('review.facts')}</h2>
        <dl class="review-facts">${rows
            .filter(([, value]) => value)
            .map(([name, value]) => html`<div><dt>${t(`review.${name}`)}</dt><dd>${value}</dd></div>`)}</dl></section>`;
}

/** @param {any} review */
function genres(review) {
    const highest = Math.max(1, ...review.genres.map((/** @type {any} */ genre) => genre.plays));
    return (
        review.genres.length > 0 &&
        html`<section class="review-card" data-testid="review-genres"><h2>${t('review.genres')}</h2>
            <ol class="review-genres">${review.genres.map(
                (/** @type {any} */ genre) =>
                    html`<li><a
                href="${genrePath(genre.id)}">${genre.name}</a><span>${t('count.plays', { count: genre.plays })}</span>
        <svg class="ranked-bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true"
            focusable="false"><rect width="${((genre.plays / highest) * 100).toFixed(1)}" height="4" rx="1"/></svg>
            </li>`,
            )}</ol></section>`
    );
}

/** @param {{ plays: number, listenedMs: number }[]} totals */
function months(totals) {
    const locale = currentLocale();
    const [narrow, long] = [monthNames(locale, 'short'), monthNames(locale, 'long')];
    const bars = totals.map((total, index) => ({
        label: narrow[index],
        name: long[index],
        value: total.listenedMs,
        text: `${t('count.plays', { count: total.plays })}, ${length(total.listenedMs, locale)}`,
    }));
    const best = bars.reduce((one, other) => (other.value > one.value ? other : one));
    return barChart({
        title: t('review.months'),
        description: t('statistics.most', { name: best.name, amount: best.text }),
        bars,
        unit: t('statistics.listening'),
        column: t('statistics.piece.month'),
    });
}
