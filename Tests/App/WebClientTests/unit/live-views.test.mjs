import assert from 'node:assert/strict';
import test from 'node:test';
import { essence } from '../../../../public/core/live-views.js';

test('what hearts and stars show is not what makes a view another one', () => {
    const album = { id: 'a', name: 'One', liked: false, rating: 2, tracks: [{ id: 't', title: 'x', averageRating: 3, ratingCount: 1 }] };
    assert.equal(essence(album), essence({ ...album, liked: true, likedAt: 'now', rating: undefined, tracks: [{ id: 't', title: 'x', ratingCount: 2 }] }));
    assert.notEqual(essence(album), essence({ ...album, name: 'Two' }));
    assert.notEqual(essence(album), essence(undefined));
});
