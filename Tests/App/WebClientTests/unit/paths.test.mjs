import assert from 'node:assert/strict';
import test from 'node:test';
import { isInternal, match, movedTo, safeNext } from '../../../../public/core/paths.js';
import { moved, routes } from '../../../../public/core/routes.js';

test('an address finds its route and its parameters', () => {
    assert.equal(match(routes, '/').route.path, '/');
    assert.equal(match(routes, '/library/albums/').route.path, '/library/albums');
    assert.deepEqual(match(routes, '/albums/01-ab').params, { id: '01-ab' });
    assert.deepEqual(match(routes, '/artists/a%20b').params, { id: 'a b' });
});

test('an unknown address finds none', () => {
    for (const path of ['/nowhere', '/albums', '/albums/1/2', '/library/albums/x', '/administer']) assert.equal(match(routes, path), undefined, path);
});

test('a malformed escape is an unknown address, not an exception', () => {
    assert.equal(match(routes, '/albums/%E0%A4%A'), undefined);
});

test('addresses of before lead to those of today, and no other does', () => {
    const cases = [['/admin', '/administration/overview'], ['/admin/users', '/administration/users'], ['/moderation', '/administration/moderation'],
        ['/moderation/reports', '/administration/moderation/reports'], ['/moderation/a%20b', '/administration/moderation/a%20b']];
    for (const [before, today] of cases) assert.equal(movedTo(moved, before), today);
    for (const path of ['/', '/administration', '/administration/users', '/admin/users/x', '/administer']) assert.equal(movedTo(moved, path), undefined, path);
    for (const { path } of moved) assert.equal(match(routes, path), undefined, path);
});

test('every route loads a view and no path stands twice', () => {
    for (const route of routes) assert.equal(typeof route.load, 'function');
    assert.equal(new Set(routes.map((route) => route.path)).size, routes.length);
});

test('only what is before the session is open without one', () => {
    assert.deepEqual(routes.filter((route) => route.anonymous).map((route) => route.path), ['/sign-in', '/sign-in/return', '/setup', '/forgotten', '/confirm-email', '/undo-email', '/join', '/welcome']);
});

test('after signing in one goes on to a local path', () => {
    for (const path of ['/', '/albums/1', '/search?q=a%20b', '/library/albums#x', '/setups']) assert.equal(safeNext(path), path);
});

test('a path that leads elsewhere is not followed', () => {
    const hostile = ['//evil.example', '/\\evil.example', '\\\\evil.example', 'https://evil.example', 'javascript:alert(1)', 'evil', '', null, undefined,
        '/\t/evil.example', '/\n/evil.example', '/a\\b', '/%', ' /x'].filter((path) => path !== '/%');
    for (const path of hostile) assert.equal(safeNext(path), '/', String(path));
    for (const path of hostile.filter(Boolean)) {
        assert.equal(new URL(safeNext(path), 'https://rondo.example').origin, 'https://rondo.example');
    }
});

test('signing in never leads back to the gate, nor to the interface of machines', () => {
    for (const path of ['/sign-in', '/sign-in?next=/', '/setup', '/welcome', '/api/v1/me', '/health']) assert.equal(safeNext(path), '/', path);
});

test('only links of this origin that open here are ours', () => {
    const origin = 'https://rondo.example';
    assert.equal(isInternal({ origin, pathname: '/albums/1' }, origin), true);
    assert.equal(isInternal({ origin: 'https://other.example', pathname: '/' }, origin), false);
    assert.equal(isInternal({ origin, pathname: '/albums/1', target: '_blank' }, origin), false);
    assert.equal(isInternal({ origin, pathname: '/albums/1', download: true }, origin), false);
    assert.equal(isInternal({ origin, pathname: '/api/v1/openapi.json' }, origin), false);
    assert.equal(isInternal({ origin, pathname: '/apiary' }, origin), true);
});
