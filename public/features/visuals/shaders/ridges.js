// @ts-check
// A landscape of past sound. Each ridge is the spectrum of a moment and moves into the distance.

export const ridges = `
vec3 paint(vec2 p) {
  float horizon = .2;
  vec3 c = mix(palette[1] * .85, palette[0] * .5, smoothstep(horizon - .12, .55, p.y));
  vec2 sun = p - vec2(0., horizon + .055);
  float disc = length(sun);
  c += palette[3] * .55 * smoothstep(.5, .0, disc) * (.5 + .4 * pulse);
  float slit = smoothstep(-.25, .25, sin((sun.y - time * .004) * 120.) + sun.y * 14. + .8);
  c = mix(c, mix(palette[3], palette[4], smoothstep(-.14, .16, sun.y)), smoothstep(.162, .156, disc) * slit);
  for (int i = 23; i >= 0; i--) {
    float k = float(i) / 23.;
    float away = pow(k, .8);
    float base = mix(-.56, horizon - .035, away);
    float wide = mix(.85, 2.4, away);
    float x = p.x * wide;
    float bell = exp(-x * x * 2.2);
    float pitch = abs(x) * .85;
    float loud = heard(pitch, k * .95 + .02) * .7 + heard(min(1., pitch + .02), k * .95 + .04) * .3;
    float rough = noise(vec2(x * 9. + float(i) * 17., float(i) * 3.1));
    float top = base + mix(.26, .085, away) * (loud * (.35 + .65 * bell) + .22 * rough * bell + .05 * rough);
    float line = p.y - top;
    float thick = mix(.0042, .0016, away) + 1.2 / size.y;
    vec3 fill = mix(palette[0] * .55, palette[1] * .8, away);
    fill += palette[2] * .22 * smoothstep(-.2, .0, line) * (1. - away);
    c = mix(c, fill, smoothstep(thick, -thick, line));
    vec3 crest = mix(mix(palette[4], palette[3], .3), palette[2], away);
    float shine = mix(1., .5, away) * (.55 + .45 * loud + .2 * pulse);
    c = mix(c, crest, smoothstep(thick * 2., thick * .4, abs(line)) * shine);
  }
  return c;
}
`;
