// @ts-check
// "What is this song?": records the room, and shows the song with its lyrics.

import { announce } from '../../core/announce.js';
import { api, isAbort } from '../../core/api.js';
import { delegate, find, onLeave } from '../../core/dom.js';
import { live } from '../../core/events.js';
import { html, render } from '../../core/html.js';
import { t } from '../../core/i18n.js';
import { names } from '../../core/links.js';
import { may } from '../../core/session.js';
import { pausing } from '../../core/throttle.js';
import { icons } from '../../elements/icons.js';
import { tint } from '../../elements/music/tint.js';
import { toast } from '../../elements/overlays/toast.js';
import { player } from '../../player/index.js';
import { wishDialog } from '../wishes/dialog.js';
import { coverageNote, end } from './failure-panel.js';
import { candidates } from './match-panel.js';
import { showMatch } from './match-actions.js';
import { microphoneFailure, waysOn } from './outcomes.js';
import { ask, recognize } from './recognize.js';
import { obstacle, startRecording } from './recorder.js';
import { sender, waitFor } from './request.js';
import { bindStage, stage } from './stage.js';
import { takeStart } from './listen-button.js';
import { stayAwake } from '../../core/wake-lock.js';

/** @typedef {import('./outcomes.js').Match} Match */
/** @typedef {import('./outcomes.js').Outcome} Outcome */
/** @typedef {import('./outcomes.js').Sample} Sample */
/** @typedef {{ sample: Sample, heardMs?: number }} Heard a recording, and the length that the server needed */

/** Interval between requests for the library's coverage. */
const LOOK_MS = 5000;

/** @param {HTMLElement} root @param {import('../../core/router.js').ViewContext} context */
export function mount(root, { setTitle, signal }) {
    setTitle(t('recognition.title'));
    render(
        root,
        html`<div class="page listen" data-page>
        <header class="page-head"><h1>${t('recognition.title')}</h1><a class="icon-button" href="/listen/history"
            aria-label="${t('recognition.history')}" title="${t('recognition.history')}"
            data-testid="listen-history">${icons.history}</a></header>
        ${stage()}
        <div data-idle-note></div>
        <div class="listen-outcome" data-outcome hidden data-testid="listen-outcome"></div>
    </div>`,
    );
    const page = find(root, '[data-page]');
    const host = find(root, '[data-outcome]');
    const idleNote = find(root, '[data-idle-note]');
    const stand = bindStage(root);
    /** Ends the current recording, or the match being followed. */
    let current = new AbortController();
    let isBusy = false;
    /**
     * A recording that failed to send.
     * @type {Sample | undefined}
     */
    let unsent;
    onLeave(signal, () => current.abort());

    /**
     * Ends the previous activity.
     * @param {boolean} busy whether the new activity can be cancelled
     */
    const begin = (busy) => {
        current.abort();
        current = new AbortController();
        isBusy = busy;
        host.hidden = true;
        render(host, html``);
        page.classList.remove('is-tinted', 'has-match');
        idleNote.hidden = busy;
        return current.signal;
    };
    const idle = () => {
        begin(false);
        stand.idle();
    };
    const cancel = () => {
        idle();
        stand.focus();
        announce(t('recognition.stopped'));
    };

    /** @param {(own: AbortSignal) => Promise<Outcome | undefined>} run */
    const attempt = async (run) => {
        const own = begin(true);
        try {
            const outcome = await run(own);
            if (outcome && !own.aborted) conclude(outcome);
        } catch (error) {
            if (own.aborted || isAbort(error)) return;
            conclude({ kind: 'failed', error });
        }
    };

    const listen = () =>
        attempt(async (own) => {
            const problem = obstacle();
            if (problem) return { kind: problem };
            // Playback here would be recognized.
            if (player.isPlaying) player.pause();
            stand.asking();
            stand.focus();
            stayAwake(own);
            let microphone;
            try {
                microphone = await startRecording(own);
            } catch (error) {
                return own.aborted ? undefined : microphoneFailure(error);
            }
            stand.listening(microphone, own);
            try {
                return await Promise.race([
                    recognize({
                        recording: microphone,
                        send: sender(api, own),
                        wait: (ms) => waitFor(ms, own),
                        passed: (kind) => stand.passed(kind === 'offline' || kind === 'busy' ? kind : undefined),
                        ended: () => stand.comparing(),
                    }),
                    microphone.lost.catch(microphoneFailure),
                ]);
            } finally {
                microphone.stop();
            }
        });

    const resend = () =>
        attempt(async (own) => {
            stand.comparing();
            stand.focus();
            return unsent && ask(sender(api, own), unsent);
        });

    /** @param {Outcome} outcome */
    const conclude = (outcome) => {
        const { kind, reply, sample } = outcome;
        const own = begin(false);
        idleNote.hidden = true;
        stand.hide();
        host.hidden = false;
        unsent = kind === 'offline' || kind === 'busy' ? sample : undefined;
        if (kind === 'matched' && reply?.match && sample)
            return matched(reply.match, reply.candidates ?? [], { sample, heardMs: reply.heardMs }, own);
        const ways = waysOn(outcome, { mayWish: may('takePart') });
        const others = reply?.candidates ?? [];
        const shown = /** @type {Parameters<typeof end>[0]} */ (outcome);
        render(host, html`${end(shown, ways)}${others.length > 0 && candidates(others)}`);
        delegate(
            host,
            'click',
            '[data-candidate]',
            (row) =>
                sample && choose(others[Number(row.dataset.candidate)], others, { sample, heardMs: reply?.heardMs }),
            own,
        );
        announce(`${t(`recognition.ends.${kind}.title`)}. ${host.querySelector('p')?.textContent ?? ''}`);
        focusFirst('.listen-ways > :first-child');
    };

    /** @param {Match} match @param {Match[]} others @param {Heard} heard @param {AbortSignal} own */
    const matched = (match, others, heard, own) => {
        const { track } = match;
        page.classList.add('is-tinted', 'has-match');
        tint(page, track.colors, track.album || track.title);
        showMatch(host, {
            match,
            others: others.filter((other) => other.track.id !== track.id),
            ...heard,
            choose: (other) => choose(other, [match, ...others], heard),
            signal: own,
        });
        announce(t('recognition.announce', { title: track.title, artists: names(track.artists) }));
        focusFirst('[data-toggle-words]');
    };

    /**
     * Shows another match than the first.
     * @param {Match} other
     * @param {Match[]} all
     * @param {Heard} heard
     */
    const choose = (other, all, heard) => {
        const own = begin(false);
        idleNote.hidden = true;
        host.hidden = false;
        matched(other, all, heard, own);
        window.scrollTo(0, 0);
    };

    /**
     * Focuses the next control, unless the user has moved the focus outside the page.
     * @param {string} selector
     */
    const focusFirst = (selector) => {
        const { activeElement } = document;
        const isElsewhere = activeElement && activeElement !== document.body && !root.contains(activeElement);
        if (!isElsewhere || activeElement?.matches('main'))
            /** @type {HTMLElement | null} */ (host.querySelector(selector))?.focus({ preventScroll: true });
    };

    delegate(root, 'click', '[data-round]', () => (isBusy ? cancel() : void listen()), signal);
    delegate(root, 'click', '[data-cancel]', cancel, signal);
    delegate(root, 'click', '[data-way="again"]', () => void listen(), signal);
    delegate(root, 'click', '[data-way="resend"]', () => void resend(), signal);
    delegate(root, 'click', '[data-way="wish"]', () => wishDialog(undefined, () => toast(t('wishes.made'))), signal);
    document.addEventListener(
        'keydown',
        (event) => {
            if (event.key !== 'Escape' || event.defaultPrevented || !isBusy) return;
            if (document.querySelector('dialog[open], [role=menu]')) return;
            event.preventDefault();
            cancel();
        },
        { signal },
    );
    stand.idle();
    if (takeStart()) void listen();
    // The coverage is known before the first attempt.
    const cover = () =>
        api
            .get('/recognitions/coverage', { signal, quiet: true })
            .then((coverage) => render(idleNote, html`${coverageNote(coverage)}`))
            .catch(() => {});
    const again = pausing(cover, signal, { pauseMs: LOOK_MS });
    live.on('changes', ({ sources }) => sources.includes('analysis') && again.soon(), signal);
    void cover();
}
