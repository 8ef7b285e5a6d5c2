// @ts-check
// The user's podcasts, with the newest episodes of all.

import { address, api } from '../../core/api.js';
import { delegate, find } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { date } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { currentLocale, t } from '../../core/i18n.js';
import { navigate } from '../../core/navigate.js';
import { field, formError, handleForm } from '../../elements/forms/form.js';
import { icons } from '../../elements/icons.js';
import { focused } from '../../elements/lists/live-list.js';
import { cover } from '../../elements/music/cover.js';
import { explicitSign } from '../../elements/music/explicit.js';
import { toast } from '../../elements/overlays/toast.js';
import { rowsSkeleton } from '../../elements/states/skeletons.js';
import { emptyState } from '../../elements/states/states.js';
import { episodes } from '../../player/episodes.js';
import './bar.js';
import { bindEpisodes, episodeRow } from './row.js';

/** @typedef {import('../../core/types.js').Episode} Episode */
/** @typedef {import('../../core/types.js').Subscription} Subscription */

const NEWEST = 20;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export async function mount(root, { setTitle, signal }) {
    setTitle(t('podcasts.title'));
    render(
        root,
        html`<div class="page is-narrow"><header class="page-head"><h1>${t('podcasts.title')}</h1></header>
        <form class="form podcast-add" data-testid="podcast-add">
            ${field({
                name: 'url',
                label: t('podcasts.address'),
                required: true,
                maxlength: 2048,
                placeholder: 'https://',
                hint: t('podcasts.addressHint'),
            })}${formError}
            <div class="form-actions"><button type="submit" class="button is-primary"
                data-testid="podcast-subscribe">${icons.plus}${t('podcasts.subscribe')}</button>
                <button type="button" class="button" data-refresh
                    data-testid="podcasts-refresh">${icons.refresh}${t('podcasts.refresh')}</button>
                <label class="button">${icons.upload}${t('podcasts.import')}<input type="file" class="visually-hidden"
                    accept=".opml,.xml" data-import data-testid="podcasts-import"></label>
                <a class="button" href="${address('/podcasts/opml')}" download="podcasts.opml"
                    data-testid="podcasts-export">${icons.download}${t('podcasts.export')}</a></div></form>
        <div data-list>${rowsSkeleton(3)}</div>
        <section data-newest aria-labelledby="newest-title" hidden><h2 id="newest-title">${t('podcasts.newest')}</h2>
            <ul class="things" data-episodes></ul></section></div>`,
    );
    const host = find(root, '[data-list]');
    /** @type {Episode[]} */
    let newest = [];
    const drawNewest = () => {
        const list = find(root, '[data-episodes]');
        const focus = focused(list);
        render(list, html`${newest.map((episode) => episodeRow(episode, { withPodcast: true }))}`);
        find(root, '[data-newest]').hidden = newest.length === 0;
        focus();
    };
    const load = async () => {
        const [{ items }, page] = await Promise.all([
            api.get('/podcasts', { signal }),
            api.get('/podcasts/episodes', { query: { limit: NEWEST }, signal }),
        ]);
        newest = page.items;
        render(host, items.length > 0 ? html`<ul class="things">${items.map(row)}</ul>` : none());
        drawNewest();
    };
    const byID = (/** @type {string} */ id) => newest.find((episode) => episode.id === id);
    bindEpisodes(
        root,
        byID,
        (id, changed) => {
            Object.assign(byID(id) ?? {}, changed);
            drawNewest();
        },
        signal,
    );
    episodes.addEventListener('change', drawNewest, { signal });
    handleForm(/** @type {HTMLFormElement} */ (find(root, 'form')), async ({ url }) => {
        /** @type {Subscription} */
        const { id } = await api.post('/podcasts', { url });
        navigate(`/podcasts/${encodeURIComponent(id)}`);
    });
    /** @param {() => Promise<string>} act returns the success message */
    const attempt = async (act) => {
        try {
            toast(await act());
            await load();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
    };
    delegate(
        root,
        'click',
        '[data-refresh]',
        () =>
            attempt(async () => {
                await api.post('/podcasts/refresh');
                return t('podcasts.refreshing');
            }),
        signal,
    );
    find(root, '[data-import]').addEventListener('change', (event) => {
        const input = /** @type {HTMLInputElement} */ (event.target);
        const file = input.files?.[0];
        if (!file) return;
        void attempt(async () => {
            const bytes = new Blob([file], { type: 'text/x-opml' });
            const { added, known, refused } = await api.request('POST', '/podcasts/opml', { bytes });
            return t('podcasts.imported', { added, known, refused: refused.length });
        });
        input.value = '';
    });
    await load();
}

const none = () => emptyState({ art: 'people', title: t('podcasts.noneTitle'), text: t('podcasts.noneText') });

/** @param {Subscription} subscription */
function row({ id, title, author, picture, newCount, latestAt, problem, ended, explicit }) {
    const line = problem ?? (ended ? t('podcasts.ended') : latestAt && date(latestAt, currentLocale()));
    return html`<li class="thing" data-key="${id}" data-testid="podcast">${cover(picture, title, { kind: 'row' })}
        <div class="thing-text"><p class="thing-title"><a href="/podcasts/${encodeURIComponent(id)}"
            dir="auto">${title}</a>${explicitSign({ explicit })}
            ${newCount > 0 && html`<span class="badge is-good">${t('podcasts.newCount', { count: newCount })}</span>`}
            </p>
            <p class="thing-line">${[author, line].filter(Boolean).join(' · ')}</p></div></li>`;
}
