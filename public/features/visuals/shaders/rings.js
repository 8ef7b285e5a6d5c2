// @ts-check
// Drops on still water at night. Every hard point is a ring that spreads and refracts the light.

export const rings = `
float lift(vec2 p) {
  float h = .05 * sin(length(p - vec2(.2, .1)) * 26. - time * 1.1) + .04 * sin(p.x * 15. + p.y * 9. + time * .8);
  for (int i = 0; i < 6; i++) {
    vec4 point = points[i];
    vec2 at = (vec2(fract(point.w * 9.17), fract(point.w * 5.31)) - .5) * vec2(1.2, .75) * (point.z < .5 ? .35 : 1.);
    float far = length(p - at), front = point.x * (.34 + .06 * point.z);
    float crest = exp(-pow((far - front) * mix(13., 22., point.z * .5), 2.));
    h += crest * sin((far - front) * mix(44., 80., point.z * .5)) * point.y * exp(-point.x * .9) * 1.3;
  }
  return h;
}
vec3 paint(vec2 p) {
  float e = .006, here = lift(p);
  vec2 slope = vec2(lift(p + vec2(e, 0)) - here, lift(p + vec2(0, e)) - here) / e;
  vec2 q = p + slope * .014;
  float band = sin(q.y * 2.6 + 1.3 * sin(q.x * 1.7 + time * .09) + time * .06);
  float t = .5 + .38 * band + .2 * (fbm(q * 2.4 + time * .05) - .5);
  vec3 c = tone(t * .62);
  float shine = pow(max(0., dot(normalize(vec3(-slope * .12, 1.)), normalize(vec3(.35, .45, .72)))), 26.);
  c += palette[4] * shine * .62;
  c += palette[3] * max(0., here) * .34;
  c -= max(0., -here) * .16;
  float moon = length(q - vec2(-.24, .2));
  c += palette[4] * (smoothstep(.125, .1, moon) * .5 + .16 * exp(-moon * 5.)) * (.75 + .4 * pulse);
  return c * (.8 + .25 * pulse);
}
`;
