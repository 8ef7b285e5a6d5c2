import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { chroma, contrast, grounds, hsl, INKS, mix, rgb } from '../../../../public/elements/music/color-contrast.js';
import { tintOf } from '../../../../public/elements/music/tint.js';

const style = (name) => readFileSync(new URL(`../../../../public/${name}.css`, import.meta.url), 'utf8');

test('contrast is counted as WCAG counts it', () => {
    assert.equal(contrast(rgb('#ffffff'), rgb('#000000')), 21);
    assert.ok(Math.abs(contrast(rgb('#777777'), rgb('#ffffff')) - 4.48) < 0.01);
    assert.deepEqual(hsl(0, 1, 0.5), [1, 0, 0]);
    assert.deepEqual(hsl(120, 1, 0.25).map((one) => Math.round(one * 100)), [0, 50, 0]);
});

const steps = ['00', '40', '80', 'c0', 'ff'];
const hexes = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
const two = (one, other) => [{ hex: one, weight: 0.6 }, { hex: other, weight: 0.4 }];
const covers = [
    ...hexes.map((hex) => [{ hex, weight: 1 }]),
    ...hexes.map((hex, index) => two(hex, hexes[(index * 47 + 31) % hexes.length])),
    two('#ff0000', '#00ff00'), two('#0000ff', '#ffff00'), two('#ff00ff', '#00ff00'), two('#ffffff', '#000000'), undefined,
];

test('on every cover, bright or dark, every ink of Now Playing has 4.5:1, and what is large or a control 3:1', () => {
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
        for (const colors of covers) {
            const filled = grounds(scheme, colors, tintOf(colors, 'A title')).map(rgb);
            assert.equal(filled.length, 3);
            // Gradients contain every mixture of these colors.
            for (const one of filled) for (const other of filled) for (const part of [0, 0.25, 0.5, 0.75]) {
                const place = mix(one, other, part);
                for (const [ink, wanted] of INKS[scheme])
                    assert.ok(contrast(place, rgb(ink)) >= wanted, `${scheme} ${JSON.stringify(colors)}: ${ink} has ${contrast(place, rgb(ink))}`);
            }
        }
    }
});

test('the stage has the color of its cover: a colorful one stays colorful, and one that can be read on stays as it is', () => {
    assert.deepEqual(grounds('dark', [{ hex: '#101c40', weight: 1 }], { hue: 0, saturation: 0 }), ['#101c40', '#101c40', '#101c40']);
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
        const [red] = grounds(scheme, [{ hex: '#c02020', weight: 1 }], { hue: 0, saturation: 0 }).map(rgb);
        assert.ok(chroma(red) > 0.15 && red[0] === Math.max(...red), `${scheme} ${red}`);
    }
});

test('what tells most of a cover comes first: a little of a strong color before much of a gray', () => {
    const colors = [{ hex: '#303030', weight: 0.5 }, { hex: '#401010', weight: 0.1 }, { hex: '#104020', weight: 0.4 }];
    assert.equal(grounds('dark', colors, { hue: 0, saturation: 0 })[0], '#104020');
});

test('the inks that are computed with are those of the style sheets', () => {
    const [tokens, stage] = [style('styles/tokens'), style('features/now-playing/style')];
    const pair = (text, name) => text.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`)).slice(1);
    const inks = (index) => [INKS.light[index][0], INKS.dark[index][0]];
    assert.deepEqual(pair(tokens, 'text'), inks(0));
    assert.deepEqual(pair(stage, 'soft'), inks(1));
    assert.deepEqual(pair(stage, 'dim'), inks(2));
});
