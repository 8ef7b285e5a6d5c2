import assert from 'node:assert/strict';
import test from 'node:test';
import { newest } from '../../../../public/core/newest.js';

test('an older answer that comes late is not drawn over a newer one', () => {
    const answers = newest();
    const [own, live] = [answers.ask(), answers.ask()];
    assert.ok(answers.isNews(live));
    assert.ok(!answers.isNews(own));
    const later = answers.ask();
    assert.ok(answers.isNews(later));
});

test('answers that come in order are all drawn', () => {
    const answers = newest();
    const [first, second] = [answers.ask(), answers.ask()];
    assert.ok(answers.isNews(first));
    assert.ok(answers.isNews(second));
});
