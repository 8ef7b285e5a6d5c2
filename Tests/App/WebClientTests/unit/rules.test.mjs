import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { messagesIn } from './messages.mjs';

const { added, at, FIELDS, FORMATS, isComplete, MODES, noRules, operatorsOf, ORDERS, pathOf, rangeOf, replaced, shapeOf, TONICS, valueOf, withField, withOperator } =
    await import('../../../../public/features/playlists/rules.js');
const locales = ['en', 'pl', 'es'].map(messagesIn);
const domain = (name) => readFileSync(new URL(`../../../../Sources/Domains/Shelf/Playlists/Smart/${name}.swift`, import.meta.url), 'utf8');

test('every field, operator and order has a word in each language, and the gateway knows it', () => {
    const known = domain('SmartField');
    for (const { smart } of locales) {
        assert.deepEqual(Object.keys(smart.fields).sort(), Object.keys(FIELDS).sort());
        assert.deepEqual(Object.keys(smart.orders).sort(), [...ORDERS].sort());
        for (const field of Object.keys(FIELDS)) for (const operator of operatorsOf(field)) assert.ok(smart.operators[operator], operator);
    }
    for (const word of [...Object.keys(FIELDS), ...ORDERS, ...FORMATS]) assert.match(known, new RegExp(`\\b${word}\\b`), word);
});

test('another field or operator keeps what still means something', () => {
    const rule = withOperator({ field: 'year', operator: 'is', value: 1990 }, 'between');
    assert.deepEqual(rule.value, [1990, 1990]);
    assert.equal(withOperator(rule, 'greaterThan').value, 1990);
    assert.equal('value' in withField('liked'), false);
    assert.equal(withField('added').value, 30);
    assert.equal(shapeOf('added', 'before'), 'one');
    assert.equal(valueOf('year', 'is', ['1990']), 1990);
    assert.deepEqual(valueOf('added', 'between', ['2020-01-01', '2020-02-01']), ['2020-01-01', '2020-02-01']);
    assert.equal(valueOf('title', 'is', ['1990']), '1990');
});

test('the tree is changed by copies, and an empty group goes', () => {
    const one = noRules();
    const two = added(one, [], { match: 'any', rules: [withField('liked')] });
    const three = added(two, [1], withField('played'));
    assert.equal(one.rules.length, 1);
    assert.equal(at(three, [1, 1]).field, 'played');
    const four = replaced(replaced(three, [1, 0], undefined), [1, 0], undefined);
    assert.equal(four.rules.length, 1);
    assert.equal(isComplete(one), false);
    assert.equal(isComplete(replaced(one, [0], { field: 'genre', operator: 'is', value: 'Jazz' })), true);
    assert.deepEqual(pathOf('rules.rules[1].rules[12].value'), [1, 12]);
    assert.deepEqual(pathOf(undefined), []);
});

test('the sound has rules of its own: what is measured is a range first, loudness is negative, and keys are those of the gateway', () => {
    for (const field of ['tempo', 'loudness', 'energy']) assert.deepEqual(withField(field), { field, operator: 'between', value: ['', ''] });
    assert.equal(valueOf('loudness', 'lessThan', ['-14.5']), -14.5);
    assert.deepEqual(valueOf('tempo', 'between', ['90', '120']), [90, 120]);
    assert.equal(valueOf('loudness', 'lessThan', ['']), '');
    assert.ok(rangeOf('loudness').min < 0);
    assert.deepEqual(rangeOf('energy'), { min: 0, max: 100, step: '1' });
    assert.deepEqual(rangeOf('year'), { min: 0, step: '1' });
    assert.equal(valueOf('key', 'is', ['C# minor']), 'C# minor');
    assert.equal(TONICS.length * MODES.length, 24);
    const known = domain('SmartField');
    for (const tonic of TONICS) assert.ok(known.includes(`"${tonic}"`), tonic);
    for (const mode of MODES) assert.ok(known.includes(` ${mode}"`), mode);
});
