// @ts-check
// The start: loads the session, then connects router, player, live events and shortcuts.

import { announce } from './core/announce.js';
import { api } from './core/api.js';
import { isReachable } from './core/connection.js';
import { delegate, find } from './core/dom.js';
import { live } from './core/events.js';
import { dropFirstAnswers } from './core/first-answers.js';
import { keepFocus } from './core/focus.js';
import { html, render } from './core/html.js';
import { chooseLocale, onLocaleChange, setLocale, t } from './core/i18n.js';
import { navigate, refreshView, useRouter } from './core/navigate.js';
import { safeNext } from './core/paths.js';
import { preferences } from './core/preferences.js';
import { Router } from './core/router.js';
import { moved, routes } from './core/routes.js';
import { isSigningOut, loadSession, may, me, serverInfo } from './core/session.js';
import { watchHands } from './core/stable-updates.js';
import { applyTheme } from './core/theme.js';
import { listenToDoubleTaps } from './elements/annotations/double-tap.js';
import { listenToHearts } from './elements/annotations/heart.js';
import { annotations } from './elements/annotations/model.js';
import { listenToStars } from './elements/annotations/stars.js';
import { bindCopyFields } from './elements/forms/copy-field.js';
import { listenToGrids } from './elements/lists/grid-keys.js';
import { watchCovers } from './elements/music/cover.js';
import { errorState, errorTitle } from './elements/states/states.js';
import { listenToDevicesButtons } from './features/devices/button.js';
import { tab } from './features/devices/identity.js';
import { giveDeviceTo, meetServer, startDevice } from './features/device/setup.js';
import { showConnection } from './features/device/sign.js';
import { markUnstored } from './features/device/unstored.js';
import { installWorker } from './features/installed/update.js';
import './features/navigation/side.js';
import './features/navigation/top-bar.js';
import { listenToNotifications } from './features/notifications/model.js';
import { connectPlayer } from './features/now-playing/notices.js';
import './features/now-playing/player-bar.js';
import { openPalette } from './features/palette/open.js';
import { listenToPlayButtons } from './features/play/buttons.js';
import { listenToQueuePanel } from './features/queue/panel.js';
import { listenToFolderOffers } from './features/playlists/folders/offers.js';
import { listenToStarts } from './features/recognition/listen-button.js';
import { listenToSelection } from './features/selection/bind.js';
import { followSettings } from './features/settings/follow.js';
import { openHelp } from './features/shortcuts/help-dialog.js';
import { listenForShortcuts } from './features/shortcuts/model.js';
import { perform } from './features/shortcuts/perform.js';
import { confirmPassword } from './features/sign-in/confirm-password.js';
import { signOutHere } from './features/sign-in/sign-out.js';
import { listenToRadioButtons } from './features/song-radio/start.js';
import { listenToPulls } from './features/touch/pull.js';
import { player, queuePersistence, startPlayer } from './player/index.js';

const main = find(document, '#main');
const navigation = /** @type {HTMLElement & { show(path: string, section: string): void }} */ (
    find(document, '#navigation')
);
const topBar = /** @type {HTMLElement & { show(path: string): void }} */ (find(document, '#top-bar'));
const bar = /** @type {HTMLElement & { update(): void }} */ (find(document, '#player-bar'));

const router = new Router({
    routes,
    moved,
    main,
    guard(route, location) {
        if (!route || route.anonymous) return undefined;
        if (!me.value) {
            if (serverInfo.value.setupRequired) return '/setup';
            return `/sign-in?next=${encodeURIComponent(safeNext(location.pathname + location.search))}`;
        }
        return route.permission && !may(route.permission) ? '/' : undefined;
    },
    arrived(route, { path }) {
        const gate = route?.section === 'gate' || !me.value;
        navigation.hidden = gate;
        topBar.hidden = gate;
        bar.hidden = gate;
        bar.update();
        document.body.dataset.section = route?.section ?? '';
        navigation.show(path, route?.section ?? '');
        topBar.show(path);
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
 * Starts the session of another user, or ends the session.
 * @param {import('./core/types.js').Me | undefined} person
 */
async function become(person) {
    live.stop();
    if (!person) {
        player.clear();
        queuePersistence.forget();
        preferences.set({ recentSearches: [], recentPlaces: [], isSignedIn: false });
        return giveDeviceTo(undefined);
    }
    await giveDeviceTo(person);
    applyTheme(person.theme);
    preferences.set({ locale: person.locale, isSignedIn: true });
    await setLocale(chooseLocale([person.locale]));
    live.start();
    // Playback works without the stored queue.
    queuePersistence.restore().catch(() => isReachable.subscribe(takeUpQueue));
}

/** @param {boolean} isThere whether the server can be reached, after a start without it */
function takeUpQueue(isThere) {
    if (!isThere || !queuePersistence.isSuspended) return;
    if (player.queue.index >= 0) queuePersistence.keepMine();
    else queuePersistence.restore().catch(() => {});
}

async function start() {
    startDevice();
    live.device = tab.id;
    api.onLatestEvent = (number) => live.note(number);
    await setLocale(chooseLocale([preferences.get('locale', ''), ...navigator.languages]));
    watchCovers();
    startPlayer();
    try {
        await loadSession();
    } catch (error) {
        render(main, html`<div class="page">${errorState(error, { heading: 'h1' })}</div>`);
        main.querySelector('[data-retry]')?.addEventListener('click', () => location.reload());
        document.documentElement.dataset.started = '';
        return;
    }
    showConnection();
    markUnstored();
    // Home is empty without the server.
    if (!isReachable.value && location.pathname === '/') history.replaceState(null, '', '/device');
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
    // Before the overlay's own listener: Escape closes an overlay only if nothing is selected.
    listenToSelection();
    delegate(document, 'click', '[data-sign-out]', () => void signOutHere());
    delegate(document, 'click', '[data-palette]', () => void openPalette());
    delegate(document, 'click', '[data-help]', () => openHelp());
    listenToFolderOffers();
    listenToPlayButtons();
    listenToQueuePanel();
    listenToDevicesButtons();
    listenToRadioButtons();
    listenToStarts();
    annotations.listen();
    listenToNotifications();
    followSettings();
    listenToHearts();
    listenToDoubleTaps();
    listenToPulls(main);
    listenToGrids(main);
    watchHands();
    listenToStars();
    bindCopyFields(document.body);
    connectPlayer();
    listenForShortcuts(
        (action) => (action === 'palette' ? void openPalette() : perform(action)),
        // Single-key shortcuts can be turned off; the palette's key combination cannot.
        (action) => me.value !== undefined && (action === 'palette' || preferences.get('shortcuts', true)),
    );
    await router.start();
    dropFirstAnswers();
    document.documentElement.dataset.started = '';
    // Devices, stored music and the code of the other views are loaded when nobody waits for them.
    void import('./features/devices/connect.js').then(({ startDevices }) => startDevices());
    setTimeout(() => {
        void installWorker();
        if (me.value) void meetServer();
        for (const route of routes)
            if (!route.anonymous && (!route.permission || may(route.permission))) route.load().catch(() => {});
    }, 1500);
}

/** Handles the end of the session, here or from another device. */
function leave() {
    if (!me.value || isSigningOut) return;
    me.set(undefined);
    announce(t('errors.code.unauthenticated'));
    navigate(`/sign-in?next=${encodeURIComponent(safeNext(location.pathname + location.search))}`, { replace: true });
}

void start();
