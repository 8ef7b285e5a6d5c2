// @ts-check
// A flight through a shaft whose walls show past sound: pitch around, time along.

export const tunnel = `
vec3 paint(vec2 p) {
  p += .06 * vec2(sin(time * .23), cos(time * .19));
  float square = pow(pow(abs(p.x), 4.) + pow(abs(p.y), 4.), .25);
  float r = mix(length(p), square, .35) + .001;
  float a = atan(p.y, p.x) / 6.2831853 + .5 + .03 * sin(time * .1);
  float deep = .28 / r;
  float along = deep * 1.5 + time * .3;
  float twist = a + deep * .03 * sin(time * .13);
  vec2 grid = vec2(twist * 24., along * 3.);
  vec2 id = floor(grid), f = fract(grid);
  id.x = mod(id.x, 24.);
  float dim = exp(-deep * .3);
  float pitch = abs(id.x / 12. - 1.);
  float loud = heard(pitch * .9, clamp(deep * .22, 0., .98));
  float chance = hash(id), lit = .34 + 1.1 * smoothstep(.08, .6, loud) * (.5 + .5 * chance);
  float soft = clamp(deep * .02 + 1.5 / size.y / r, .0, .45);
  float tile = smoothstep(.04 - soft, .12 + soft, f.x) * smoothstep(.04 - soft, .12 + soft, 1. - f.x)
    * smoothstep(.05 - soft, .14 + soft, f.y) * smoothstep(.05 - soft, .14 + soft, 1. - f.y);
  float pick = fract(chance * 1.7 + floor(along * .25) * .37);
  vec3 hue = pick < .45 ? palette[2] : pick < .8 ? palette[3] : palette[1] * 1.3;
  vec3 c = mix(palette[0] * .5, hue * lit, tile) * dim;
  float rib = smoothstep(.06 + soft, .0, abs(fract(along * .5) - .5) - .01);
  c += palette[4] * rib * dim * .22 * (.5 + mid);
  c += mix(palette[3], palette[4], .35) * exp(-r * 8.) * (.75 + .5 * pulse);
  c += palette[2] * exp(-r * 2.6) * .22 * (.6 + low);
  return c * (.86 + .25 * pulse);
}
`;
