// @ts-check
// The moments of a song as a list, in order. Pressing one seeks to it. Each has a menu.

import { api } from '../../core/api.js';
import { delegate } from '../../core/dom.js';
import { explain } from '../../core/errors.js';
import { clock } from '../../core/format.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { may } from '../../core/session.js';
import { icons } from '../../elements/icons.js';
import { focused } from '../../elements/lists/live-list.js';
import { avatar } from '../../elements/music/avatar.js';
import { confirmDialog } from '../../elements/overlays/dialog.js';
import { openMenu } from '../../elements/overlays/menu.js';
import { toast } from '../../elements/overlays/toast.js';
import { reasonDialog } from '../moderation/reason-dialog.js';
import { reportItem } from '../moderation/report-dialog.js';
import { editMoment } from './edit-dialog.js';
import { followMoments, refreshMoments } from './store.js';

/** @typedef {import('./model.js').Moment} Moment */
/** @typedef {{ id: string, durationMs: number }} ShownTrack */

/**
 * @param {HTMLElement} host
 * @param {ShownTrack} track
 * @param {{ jump: (ms: number) => void, counted?: (count: number) => void }} parts
 * @param {AbortSignal} signal
 */
export function mountMoments(host, track, { jump, counted = () => {} }, signal) {
    /** @type {readonly Moment[]} */
    let shown = [];
    let drawn = '';
    const of = (/** @type {HTMLElement} */ element) => {
        const { key } = /** @type {HTMLElement} */ (element.closest('[data-key]')).dataset;
        return shown.find(({ id }) => id === key);
    };
    delegate(
        host,
        'click',
        '[data-jump]',
        (button) => {
            const moment = of(button);
            if (moment) jump(moment.positionMs);
        },
        signal,
    );
    delegate(
        host,
        'click',
        '[data-moment-menu]',
        (button) => {
            const moment = of(button);
            if (moment) menu(button, track, moment);
        },
        signal,
    );
    followMoments(
        track.id,
        (moments) => {
            counted(moments.length);
            shown = moments;
            const state = JSON.stringify(moments);
            if (state === drawn) return;
            drawn = state;
            const focus = focused(host);
            render(
                host,
                moments.length > 0
                    ? html`<ol class="moments" data-testid="moments">${moments.map(row)}</ol>`
                    : html`<p class="quiet" data-testid="moments-none">${t('moments.none')}</p>`,
            );
            focus();
        },
        signal,
    );
}

/** @param {Moment} moment */
function row({ id, author, positionMs, text, own, editedAt, hidden }) {
    const time = clock(positionMs);
    return html`<li class="moment ${hidden ? 'is-hidden' : ''}" data-key="${id}" data-testid="moment">
        <button type="button" class="moment-time" data-jump data-focus="jump" data-testid="moment-jump"
            aria-label="${t('moments.goTo', { time })}" title="${t('moments.goTo', { time })}">${time}</button>
        ${avatar(author, 'is-small')}
        <div class="moment-body"><p class="moment-who"><a class="person-link" data-focus="author"
            href="/people/${encodeURIComponent(author.id)}"><strong>${author.name}</strong></a>${
                editedAt && html` <span class="moment-note">${t('moments.edited')}</span>`
            }</p>
            <p class="moment-text" dir="auto">${text}</p>${
                hidden &&
                html`<p class="moment-note is-bad">${icons.warning}${t(
                    own ? 'moments.hiddenOwn' : 'moments.hiddenOthers',
                    { reason: hidden.reason },
                )}</p>`
            }</div>
        ${
            may('takePart') &&
            html`<button type="button" class="icon-button" data-moment-menu data-focus="menu" aria-haspopup="menu"
            aria-label="${t('moments.moreFor', { name: author.name, time })}"
            data-testid="moment-menu">${icons.more}</button>`
        }</li>`;
}

/** @param {HTMLElement} anchor @param {ShownTrack} track @param {Moment} moment */
function menu(anchor, track, moment) {
    const { id, own, hidden, author } = moment;
    const path = `/moments/${encodeURIComponent(id)}`;
    const changed = () => void refreshMoments(track.id);
    const attempt = async (/** @type {Promise<unknown>} */ act, /** @type {string} */ done) => {
        try {
            await act;
            toast(done);
        } catch (error) {
            toast(explain(error), { kind: 'error' });
        }
        changed();
    };
    const remove = async () => {
        const isSure = await confirmDialog({
            title: t('moments.remove'),
            text: t('moments.removeText'),
            confirm: t('actions.remove'),
        });
        if (isSure) await attempt(api.delete(path), t('moments.removed'));
    };
    const hide = () =>
        reasonDialog(
            {
                title: t('moments.hide'),
                text: t('moments.hideText'),
                confirm: t('moments.hide'),
                done: t('moments.hiddenDone'),
            },
            (reason) => api.put(`${path}/hidden`, { reason }),
            changed,
        );
    openMenu(anchor, [
        ...(own
            ? [
                  {
                      label: t('moments.edit'),
                      icon: icons.edit,
                      run: () => editMoment(track, moment),
                      testid: 'moment-edit',
                  },
              ]
            : []),
        ...(may('moderate') && !hidden
            ? [{ label: t('moments.hide'), icon: icons.warning, run: hide, testid: 'moment-hide' }]
            : []),
        ...(may('moderate') && hidden
            ? [
                  {
                      label: t('moments.show'),
                      icon: icons.check,
                      run: () => void attempt(api.delete(`${path}/hidden`), t('moments.shown')),
                      testid: 'moment-show',
                  },
              ]
            : []),
        ...(own
            ? [
                  {
                      label: t('actions.remove'),
                      icon: icons.trash,
                      danger: true,
                      run: () => void remove(),
                      testid: 'moment-remove',
                  },
              ]
            : reportItem('moment', id, author.name)),
    ]);
}
