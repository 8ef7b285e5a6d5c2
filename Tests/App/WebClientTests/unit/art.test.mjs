import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { avatar, colorOf, COLORS, faces } from '../../../../public/elements/music/avatar.js';
import { contrast, darkGround, mainColor, rgb } from '../../../../public/elements/music/color-contrast.js';
import { cover, drawingColor, mosaic } from '../../../../public/elements/music/cover.js';

const style = readFileSync(new URL('../../../../public/elements/music/avatar.css', import.meta.url), 'utf8');
const pairs = (pattern) => [...style.matchAll(pattern)].map(([, light, dark]) => [light, dark]);
const picture = '/api/v1/images/abc';

test('each person has a color of their own set, whose initials can be read in light and dark', () => {
    const [[onLight, onDark]] = pairs(/--on-person: light-dark\((#\w+), (#\w+)\)/g);
    const grounds = pairs(/\.is-color-\d+ \{ --of-person: light-dark\((#\w+), (#\w+)\)/g);
    assert.equal(grounds.length, COLORS);
    assert.equal(new Set(grounds.flat()).size, 2 * COLORS);
    for (const [light, dark] of grounds) {
        assert.ok(contrast(rgb(light), rgb(onLight)) >= 4.5, `${light} has ${contrast(rgb(light), rgb(onLight))}`);
        assert.ok(contrast(rgb(dark), rgb(onDark)) >= 4.5, `${dark} has ${contrast(rgb(dark), rgb(onDark))}`);
    }
});

test('a person has the same color on every screen, whatever their name is there', () => {
    const [one, renamed] = [{ id: '0193-a', name: 'Bea', username: 'bea' }, { id: '0193-a', displayName: 'Beata' }];
    assert.equal(colorOf(one), colorOf(renamed));
    assert.match(String(avatar(one)), new RegExp(`is-color-${colorOf(one)} `));
    const people = Array.from({ length: 400 }, (_, index) => colorOf({ id: `person-${index}` }));
    for (let color = 0; color < COLORS; color++) assert.ok(people.filter((one) => one === color).length > 10, `${color}`);
});

test('faces show the first people, and how many there are besides', () => {
    const shown = String(faces([{ id: '1', name: 'Ada Low' }, { id: '2', name: 'Bob' }], 3));
    assert.match(shown, />AL</);
    assert.match(shown, />\+3</);
    assert.ok(!String(faces([{ id: '1', name: 'Ada' }])).includes('is-rest'));
});

test('a picture has its size from the start, and its main color below it until it is there', () => {
    const shown = String(cover(picture, 'Title', { color: [{ hex: '#808080', weight: 0.7 }, { hex: '#c02020', weight: 0.3 }] }));
    assert.match(shown, /<rect width="1" height="1" fill="#c02020"\/>/);
    assert.match(shown, /<img [^>]*width="300"\s+height="300"/);
    assert.ok(!shown.includes('<text'), 'A letter would be seen for a moment.');
    assert.ok(String(cover(picture, 'Title', {})).includes('<text'), 'Nothing is known of its color.');
    assert.ok(!String(cover(picture, 'Title', { color: '"/><script>' })).includes('script'));
    assert.ok(String(cover(undefined, 'Title', { color: '#c02020' })).includes('<text'), 'There is no picture to come.');
});

test('each picture of a mosaic has its own color and a size that is sharp', () => {
    const colors = ['#110000', '#220000', '#330000', '#440000'].map((hex) => ({ hex, weight: 0.25 }));
    const shown = String(mosaic([1, 2, 3, 4].map((one) => `${picture}${one}`), 'Four', { colors }));
    for (const { hex } of colors) assert.ok(shown.includes(`fill="${hex}"`), hex);
    assert.ok(shown.includes('sizes="132px"'));
    assert.ok(String(mosaic([picture], 'One', { colors })).includes('fill="#110000"'));
    const parts = (count) => String(mosaic(Array.from({ length: count }, (_, one) => `${picture}${one}`), 'Some')).match(/<img/g).length;
    assert.deepEqual([1, 2, 3, 4, 7].map(parts), [1, 2, 3, 4, 4]);
});

test('words on a picture stand on its color, dark enough for white', () => {
    for (const hex of ['#ffffff', '#ffff00', '#00ff88', '#c02020', '#808080', '#000000', drawingColor('Jazz')])
        assert.ok(contrast(rgb(darkGround(hex)), rgb('#ffffff')) >= 4.5, hex);
});

test('a little of a strong color stands for a picture rather than much of a gray', () => {
    assert.equal(mainColor([{ hex: '#222222', weight: 0.8 }, { hex: '#e01050', weight: 0.2 }]), '#e01050');
    assert.equal(mainColor([{ hex: '#0000ff', weight: 0.4 }, { hex: '#ff0000', weight: 0.6 }]), '#ff0000');
    assert.equal(mainColor([]), undefined);
    assert.equal(mainColor(undefined), undefined);
});
