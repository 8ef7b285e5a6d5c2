import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { contrast, glow, hsl, mix, rgb, saturate, STAGE_SATURATE, STAGES } from '../../../../public/elements/music/color-contrast.js';
import { tintOf } from '../../../../public/elements/music/tint.js';

const style = (name) => readFileSync(new URL(`../../../../public/${name}.css`, import.meta.url), 'utf8');

test('contrast is counted as WCAG counts it', () => {
    assert.equal(contrast(rgb('#ffffff'), rgb('#000000')), 21);
    assert.ok(Math.abs(contrast(rgb('#777777'), rgb('#ffffff')) - 4.48) < 0.01);
    assert.deepEqual(hsl(0, 1, 0.5), [1, 0, 0]);
    assert.deepEqual(hsl(120, 1, 0.25).map((one) => Math.round(one * 100)), [0, 50, 0]);
});

test('on every cover, bright or dark, every ink of Now Playing has 4.5:1, and what is a control 3:1', () => {
    const steps = ['00', '40', '80', 'c0', 'ff'];
    const hexes = steps.flatMap((red) => steps.flatMap((green) => steps.map((blue) => `#${red}${green}${blue}`)));
    const covers = [...hexes.map((hex) => [{ hex, weight: 1 }]), [{ hex: '#ffffff', weight: 0.5 }, { hex: '#000000', weight: 0.5 }], [{ hex: '#fff9c0', weight: 0.9 }, { hex: '#102040', weight: 0.1 }], undefined];
    for (const scheme of /** @type {const} */ (['light', 'dark'])) {
        for (const colors of covers) {
            const tint = tintOf(colors, 'A title');
            const opacity = glow(scheme, colors, tint);
            for (const { hex } of colors ?? [{ hex: '#ffffff' }, { hex: '#000000' }]) {
                const ground = mix(hsl(tint.hue, tint.saturation, STAGES[scheme].lightness), saturate(rgb(hex), STAGE_SATURATE), opacity);
                for (const [ink, wanted] of STAGES[scheme].inks) {
                    assert.ok(contrast(ground, rgb(ink)) >= wanted, `${scheme} ${hex} at ${opacity}: ${ink} has ${contrast(ground, rgb(ink))}`);
                }
            }
        }
    }
});

test('a cover that is no trouble shines as much as before', () => {
    assert.equal(glow('dark', [{ hex: '#202040', weight: 1 }], { hue: 240, saturation: 0.4 }), STAGES.dark.most);
    assert.equal(glow('light', [{ hex: '#f0e8d8', weight: 1 }], { hue: 40, saturation: 0.4 }), STAGES.light.most);
    assert.ok(glow('dark', [{ hex: '#fff9c0', weight: 1 }], { hue: 54, saturation: 0.5 }) < 0.4);
});

test('the inks that are computed with are those of the style sheets', () => {
    const [tokens, player] = [style('styles/tokens'), style('features/now-playing/style')];
    const pair = (name) => tokens.match(new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`)).slice(1);
    assert.deepEqual(pair('text'), [STAGES.light.inks[0][0], STAGES.dark.inks[0][0]]);
    assert.deepEqual(pair('accent'), [STAGES.light.inks[2][0], STAGES.dark.inks[2][0]]);
    assert.ok(player.includes(`light-dark(${STAGES.light.inks[1][0]}, ${STAGES.dark.inks[1][0]})`));
    assert.ok(player.includes(`saturate(${STAGE_SATURATE})`));
    assert.match(player, /var\(--tint-saturation\) 92%\),\s+hsl\(var\(--tint-hue\) var\(--tint-saturation\) 9%\)/);
});
