// @ts-check
// The user's accounts at scrobbling servers: connecting, submitted and pending plays, earlier plays, and import.

import { api, isAbort } from '../../../core/api.js';
import { delegate } from '../../../core/dom.js';
import { explain } from '../../../core/errors.js';
import { live } from '../../../core/events.js';
import { ago, number, timeOfDay } from '../../../core/format.js';
import { html, render } from '../../../core/html.js';
import { currentLocale, t } from '../../../core/i18n.js';
import { field, formError, handleForm } from '../../../elements/forms/form.js';
import { confirmDialog } from '../../../elements/overlays/dialog.js';
import { toast } from '../../../elements/overlays/toast.js';
import { errorState } from '../../../elements/states/states.js';

/**
 * A kind of server. `words` is the prefix of its texts. `form` draws the connect form.
 * @typedef {{ part: string, root: string, words: string, hasHistory: boolean,
 *   form: (state: Scrobbling) => unknown, send: (fields: Record<string, string>) => Promise<Scrobbling> }} Kind
 * @typedef {{ state: 'running'|'stopped'|'done', total: number, done: number }} History
 * @typedef {{ state: 'running'|'stopped'|'done', read: number, added: number, unmatched: number }} Import
 * @typedef {{ server?: string, consentURL?: string, connected: boolean, name?: string, elsewhere: boolean,
 *   pause?: string, waiting: number, handedOn: number, lastAt?: string, failure?: string, retriesAt?: string,
 *   history?: History, import?: Import, refused: number,
 *   lastRefused: { title: string, artist: string, reason: string }[] }} Scrobbling
 */

/** @type {Kind} */
const LISTENS = {
    part: 'scrobbling',
    root: '/me/scrobbling',
    words: 'scrobbling',
    hasHistory: true,
    form: () => tokenForm(),
    send: ({ token }) => api.put('/me/scrobbling', { token }),
};

/** @param {HTMLElement} host @param {AbortSignal} signal */
export const mountScrobbling = (host, signal) => mountAccount(host, signal, LISTENS);

/** @param {HTMLElement} host @param {AbortSignal} signal @param {Kind} kind */
export async function mountAccount(host, signal, kind) {
    const { root, words } = kind;
    const head = html`<h2 id="${kind.part}-title">${t(`${words}.title`)}</h2>`;
    let shown = '';
    /** @param {Scrobbling} state */
    const show = (state) => {
        host.hidden = !state.server && !state.connected;
        const now = JSON.stringify(state);
        if (host.hidden || now === shown) return;
        // Keeps the text being typed.
        const typed = /** @type {HTMLInputElement | null} */ (host.querySelector('[name=token]'))?.value ?? '';
        shown = now;
        render(host, html`${head}${partsOf(state, kind)}`);
        const input = /** @type {HTMLInputElement | null} */ (host.querySelector('[name=token]'));
        if (input && typed) input.value = typed;
        const form = host.querySelector('form');
        if (form) handleForm(form, async (fields) => show(await kind.send(fields)));
    };
    const load = async () => {
        try {
            show(await api.get(root, { signal, quiet: true }));
        } catch (error) {
            if (isAbort(error)) return;
            shown = '';
            render(host, html`${head}${errorState(error)}`);
            host.querySelector('[data-retry]')?.addEventListener('click', () => void load());
        }
    };
    const act = async (/** @type {() => Promise<unknown>} */ call) => {
        try {
            await call();
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        await load();
    };
    delegate(
        host,
        'click',
        '[data-start]',
        (button) => void act(() => api.put(`${root}/${button.dataset.start}`, {})),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-stop]',
        (button) => void act(() => api.delete(`${root}/${button.dataset.stop}`)),
        signal,
    );
    delegate(
        host,
        'click',
        '[data-disconnect]',
        async () => {
            const isMeant = await confirmDialog({
                title: t('scrobbling.disconnectTitle'),
                text: t(`${words}.disconnectText`),
                confirm: t('scrobbling.disconnect'),
            });
            if (isMeant) await act(() => api.delete(root));
        },
        signal,
    );
    live.on('scrobbling', () => void load(), signal);
    live.on('open', () => void load(), signal);
    await load();
}

/** @param {Scrobbling} state @param {Kind} kind */
function partsOf(state, kind) {
    const host = state.server && new URL(state.server).host;
    const server = host === 'ws.audioscrobbler.com' ? 'Last.fm' : host;
    return html`${
        server &&
        html`<p class="panel-lead">${t('scrobbling.lead', { server })} ${t(`${kind.words}.leaves`)}</p>`
    }
    <div class="scrobbling">${state.connected && linkOf(state, kind)}
    ${server && (!state.connected || state.pause || state.elsewhere) && kind.form(state)}
    ${
        state.connected &&
        html`<div class="form-actions">${
            server &&
            !state.pause &&
            !state.elsewhere && [kind.hasHistory && pastOf(state.history), importOf(state.import)]
        }<button type="button" class="button is-danger-quiet" data-disconnect
            data-testid="scrobbling-disconnect">${t('scrobbling.disconnect')}</button></div>`
    }</div>`;
}

/** @param {Scrobbling} state @param {Kind} kind */
function linkOf(state, kind) {
    const locale = currentLocale();
    const counts = [
        t('scrobbling.counts', { count: state.handedOn }),
        state.lastAt && t('scrobbling.last', { ago: ago(state.lastAt, locale) }),
        state.waiting > 0 && t('scrobbling.waiting', { count: state.waiting }),
    ];
    return html`<p data-testid="scrobbling-name"><strong>${t('scrobbling.connected', {
        name: state.name ?? '',
    })}</strong></p>
        <p class="field-hint" data-testid="scrobbling-counts">${
            state.handedOn + state.waiting === 0 ? t('scrobbling.none') : counts.filter(Boolean).join(' · ')
        }</p>
        ${troubleOf(state, kind)}
        ${state.history && html`<p class="field-hint">${historyText(state.history)}</p>`}
        ${
            state.import &&
            html`<p class="field-hint" data-testid="scrobbling-import-state">${importText(state.import)}</p>`
        }
        ${
            state.refused > 0 &&
            html`<details><summary>${t('scrobbling.refused', { count: state.refused })}</summary>
            <ul>${state.lastRefused.map(
                (one) =>
                    html`<li>${one.artist} – ${one.title}: <span lang="en">${one.reason}</span></li>`,
            )}</ul></details>`
        }`;
}

/** @param {Scrobbling} state @param {Kind} kind */
function troubleOf({ server, elsewhere, pause, failure, retriesAt }, { words }) {
    const again = retriesAt && t('scrobbling.again', { time: timeOfDay(retriesAt, currentLocale()) });
    const text = !server
        ? t('scrobbling.off')
        : elsewhere
          ? t(`${words}.elsewhere`)
          : pause
            ? t(`${words}.pause.${pause}`)
            : failure && [t(`scrobbling.failure.${failure}`), again].filter(Boolean).join(' ');
    return text && html`<p class="form-error" role="status" data-testid="scrobbling-trouble">${text}</p>`;
}

const historyText = (/** @type {History} */ { state, done, total }) =>
    state === 'done'
        ? t('scrobbling.historyDone')
        : t('scrobbling.historyProgress', {
              done: number(done, currentLocale()),
              total: number(Math.max(done, total), currentLocale()),
          });

const importText = (/** @type {Import} */ { state, read, added, unmatched }) =>
    t(state === 'done' ? 'scrobbling.importDone' : 'scrobbling.importProgress', {
        read: number(read, currentLocale()),
        added: number(added, currentLocale()),
        unmatched: number(unmatched, currentLocale()),
    });

/** @param {History | undefined} history */
const pastOf = (history) => history?.state !== 'done' && runButton('history', history?.state, t('scrobbling.history'));

/** @param {Import | undefined} run */
const importOf = (run) => runButton('import', run?.state, t('scrobbling.import'));

/** @param {'history'|'import'} name @param {string | undefined} state @param {string} text */
function runButton(name, state, text) {
    if (state === 'running') {
        return html`<button type="button" class="button" data-stop="${name}"
            data-testid="scrobbling-${name}-stop">${t('scrobbling.stop')}: ${text}</button>`;
    }
    return html`<button type="button" class="button" data-start="${name}" data-testid="scrobbling-${name}">${
        state === 'stopped' ? `${t('scrobbling.goOn')}: ${text}` : text
    }</button>`;
}

const tokenForm = () => html`<form class="form" data-testid="scrobbling-form">
    ${field({
        name: 'token',
        label: t('scrobbling.token'),
        value: '',
        required: true,
        maxlength: 256,
        hint: t('scrobbling.tokenHint'),
        autocomplete: 'off',
    })}
    ${formError}
    <div class="form-actions"><button type="submit" class="button is-primary"
        data-testid="scrobbling-connect">${t('scrobbling.connect')}</button></div></form>`;
