// @ts-check
// Listening statistics of the user or the group: figures, charts and rankings of the period in the address.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { rewriteAddress } from '../../core/navigate.js';
import { restartable } from '../../core/restartable-signal.js';
import { icons } from '../../elements/icons.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { errorState } from '../../elements/states/states.js';
import { choicePath, periodName, PERIODS, readChoice } from './model.js';
import { clockPanel, daysPanel } from './panels.js';
import { ranking, rankingTabs } from './ranking.js';
import { groupNote, tiles } from './tiles.js';

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, query, signal }) {
    setTitle(t('statistics.title'));
    let choice = readChoice(query);
    const restart = restartable(signal);
    render(
        root,
        html`<div class="page">
        <header class="page-head"><h1>${t('statistics.title')}</h1>
            <div class="page-tools"><a class="button" data-review data-testid="open-review"
            href="/statistics/year">${icons.star}${t('statistics.review')}</a></div></header>
        <div class="toolbar"><nav class="tabs" aria-label="${t('statistics.who')}" data-who></nav>
            <nav class="tabs is-quiet" aria-label="${t('statistics.period')}" data-periods></nav></div>
        <div class="period-bar" data-period></div>
        <div data-content>${rowsSkeleton(6)}</div>
    </div>`,
    );
    const content = find(root, '[data-content]');

    const drawChoice = () => {
        const link = (
            /** @type {Partial<typeof choice>} */ change,
            /** @type {string} */ text,
            /** @type {boolean} */ on,
            /** @type {string} */ key,
        ) =>
            html`<a href="${choicePath({ ...choice, ...change })}" data-choice data-key="${key}" data-testid="${key}"
                aria-current="${on ? 'page' : 'false'}">${text}</a>`;
        render(
            find(root, '[data-who]'),
            html`${['me', 'group'].map((who) =>
                link({ who }, t(`statistics.${who}`), who === choice.who, `who-${who}`),
            )}`,
        );
        render(
            find(root, '[data-periods]'),
            html`${PERIODS.map(
                (period) =>
                    html`<a href="${choicePath({ ...choice, period, date: period === 'all' ? '' : choice.date })}"
                data-choice data-key="period-${period}" data-testid="period-${period}"
                aria-current="${period === choice.period ? 'true' : 'false'}">${t(`statistics.periods.${period}`)}</a>`,
            )}`,
        );
        const year = (choice.date || new Date().toISOString()).slice(0, 4);
        /** @type {HTMLAnchorElement} */ (find(root, '[data-review]')).href =
            `/statistics/year/${year}${choice.who === 'group' ? '?who=group' : ''}`;
    };

    const load = async () => {
        const abort = restart();
        const query = { who: choice.who, period: choice.period, date: choice.date };
        try {
            const [summary, chart, clock, ranked, sharing] = await Promise.all([
                api.get('/statistics', { query, signal: abort }),
                api.get('/statistics/days', { query, signal: abort }),
                api.get('/statistics/clock', { query, signal: abort }),
                api.get('/statistics/rankings', {
                    query: { ...query, kind: choice.kind, by: choice.by, limit: 20 },
                    signal: abort,
                }),
                choice.who === 'group' ? api.get('/statistics/sharing', { signal: abort }) : undefined,
            ]);
            const focused = document.activeElement?.closest('[data-key]')?.getAttribute('data-key');
            const open = [...content.querySelectorAll('details')].map((details) => details.open);
            drawPeriod(find(root, '[data-period]'), choice, summary.period);
            render(
                content,
                html`${sharing && groupNote(sharing.listening, summary.people)}${tiles(summary)}
                <div class="statistics-charts">${daysPanel(chart)}${clockPanel(clock)}</div>
                <section class="statistics-ranking" aria-labelledby="ranking-title">
                    <div class="section-head"><h2 id="ranking-title">${t('statistics.rankings')}</h2></div>
                    ${rankingTabs(choice)}${ranking(ranked.items, choice)}</section>`,
            );
            content.querySelectorAll('details').forEach((details, index) => {
                details.open = open[index] ?? false;
            });
            if (focused)
                /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${focused}"]`))?.focus({
                    preventScroll: true,
                });
            content.dataset.shown = `${choice.who} ${summary.period.unit} ${choice.kind} ${choice.by}`;
        } catch (error) {
            if (abort.aborted) return;
            render(content, errorState(error));
        }
    };

    delegate(
        root,
        'click',
        'a[data-choice]',
        (link, event) => {
            const click = /** @type {MouseEvent} */ (event);
            if (click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey) return;
            click.preventDefault();
            const { href } = /** @type {HTMLAnchorElement} */ (link);
            choice = readChoice(new URL(href).searchParams);
            rewriteAddress(choicePath(choice));
            const { key } = link.dataset;
            drawChoice();
            /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${key}"]`))?.focus({
                preventScroll: true,
            });
            void load();
        },
        signal,
    );
    delegate(root, 'click', '[data-retry]', () => void load(), signal);
    delegate(
        root,
        'change',
        '[data-share]',
        async (input) => {
            try {
                await api.put('/statistics/sharing', {
                    listening: /** @type {HTMLInputElement} */ (input).checked ? 'gateway' : 'nobody',
                });
                toast(t('profile.saved'));
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
            void load();
        },
        signal,
    );
    live.on('history', () => void load(), signal);
    for (const name of ['rating', 'opinions'])
        live.on(
            name,
            () => {
                if (choice.by === 'rating') void load();
            },
            signal,
        );
    drawChoice();
    await load();
}

/**
 * @param {HTMLElement} host
 * @param {import('./model.js').Choice} choice
 * @param {import('./model.js').Period} period
 */
function drawPeriod(host, choice, period) {
    const beside = (
        /** @type {string | undefined} */ date,
        /** @type {'previous'|'next'} */ name,
        /** @type {unknown} */ icon,
    ) =>
        date &&
        html`<a class="icon-button" href="${choicePath({ ...choice, date })}" data-choice data-key="${name}"
            data-testid="period-${name}" aria-label="${t(`statistics.${name}`)}"
            title="${t(`statistics.${name}`)}">${icon}</a>`;
    render(
        host,
        html`${beside(period.previous, 'previous', icons.back)}<h2 data-testid="period-name"
            aria-live="polite">${periodName(period, currentLocale(), t('statistics.periods.all'))}</h2>${beside(
                period.next,
                'next',
                icons.forward,
            )}`,
    );
}
