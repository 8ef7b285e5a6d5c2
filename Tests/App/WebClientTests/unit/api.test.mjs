import assert from 'node:assert/strict';
import test from 'node:test';
import { address, Api, ApiError, isAbort, isSessionLost, problem } from '../../../../public/core/api.js';
import { dropFirstAnswers } from '../../../../public/core/first-answers.js';

const answer = (status, body, headers = {}) => new Response(body === undefined ? null : JSON.stringify(body), { status, headers });
const failing = async (promise) => promise.then(() => assert.fail('It should have failed.'), (error) => error);

test('an address omits empty parameters and escapes the others', () => {
    assert.equal(address('/albums', { sort: 'name', cursor: undefined, artist: '', genre: null, limit: 0 }), '/api/v1/albums?sort=name&limit=0');
    assert.equal(address('/search', { q: 'a&b=c d' }), '/api/v1/search?q=a%26b%3Dc+d');
    assert.equal(address('/me'), '/api/v1/me');
});

test('a problem document is read whole', () => {
    const error = problem(400, { code: 'invalid', reason: 'password_too_short', detail: 'Too short.', field: 'password', retryAfter: 3 });
    assert.deepEqual([error.status, error.code, error.reason, error.detail, error.field, error.retryAfter], [400, 'invalid', 'password_too_short', 'Too short.', 'password', 3]);
});

test('an answer that is no problem document is judged by its status', () => {
    assert.equal(problem(404, undefined).code, 'notFound');
    assert.equal(problem(502, '<html>').code, 'internal');
    assert.equal(problem(418, null).code, 'invalid');
    assert.equal(problem(503, { code: 7 }).code, 'unavailable');
    assert.equal(problem(429, undefined, '12').retryAfter, 12);
    assert.equal(problem(429, undefined, 'Wed, 21 Oct 2026 07:28:00 GMT').retryAfter, undefined);
});

test('JSON goes out with its type and the cookie, and comes back decoded', async () => {
    let seen;
    const api = new Api(async (input, init) => { seen = { input, init }; return answer(200, { ok: 1 }); });
    assert.deepEqual(await api.patch('/me', { theme: 'dark' }), { ok: 1 });
    assert.equal(seen.input, '/api/v1/me');
    assert.equal(seen.init.method, 'PATCH');
    assert.equal(seen.init.credentials, 'same-origin');
    assert.equal(seen.init.headers['Content-Type'], 'application/json');
    assert.equal(seen.init.body, '{"theme":"dark"}');
    await api.get('/me');
    assert.equal(seen.init.headers['Content-Type'], undefined);
    assert.equal(seen.init.body, undefined);
});

test('a call that needs a confirmed person is sent once more after the password was typed', async () => {
    const bodies = [];
    const refused = { code: 'forbidden', reason: 'confirmation_required' };
    const api = new Api(async (input, init) => { bodies.push(init.body); return bodies.length === 1 ? answer(403, refused) : answer(201, { id: 'x' }); });
    api.onConfirmation = async () => true;
    assert.deepEqual(await api.post('/users', { username: 'eve' }), { id: 'x' });
    assert.deepEqual(bodies, ['{"username":"eve"}', '{"username":"eve"}']);

    let asked = 0;
    const stubborn = Object.assign(new Api(async () => answer(403, refused)), { onConfirmation: async () => { asked += 1; return asked === 1; } });
    assert.equal((await failing(stubborn.post('/users', {}))).reason, 'confirmation_required');
    assert.equal(asked, 1);
    assert.equal((await failing(stubborn.post('/users', {}))).reason, 'confirmation_required');
    assert.equal(asked, 2);
});

test('an answer that the page has asked for before its modules is taken once, and not after the start', async () => {
    globalThis.rondoFirstAnswers = new Map(['/server', '/me', '/home'].map((path) => [path, Promise.resolve(answer(200, { first: path }))]));
    const api = new Api(async (input) => answer(200, { asked: input }));
    assert.deepEqual(await api.get('/me'), { first: '/me' });
    assert.deepEqual(await api.get('/me'), { asked: '/api/v1/me' });
    assert.deepEqual(await api.get('/home', { query: { limit: 1 } }), { asked: '/api/v1/home?limit=1' });
    assert.deepEqual(await api.post('/server'), { asked: '/api/v1/server' });
    dropFirstAnswers();
    assert.deepEqual(await api.get('/home'), { asked: '/api/v1/home' });
});

test('an empty answer is undefined', async () => {
    assert.equal(await new Api(async () => answer(204)).delete('/session'), undefined);
});

test('no connection is an error of its own, and an abort stays an abort', async () => {
    const offline = await failing(new Api(async () => { throw new TypeError('fetch failed'); }).get('/me'));
    assert.ok(offline instanceof ApiError);
    assert.deepEqual([offline.status, offline.code], [0, 'network']);
    const aborted = await failing(new Api(async () => { throw new DOMException('', 'AbortError'); }).get('/me'));
    assert.ok(isAbort(aborted));
});

test('what a proxy answers in place of the server is no connection, and the server’s own refusals are none of that', async () => {
    const page = (status, type = 'text/html') => async () => new Response('<h1>Bad gateway</h1>', { status, headers: { 'Content-Type': type } });
    for (const status of [502, 503, 504]) {
        let reached = 0;
        const api = Object.assign(new Api(page(status)), { onReached: () => { reached += 1; }, onUnreachable: async (method, path) => (path === '/me' ? { from: 'device' } : undefined) });
        assert.deepEqual(await api.get('/me'), { from: 'device' });
        const cut = await failing(api.post('/history', {}));
        assert.deepEqual([cut.status, cut.code, reached], [0, 'network', 0], String(status));
    }
    assert.equal((await failing(new Api(page(500)).get('/me'))).status, 500);
    const busy = new Api(async () => answer(503, { code: 'unavailable' }, { 'Content-Type': 'application/problem+json' }));
    assert.deepEqual([(await failing(busy.get('/me'))).status, (await failing(busy.get('/me'))).code], [503, 'unavailable']);
});

test('a lost session is told once per call, a wrong password is not one', async () => {
    let lost = 0;
    const api = (body) => Object.assign(new Api(async () => answer(401, body)), { onSessionLost: () => { lost++; } });
    await failing(api({ code: 'unauthenticated' }).get('/home'));
    assert.equal(lost, 1);
    await failing(api({ code: 'unauthenticated', reason: 'wrong_credentials' }).post('/session', {}));
    await failing(api({ code: 'unauthenticated', reason: 'wrong_password' }).post('/me/password', {}));
    await failing(api({ code: 'unauthenticated' }).get('/me', { quiet: true }));
    assert.equal(lost, 1);
    assert.equal(isSessionLost(new Error('x')), false);
});

test('without a server an answer from before will do, where there is one and nothing fresh is asked for', async () => {
    let isThere = false;
    const api = new Api(async () => {
        if (!isThere) throw new TypeError('Failed to fetch');
        return answer(200, { from: 'server' });
    });
    const seen = [];
    let reached = 0;
    api.onReached = () => { reached += 1; };
    api.onUnreachable = async (method, path, query) => {
        seen.push([method, path, query]);
        return path === '/albums/1' ? { from: 'device' } : undefined;
    };
    assert.deepEqual(await api.get('/albums/1', { query: { limit: 1 } }), { from: 'device' });
    assert.deepEqual(seen, [['GET', '/albums/1', { limit: 1 }]]);
    assert.equal((await failing(api.get('/albums/2'))).status, 0);
    assert.equal((await failing(api.get('/albums/1', { fresh: true }))).status, 0);
    assert.equal(reached, 0);
    isThere = true;
    assert.deepEqual(await api.get('/albums/1'), { from: 'server' });
    assert.equal(reached, 1);
});
