// @ts-check
// The start: learns who is here, then ties router, player, live events and shortcuts together.

import { announce } from './core/announce.js';
import { api } from './core/api.js';
import { delegate, find } from './core/dom.js';
import { explain } from './core/errors.js';
import { live } from './core/events.js';
import { keepFocus } from './core/focus.js';
import { html, render } from './core/html.js';
import { chooseLocale, onLocaleChange, setLocale, t } from './core/i18n.js';
import { closeOverlay, navigate, refreshView, useRouter } from './core/navigate.js';
import { safeNext } from './core/paths.js';
import { preferences } from './core/preferences.js';
import { Router } from './core/router.js';
import { routes } from './core/routes.js';
import { loadSession, may, me, serverInfo, signOut } from './core/session.js';
import { watchHands } from './core/stable-updates.js';
import { applyTheme } from './core/theme.js';
import { listenToHearts } from './elements/annotations/heart.js';
import { annotations } from './elements/annotations/model.js';
import { listenToStars } from './elements/annotations/stars.js';
import { bindCopyFields } from './elements/forms/copy-field.js';
import { listenToGrids } from './elements/lists/grid-keys.js';
import { watchCovers } from './elements/music/cover.js';
import { toast } from './elements/overlays/toast.js';
import { errorState, errorTitle } from './elements/states/states.js';
import './features/navigation/view.js';
import { listenToNotifications } from './features/notifications/model.js';
import { connectPlayer } from './features/now-playing/notices.js';
import './features/now-playing/player-bar.js';
import { listenToQueuePanel, toggleQueuePanel } from './features/queue/panel.js';
import { listenToPlayButtons } from './features/queue/play-buttons.js';
import { listenToStarts } from './features/recognition/listen-button.js';
import { openHelp } from './features/shortcuts/help-dialog.js';
import { listenForShortcuts } from './features/shortcuts/model.js';
import { confirmPassword } from './features/sign-in/confirm-password.js';
import { listenToRadioButtons } from './features/song-radio/start.js';
import { player, queuePersistence, startPlayer } from './player/index.js';
import { nextRepeat } from './player/queue.js';

const main = find(document, '#main');
const navigation = /** @type {HTMLElement & { section: string }} */ (find(document, '#navigation'));
const bar = /** @type {HTMLElement & { update(): void }} */ (find(document, '#player-bar'));

const router = new Router({
    routes,
    main,
    guard(route, location) {
        if (!route || route.anonymous) return undefined;
        if (!me.value) {
            if (serverInfo.value.setupRequired) return '/setup';
            return `/sign-in?next=${encodeURIComponent(safeNext(location.pathname + location.search))}`;
        }
        return route.permission && !may(route.permission) ? '/' : undefined;
    },
    arrived(route) {
        const gate = route?.section === 'gate' || !me.value;
        navigation.hidden = gate;
        bar.hidden = gate;
        bar.update();
        document.body.dataset.section = route?.section ?? '';
        navigation.section = route?.section ?? '';
    },
    failed(error, root, context) {
        context.setTitle(errorTitle(error));
        render(root, html`<div class="page">${errorState(error, { heading: 'h1' })}</div>`);
        root.querySelector('[data-retry]')?.addEventListener('click', () => void router.refresh());
    },
    missing: () => import('./features/not-found/view.js'),
});
useRouter(router);

/**
 * The session of another person, or none, begins here.
 * @param {import('./core/types.js').Me | undefined} person
 */
async function become(person) {
    live.stop();
    if (!person) {
        player.clear();
        queuePersistence.forget();
        preferences.set({ recentSearches: [] });
        return;
    }
    applyTheme(person.theme);
    preferences.set({ locale: person.locale });
    await setLocale(chooseLocale([person.locale]));
    live.start();
    // Without the queue of last time the music still plays.
    queuePersistence.restore().catch(() => {});
}

async function start() {
    await setLocale(chooseLocale([preferences.get('locale', ''), ...navigator.languages]));
    watchCovers();
    startPlayer();
    try {
        await loadSession();
    } catch (error) {
        render(main, html`<div class="page">${errorState(error, { heading: 'h1' })}</div>`);
        main.querySelector('[data-retry]')?.addEventListener('click', () => location.reload());
        return;
    }
    await become(me.value);

    let personId = me.value?.id;
    me.subscribe((person) => {
        if (person?.id === personId) return;
        personId = person?.id;
        void become(person);
    });
    api.onSessionLost = leave;
    api.onConfirmation = confirmPassword;
    live.on('reset', () => refreshView());
    live.on('session', ({ ended }) => {
        if (ended) leave();
    });
    onLocaleChange(() => {
        find(document, '#skip-link').textContent = t('app.skip');
        refreshView();
    });
    find(document, '#skip-link').textContent = t('app.skip');
    find(document, '#skip-link').addEventListener('click', (event) => {
        event.preventDefault();
        main.focus();
    });
    keepFocus(main);
    delegate(document, 'click', '[data-sign-out]', () => void signOutHere());
    listenToPlayButtons();
    listenToQueuePanel();
    listenToRadioButtons();
    listenToStarts();
    annotations.listen();
    listenToNotifications();
    listenToHearts();
    listenToGrids(main);
    watchHands();
    listenToStars();
    bindCopyFields(document.body);
    connectPlayer();
    listenForShortcuts(perform, () => me.value !== undefined && preferences.get('shortcuts', true));
    await router.start();
    // The other views' code comes while nobody waits for it.
    setTimeout(() => {
        for (const route of routes)
            if (!route.anonymous && (!route.permission || may(route.permission))) route.load().catch(() => {});
    }, 1500);
}

async function signOutHere() {
    try {
        await signOut();
        navigate('/sign-in');
    } catch (error) {
        toast(explain(error), { kind: 'error' });
    }
}

/** The session has ended, here or from another device. */
function leave() {
    if (!me.value) return;
    me.set(undefined);
    announce(t('errors.code.unauthenticated'));
    navigate(`/sign-in?next=${encodeURIComponent(safeNext(location.pathname + location.search))}`, { replace: true });
}

/** @param {import('./features/shortcuts/model.js').Action} action */
function perform(action) {
    switch (action) {
        case 'toggle':
            return player.toggle();
        case 'next':
            return player.next();
        case 'previous':
            return player.previous();
        case 'back':
            return player.seekBy(-10_000);
        case 'forward':
            return player.seekBy(10_000);
        case 'louder':
            return player.setVolume(player.volume + 0.05);
        case 'quieter':
            return player.setVolume(player.volume - 0.05);
        case 'mute':
            return player.setMuted(!player.muted);
        case 'shuffle':
            player.setShuffle(!player.queue.shuffled);
            return announce(t(player.queue.shuffled ? 'player.shuffleOn' : 'player.shuffleOff'));
        case 'repeat':
            player.setRepeat(nextRepeat(player.queue.repeat));
            return announce(t(`player.repeat.${player.queue.repeat}`));
        case 'stage':
            return location.pathname === '/now-playing' ? closeOverlay() : navigate('/now-playing');
        case 'queue':
            return toggleQueuePanel();
        case 'search':
            return location.pathname === '/search' ? document.querySelector('input')?.focus() : navigate('/search');
        case 'help':
            return openHelp();
    }
}

void start();
