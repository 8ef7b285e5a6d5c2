// @ts-check
// Fireflies at three depths, drifting in a wind that follows the music.

export const swarm = `
vec3 layer(vec2 p, float depth, float seed) {
  vec2 wind = vec2(time * (.05 + .03 * depth), .1 * sin(time * .21 + seed));
  vec2 curl = vec2(noise(p * .9 + seed + time * .07), noise(p * .9 + seed + 31. - time * .06)) - .5;
  vec2 q = p + wind + curl * (.22 + .1 * low);
  vec2 cell = floor(q);
  vec3 light = vec3(0.);
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 id = cell + vec2(x, y), r = hash2(id + seed * 13.);
    vec2 at = id + .5 + .42 * vec2(sin(time * (.3 + r.x * .5) + r.y * 40.), cos(time * (.27 + r.y * .5) + r.x * 40.));
    float far = length(q - at);
    float bright = .35 + .65 * heard(r.x, .02);
    float body = .006 + .03 * r.y * r.y;
    float glow = body / (far * far * 2.2 + body) * smoothstep(.9, .0, far);
    light += mix(hueOf(r.x + seed * .2), palette[4], smoothstep(.5, 1., glow) * .7) * glow * bright * (.8 + .9 * r.y);
  }
  return light;
}
vec3 paint(vec2 p) {
  float haze = fbm(p * 2. + vec2(time * .04, -time * .03));
  vec3 c = palette[0] * (.5 + haze) + hueOf(haze * 1.3 + time * .01) * .34 * smoothstep(.35, .8, haze);
  c += layer(p * 6.4, 0., 1.) * .55;
  c += layer(p * 3.8 * turn(.6), .6, 2.) * .8;
  c += layer(p * 2.1 * turn(-.4), 1.2, 3.) * .95;
  c *= .85 + .4 * pulse;
  return c / (1. + c * .35);
}
`;
