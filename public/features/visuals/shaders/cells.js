// @ts-check
// Living cells (Voronoi). Each has its own color and pitch, and lights up when that pitch sounds.

export const cells = `
vec2 middle(vec2 id) {
  vec2 r = hash2(id);
  return .5 + .36 * vec2(sin(time * (.25 + .3 * r.x) + r.y * 6.28), cos(time * (.25 + .3 * r.y) + r.x * 6.28));
}
vec3 paint(vec2 p) {
  vec2 sway = vec2(noise(p * 2.3 + time * .09), noise(p * 2.3 + 7. - time * .08));
  vec2 q = p * (4.2 - .3 * pulse) + .55 * sway + vec2(time * .04, 0.);
  vec2 cell = floor(q), f = fract(q), best = vec2(0.), own = vec2(0.);
  float near = 9.;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 g = vec2(x, y), d = g + middle(cell + g) - f;
    float far = dot(d, d);
    if (far < near) { near = far; best = d; own = g; }
  }
  float edge = 9.;
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 g = own + vec2(x, y), d = g + middle(cell + g) - f;
    if (dot(d - best, d - best) > .0001) edge = min(edge, dot(.5 * (d + best), normalize(d - best)));
  }
  vec2 id = cell + own, r = hash2(id + 3.3);
  float ear = heard(r.x * r.x, .03 + .1 * r.y);
  float dome = smoothstep(.0, .34, edge);
  vec3 c = hueOf(r.y + r.x * .4) * (.3 + .45 * dome) * (.5 + 1.05 * ear);
  c = mix(palette[0] * .6, c, smoothstep(.015, .075, edge));
  c += palette[4] * .5 * smoothstep(.16, .02, sqrt(near)) * (.25 + ear);
  float gloss = smoothstep(.62, 1., dot(normalize(vec3(best, .55)), normalize(vec3(.5, -.6, .8))));
  c += palette[4] * gloss * dome * .2;
  return c * (.82 + .34 * pulse) * (1.06 - .5 * dot(p, p));
}
`;
