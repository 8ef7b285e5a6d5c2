// @ts-check
// Glass folded by mirrors: first into sectors, then by a fold in each sector that opens with the low notes.

export const kaleidoscope = `
vec3 paint(vec2 p) {
  float r = length(p), a = atan(p.y, p.x) + time * .05;
  float sector = 6.2831853 / 8.;
  a = abs(mod(a, sector) - sector * .5);
  vec2 q = vec2(cos(a), sin(a)) * r * 1.7 + vec2(.12 * sin(time * .11), 0.);
  float near = 9., fold = 0.;
  vec2 fine = q;
  for (int i = 0; i < 5; i++) {
    q = abs(q) - vec2(.3 + .05 * sin(time * .13), .17 + .05 * low);
    q *= turn(.62 + .12 * sin(time * .07)) * 1.32;
    near = min(near, abs(q.x) * .6 + .03 * float(i));
    fold += exp(-4. * abs(q.y));
  }
  float glass = noise(q * 1.7 + time * .1);
  vec3 c = mix(palette[0] * .6, hueOf(fold * .31 + r * .8 - time * .03), smoothstep(.25, 1.1, fold));
  c = mix(c, hueOf(glass * 1.6 + .33) * 1.15, .55 * smoothstep(.5, .62, glass) * smoothstep(.2, .9, fold));
  float pane = smoothstep(.12, .1, abs(fract(fold * 1.5 + time * .03) - .5) - .3);
  c *= .55 + .6 * pane;
  float edge = smoothstep(.055, .0, near - .02);
  c += palette[4] * edge * (.28 + .4 * mid + .25 * pulse);
  float petal = smoothstep(.02, .0, abs(fine.y - .11 * sin(fine.x * 9. - time * .4)) - .004);
  c += palette[4] * petal * .25;
  c += palette[3] * .5 * exp(-r * 9.) * (.5 + pulse);
  return c * (.88 + .3 * pulse) * (1.15 - .7 * r * r);
}
`;
