import assert from 'node:assert/strict';
import test from 'node:test';
import { feedbackText } from '../../../../public/features/settings/feedback/model.js';

test('a rating is sent as stars, with what was written below them', () => {
    assert.equal(feedbackText(4, ''), '★★★★☆');
    assert.equal(feedbackText(5, '  Lovely \n'), '★★★★★\nLovely');
});
