// @ts-check
// A podcast with its episodes.

import { api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { attribute, html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { icons } from '../../elements/icons.js';
import { infiniteList } from '../../elements/lists/infinite.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { episodes } from '../../player/episodes.js';
import './bar.js';
import { LATEST_COUNTS, ruleBody, ruleOf } from './model.js';
import { bindEpisodes, episodeRow } from './row.js';

/** @typedef {import('../../core/types.js').Episode} Episode */
/** @typedef {import('../../core/types.js').Subscription} Subscription */

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { params, setTitle, signal }) {
    const path = `/podcasts/${encodeURIComponent(params.id)}`;
    /** @type {Subscription} */
    const podcast = await api.get(path, { signal });
    if (signal.aborted) return;
    setTitle(podcast.title);
    render(root, html`<div class="page is-narrow">${head(podcast)}<div data-list></div></div>`);
    /** @type {Episode[]} */
    let shown = [];
    const host = find(root, '[data-list]');
    const list = infiniteList(host, {
        signal,
        load: (cursor, abort) => api.get(`${path}/episodes`, { query: { cursor, limit: 40 }, signal: abort }),
        frame: html`<ul class="things" data-items></ul>`,
        item: (episode) => episodeRow(episode),
        skeleton: rowsSkeleton(6),
        empty: () => emptyState({ art: 'people', title: t('podcasts.noEpisodes'), text: '' }),
        loaded: (items) => {
            shown = items;
        },
    });
    const byID = (/** @type {string} */ id) => shown.find((episode) => episode.id === id);
    const redraw = (/** @type {string | undefined} */ id) => {
        const episode = id === undefined ? undefined : byID(id);
        const old = id === undefined ? null : host.querySelector(`[data-key="${CSS.escape(id)}"]`);
        if (!episode || !old) return;
        const focus = /** @type {HTMLElement | null} */ (old.querySelector(':focus'))?.dataset.focus;
        const box = document.createElement('ul');
        render(box, episodeRow(episode));
        const fresh = /** @type {HTMLElement} */ (box.firstElementChild);
        old.replaceWith(fresh);
        if (focus) /** @type {HTMLElement | null} */ (fresh.querySelector(`[data-focus="${focus}"]`))?.focus();
    };
    bindEpisodes(
        root,
        byID,
        (id, changed) => {
            Object.assign(byID(id) ?? {}, changed);
            redraw(id);
        },
        signal,
    );
    let sounding = episodes.episode?.id;
    episodes.addEventListener(
        'change',
        () => {
            redraw(sounding);
            sounding = episodes.episode?.id;
            redraw(sounding);
        },
        { signal },
    );
    find(root, '[data-rule]').addEventListener('change', async (event) => {
        try {
            await api.patch(path, ruleBody(/** @type {HTMLSelectElement} */ (event.target).value));
            toast(t('podcasts.ruleSaved'));
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    });
    delegate(
        root,
        'click',
        '[data-unsubscribe]',
        async () => {
            const isSure = await confirmDialog({
                title: t('podcasts.unsubscribeTitle'),
                text: t('podcasts.unsubscribeText', { name: podcast.title }),
                confirm: t('podcasts.unsubscribe'),
            });
            if (!isSure) return;
            try {
                await api.delete(path);
                if (episodes.episode?.podcastId === podcast.id) episodes.stop();
                navigate('/podcasts');
            } catch (error) {
                toast(explain(error), { kind: 'error' });
            }
        },
        signal,
    );
    await list.ready;
}

/** @param {Subscription} podcast */
function head(podcast) {
    const { title, author, text, picture, homePageUrl, problem } = podcast;
    const rule = ruleOf(podcast);
    const option = (/** @type {string} */ value, /** @type {string} */ label) =>
        html`<option value="${value}" ${attribute('selected', value === rule)}>${label}</option>`;
    return html`<header class="page-head podcast-head">${cover(picture, title, { eager: true })}
        <div class="podcast-facts"><h1 dir="auto">${title}${explicitSign(podcast)}</h1>
            <p class="quiet" dir="auto">${author}</p>
            ${problem && html`<p class="notice" role="note">${problem}</p>`}
            <p class="podcast-text" dir="auto">${text}</p>
            <p>${
                homePageUrl &&
                html`<a href="${homePageUrl}" target="_blank" rel="noopener noreferrer">${t('podcasts.homePage')}</a>`
            }</p>
            <div class="field"><label for="podcast-rule">${t('podcasts.rule')}</label>
                <select id="podcast-rule" data-rule data-testid="podcast-rule">
                    ${option('none', t('podcasts.rules.none'))}
                    ${LATEST_COUNTS.map((count) => option(`latest-${count}`, t('podcasts.rules.latest', { count })))}
                    ${option('unplayed', t('podcasts.rules.unplayed'))}</select></div>
            <button type="button" class="button" data-unsubscribe
                data-testid="podcast-unsubscribe">${icons.trash}${t('podcasts.unsubscribe')}</button></div></header>`;
}
