import assert from 'node:assert/strict';
import test from 'node:test';
import { folderOf, inside, places, takesFolders, tree, way } from '../../../../public/features/playlists/folders/model.js';

const folder = (id, parentId, ...playlistIds) => ({ id, name: id, parentId, playlistIds });
// a ⊃ b ⊃ c, and d.
const FOLDERS = [folder('a', undefined, 'p1'), folder('b', 'a', 'p2', 'gone'), folder('c', 'b'), folder('d', undefined)];
const names = (branches) => branches.map((branch) => [branch.folder.id, names(branch.folders), branch.playlists.map(({ id }) => id)]);

test('playlists stand in their folders, and those in none beside them, both in the order in which they come', () => {
    const { folders, playlists } = tree(FOLDERS, [{ id: 'p3' }, { id: 'p2' }, { id: 'p1' }, { id: 'p0' }]);
    assert.deepEqual(names(folders), [['a', [['b', [['c', [], []]], ['p2']]], ['p1']], ['d', [], []]]);
    assert.deepEqual(playlists, [{ id: 'p3' }, { id: 'p0' }]);
});

test('the way to a folder begins with the outermost', () => {
    assert.deepEqual(way(FOLDERS, 'c').map(({ id }) => id), ['a', 'b', 'c']);
    assert.deepEqual(way(FOLDERS, undefined), []);
    assert.deepEqual(inside(FOLDERS, 'a').map(({ id }) => id), ['b']);
    assert.equal(folderOf(FOLDERS, 'p2')?.id, 'b');
    assert.equal(folderOf(FOLDERS, 'p3'), undefined);
});

test('a playlist may go into every folder', () => {
    assert.deepEqual(places(FOLDERS).map(({ folder: { id }, depth, isAllowed }) => [id, depth, isAllowed]), [['a', 0, true], ['b', 1, true], ['c', 2, true], ['d', 0, true]]);
});

test('a folder goes neither into itself nor too deep', () => {
    const open = (moving) => places(FOLDERS, moving).filter(({ isAllowed }) => isAllowed).map(({ folder: { id } }) => id);
    assert.deepEqual(open('d'), ['a', 'b']);
    assert.deepEqual(open('b'), ['a', 'd']);
    assert.deepEqual(open('a'), []);
    assert.deepEqual(open('c'), ['a', 'b', 'd']);
    assert.deepEqual(['a', 'b', 'c'].map((id) => takesFolders(FOLDERS, id)), [true, true, false]);
});
