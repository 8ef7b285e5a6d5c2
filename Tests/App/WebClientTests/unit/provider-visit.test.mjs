import assert from 'node:assert/strict';
import test from 'node:test';
import { api } from '../../../../public/core/api.js';
import { me } from '../../../../public/core/session.js';
import { changesOf } from '../../../../public/features/administration/security/provider-model.js';
import { hasPassword } from '../../../../public/features/sign-in/own-password.js';
import { answerOf, beginVisit, endVisit, visitOf, wayBack } from '../../../../public/features/sign-in/provider-visit.js';

/** A browser tab: its storage, and the address that it visits. */
function tab(context) {
    const stored = new Map();
    const visited = [];
    globalThis.sessionStorage = {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
    };
    globalThis.location = { assign: (address) => void visited.push(address) };
    context.after(() => {
        delete globalThis.sessionStorage;
        delete globalThis.location;
    });
    return { stored, visited };
}

test('a visit to the provider is begun, and comes back once to where it was begun', async (context) => {
    const { stored, visited } = tab(context);
    const post = context.mock.method(api, 'post', async () => ({ address: 'https://id.example.org/authorize?x=1' }));
    await beginVisit('connect', '/settings/security');
    assert.deepEqual(post.mock.calls[0].arguments, ['/me/openid', undefined, undefined]);
    assert.deepEqual(visited, ['https://id.example.org/authorize?x=1']);
    assert.deepEqual(endVisit(), { purpose: 'connect', next: '/settings/security' });
    assert.equal(stored.size, 0);
    assert.deepEqual(endVisit(), { purpose: 'signIn', next: '/' });
});

test('each purpose has its own call, and one that is refused leads nowhere', async (context) => {
    const { stored, visited } = tab(context);
    const post = context.mock.method(api, 'post', async () => { throw new Error('refused'); });
    for (const [purpose, path] of [['signIn', '/session/openid/begin'], ['confirm', '/me/confirmation/openid']]) {
        await assert.rejects(beginVisit(purpose, '/', { quiet: true }));
        assert.deepEqual(post.mock.calls.at(-1).arguments, [path, undefined, { quiet: true }]);
    }
    assert.deepEqual([stored.size, visited], [0, []]);
});

test('what is stored leads to this server alone', () => {
    const visit = (parts) => visitOf(JSON.stringify(parts));
    assert.deepEqual(visit({ purpose: 'confirm', next: '/albums/1?x=2' }), { purpose: 'confirm', next: '/albums/1?x=2' });
    for (const next of ['https://example.org/', '//example.org', '/\\example.org', '/sign-in/return?code=1', 7, null])
        assert.equal(visit({ purpose: 'signIn', next }).next, '/', String(next));
    for (const text of [null, '', 'null', '7', '{', '{"purpose":"toString"}', '{"purpose":7}'])
        assert.deepEqual(visitOf(text), { purpose: 'signIn', next: '/' }, String(text));
});

test('the answer of the provider is taken from the address', () => {
    const answer = (text) => answerOf(new URLSearchParams(text));
    assert.deepEqual(answer('code=c&state=s&iss=https%3A%2F%2Fid.example.org'), { state: 's', code: 'c', iss: 'https://id.example.org' });
    assert.deepEqual(answer('code=c&state=s'), { state: 's', code: 'c' });
    assert.deepEqual(answer('error=access_denied&state=s'), { state: 's' });
    assert.deepEqual(answer('error=access_denied&code=c&state=s'), { state: 's' });
    for (const text of ['', 'code=c', 'state=']) assert.equal(answer(text), undefined, text);
});

test('after a failed visit one goes back to where it was begun', () => {
    const next = '/albums/1?x=2';
    assert.equal(wayBack({ purpose: 'signIn', next }, false), '/sign-in?next=%2Falbums%2F1%3Fx%3D2');
    assert.equal(wayBack({ purpose: 'confirm', next }, true), next);
    assert.equal(wayBack({ purpose: 'connect', next: '/' }, true), '/settings/security');
});

test('an account without a password is asked for none', (context) => {
    context.after(() => me.set(undefined));
    for (const [person, isAsked] of [[undefined, true], [{ hasPassword: true }, true], [{ hasPassword: false }, false]]) {
        me.set(person);
        assert.equal(hasPassword(), isAsked);
    }
});

const texts = { name: 'Home', issuer: 'https://id.example.org', clientId: 'rondo', secret: '', scopes: 'profile\n\n email \nprofile', groupsClaim: 'groups', role: 'listener', group: 'x', groupRole: 'admin' };
const choices = { isOn: (name) => name === 'enabled', groups: [{ group: 'staff', role: null, libraries: [] }], rolesWithoutPassword: ['admin'] };

test('the form of the provider sends every setting, and no secret that was not typed', () => {
    assert.deepEqual(changesOf(texts, choices), {
        enabled: true,
        makesAccounts: false,
        linksByEmail: false,
        trustsSecondFactor: false,
        name: 'Home',
        issuer: 'https://id.example.org',
        clientId: 'rondo',
        scopes: ['profile', 'email'],
        groupsClaim: 'groups',
        role: 'listener',
        groups: [{ group: 'staff', role: null, libraries: [] }],
        rolesWithoutPassword: ['admin'],
    });
    assert.equal(changesOf({ ...texts, role: '' }, choices).role, null);
});

test('a secret that was typed is sent, and one that shall go is null', () => {
    const forgets = { ...choices, isOn: () => true };
    assert.equal(changesOf({ ...texts, secret: 'new' }, choices).secret, 'new');
    assert.equal(changesOf({ ...texts, secret: 'new' }, forgets).secret, 'new');
    assert.equal(changesOf(texts, forgets).secret, null);
});
