import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importName, linksIn, openImports, shareOf, withProgress } from '../../../../public/features/submissions/link-import-model.js';

test('links are taken one a line, or as they come, each once', () => {
    assert.deepEqual(linksIn(' https://a.example/1.mp3\nhttps://a.example/2.mp3  https://a.example/1.mp3\n\n'), ['https://a.example/1.mp3', 'https://a.example/2.mp3']);
    assert.deepEqual(linksIn('  \n'), []);
});

test('progress is of what is being fetched, and never of what has ended', () => {
    const items = [{ id: 'a', url: 'u', state: 'waiting', received: 0 }, { id: 'b', url: 'u', state: 'failed', received: 1 }];
    const [first, second] = withProgress(withProgress(items, { id: 'a', received: 5, total: 10 }), { id: 'b', received: 7 });
    assert.deepEqual([first.state, first.received, first.total], ['fetching', 5, 10]);
    assert.deepEqual([second.state, second.received], ['failed', 1]);
});

test('a share is known only with a length, and is never more than all', () => {
    assert.equal(shareOf({ received: 5 }), undefined);
    assert.equal(shareOf({ received: 5, total: 10 }), 0.5);
    assert.equal(shareOf({ received: 15, total: 10 }), 1);
});

test('what has become an upload is left out, and what has no name is called by its link', () => {
    assert.deepEqual(openImports([{ id: 'a', state: 'done' }, { id: 'b', state: 'failed' }]).map(({ id }) => id), ['b']);
    assert.equal(importName({ url: 'https://a.example/x' }), 'https://a.example/x');
    assert.equal(importName({ url: 'https://a.example/x', name: 'x.mp3' }), 'x.mp3');
});
