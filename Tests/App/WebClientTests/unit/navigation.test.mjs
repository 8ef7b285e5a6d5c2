import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { createTranslator } from '../../../../public/core/i18n.js';
import { routes } from '../../../../public/core/routes.js';
import { merged } from '../../../../public/features/navigation/model.js';
import { serverInfo } from '../../../../public/core/session.js';
import { ACCOUNT, ADMINISTRATION, administration, allowed, currency, everyPlace, isAdministration, LIBRARY, PRIMARY } from '../../../../public/features/navigation/places.js';
import { PAGES } from '../../../../public/features/settings/pages.js';
import { messagesIn } from './messages.mjs';

const LISTENER = ['browse', 'stream', 'listen', 'takePart', 'manageOwnAccount'];
const CONTRIBUTOR = [...LISTENER, 'submit'];
const MODERATOR = [...CONTRIBUTOR, 'moderate'];
const ADMIN = [...MODERATOR, 'manageUsers', 'manageLibraries', 'administer'];
const as = (permissions) => (permission) => permissions.includes(permission);
const paths = (places) => places.map(({ path }) => path);

// Includes places that admins have switched on.
serverInfo.set({ ...serverInfo.value, podcasts: true });

test('podcasts are no place while they are switched off', () => {
    const isThere = () => everyPlace(() => true).some(({ path }) => path === '/podcasts');
    assert.ok(isThere());
    serverInfo.set({ ...serverInfo.value, podcasts: false });
    assert.ok(!isThere());
    serverInfo.set({ ...serverInfo.value, podcasts: true });
});

test('five places stand first, for everybody', () => {
    assert.deepEqual(paths(allowed(PRIMARY, as(LISTENER))), ['/', '/search', '/library', '/board', '/listen']);
    assert.deepEqual(paths(allowed(PRIMARY, as(ADMIN))), paths(PRIMARY));
});

test('every page that needs no name in its address is a place, so that navigation or palette leads to it', () => {
    // Duplicates of other pages, pages reached from a place, and targets of links from other apps.
    const others = new Set(['/profile', '/administration', '/shared']);
    const known = new Set(paths(everyPlace(() => true)));
    const pages = routes.filter((route) => !route.anonymous && !route.path.includes(':') && !others.has(route.path));
    assert.deepEqual(pages.map(({ path }) => path).filter((path) => !known.has(path)), []);
});

test('every place is a page, stands once, and needs what the page needs', () => {
    const all = everyPlace(() => true);
    assert.equal(new Set(paths(all)).size, all.length);
    for (const place of all) {
        const route = routes.find(({ path }) => path === place.path);
        assert.ok(route, place.path);
        assert.equal(place.permission, route.permission, place.path);
        assert.equal(place.section, route.section, place.path);
    }
});

test('nobody is led where they may not go', () => {
    for (const permissions of [LISTENER, CONTRIBUTOR, MODERATOR, ADMIN]) {
        for (const { path } of everyPlace(as(permissions))) {
            const { permission } = routes.find((route) => route.path === path);
            assert.ok(!permission || permissions.includes(permission), path);
        }
    }
    assert.ok(!paths(everyPlace(as(LISTENER))).includes('/give'));
    assert.ok(paths(everyPlace(as(CONTRIBUTOR))).includes('/give'));
});

test('every place and group has a name in each language, and no two of administration have the same', () => {
    for (const locale of ['en', 'pl', 'es']) {
        const messages = messagesIn(locale);
        const { translate, has } = createTranslator(locale, messages);
        for (const { label } of everyPlace(() => true)) assert.ok(has(label), `${locale} ${label}`);
        for (const { name } of ADMINISTRATION.slice(1)) assert.ok(has(`nav.groups.${name}`), `${locale} ${name}`);
        const shown = ADMINISTRATION.flatMap(({ places }) => places.map(({ label }) => translate(label)));
        assert.equal(new Set(shown).size, shown.length, shown.join());
    }
});

test('administration is shown in groups, to moderators their own, to others none', () => {
    assert.deepEqual(administration(as(CONTRIBUTOR)), []);
    assert.deepEqual(administration(as(MODERATOR)).map(({ name }) => name), ['moderation']);
    assert.deepEqual(administration(as(ADMIN)).map(({ name }) => name), ['first', 'people', 'music', 'moderation', 'running']);
    assert.equal(administration(as(ADMIN))[0].places[0].path, '/administration/overview');
    for (const { path } of ADMINISTRATION.flatMap(({ places }) => places)) assert.ok(isAdministration(path), path);
    for (const path of ['/', '/administrations', '/library']) assert.ok(!isAdministration(path), path);
});

test('the library leads to its pages by tiles, the most popular first', () => {
    assert.equal(LIBRARY[0].places[0].path, '/library/popular');
    assert.ok(paths(ACCOUNT).includes('/settings'));
});

test('the page that is open is current, and the place that it is in is so in another way', () => {
    const [home, , library, board] = PRIMARY;
    assert.equal(currency(home, '/', 'home'), 'page');
    assert.equal(currency(library, '/library', 'library'), 'page');
    for (const [path, section] of [['/albums/1', 'library'], ['/playlists/1', 'playlists'], ['/history', 'history'], ['/give', 'give'], ['/shelf/items', 'shelf']]) {
        assert.equal(currency(library, path, section), 'true', path);
        assert.equal(currency(home, path, section), undefined, path);
    }
    assert.equal(currency(board, '/board/archive', 'board'), 'true');
    for (const place of PRIMARY) assert.equal(currency(place, '/settings', 'profile'), undefined);
    const playlist = { path: '/playlists/1', section: 'playlist' };
    assert.equal(currency(playlist, '/playlists/1', 'playlists'), 'page');
    assert.equal(currency(playlist, '/playlists/2', 'playlists'), undefined);
    assert.equal(currency({ path: '/administration/users', section: 'admin-users' }, '/administration/plans', 'admin-plans'), undefined);
});

test('one’s own playlists and those that one may change are one list, the latest first', () => {
    const one = (id, changedAt) => ({ id, changedAt });
    assert.deepEqual(merged([[one('a', '2026-01-02'), one('b', '2026-01-01')], [one('c', '2026-01-03'), one('a', '2026-01-02')]]).map(({ id }) => id), ['c', 'a', 'b']);
    assert.deepEqual(merged([[], []]), []);
});

test('the pages of the settings have parts, and each part stands once', () => {
    const parts = PAGES.flatMap((page) => page.parts);
    assert.equal(new Set(parts).size, parts.length);
    const view = readFileSync(new URL('../../../../public/features/settings/view.js', import.meta.url), 'utf8');
    for (const part of parts) assert.ok(new RegExp(`\\b'?${part}'?:`).test(view), part);
});
