// @ts-check
// Silk in a current: noise distorted by noise (domain warping, Inigo Quilez, iquilezles.org/articles/warp).

export const currents = `
vec3 paint(vec2 p) {
  float t = time * .1;
  p = p * 1.5 + vec2(t * .4, 0.);
  vec2 q = vec2(fbm(p + vec2(0., t)), fbm(p + vec2(5.2, 1.3 - t)));
  vec2 r = vec2(fbm(p + 3.2 * q + vec2(1.7, 9.2) + t * 1.3), fbm(p + 3.2 * q + vec2(8.3, 2.8) - t));
  float f = fbm(p + (2.4 + .5 * low) * r);
  float fold = smoothstep(.15, .85, f);
  vec3 c = mix(palette[0], palette[1], smoothstep(.0, .5, fold));
  c = mix(c, palette[2], smoothstep(.3, .75, q.x) * .9);
  c = mix(c, palette[3], smoothstep(.38, .72, r.y) * smoothstep(.2, .7, fold));
  float sheen = pow(smoothstep(.45, .95, f + .18 * (r.x - .5)), 2.);
  c += palette[4] * sheen * (.55 + .5 * pulse);
  float thread = 1. - abs(fract(f * 9. + r.x * 3.) - .5) * 2.;
  c += palette[4] * pow(thread, 8.) * .1 * (.4 + mid);
  c *= .55 + .75 * fold;
  return c * (.82 + .3 * pulse);
}
`;
