// @ts-check
// Curtains of light above mountains and a lake. Low notes lift them; high notes run through their folds.

export const aurora = `
vec3 sky(vec2 p) {
  vec3 c = mix(palette[0] * 1.6, palette[0] * .35, smoothstep(-.3, .55, p.y));
  vec2 cell = floor(p * 46.), star = hash2(cell);
  float far = length(fract(p * 46.) - .2 - .6 * star);
  c += vec3(.8, .85, 1.) * smoothstep(.14, .0, far) * step(.86, star.x) * (.35 + .3 * sin(time * .7 + star.y * 40.));
  for (int i = 0; i < 4; i++) {
    float k = float(i);
    float sway = .13 * sin(p.x * (1.2 + .45 * k) + time * (.13 + .05 * k) + k * 2.1)
      + .2 * (noise(vec2(p.x * 1.7 + k * 7.3 - time * .05, time * .1 + k)) - .5);
    float above = p.y - (-.16 + .09 * k + sway - .06 * low);
    float fold = noise(vec2(p.x * (10. + 3. * k) + sway * 22. + time * .3 * (k - 1.5), k * 11. + time * .1));
    float fine = noise(vec2(p.x * 46. + sway * 90., k + time * .6));
    float rays = .3 + .9 * fold * fold + .35 * fine * (.35 + high);
    float height = 3.2 - 1.5 * fold - 1.1 * low;
    float glow = smoothstep(-.012, .03, above) * exp(-max(above, 0.) * height);
    bool isEven = i % 2 == 0;
    vec3 foot = isEven ? palette[3] : palette[2], crown = isEven ? palette[2] : palette[1];
    vec3 hue = mix(foot, crown, smoothstep(.0, .42, above));
    c += hue * glow * rays * (.34 + .3 * level + .34 * pulse);
    c += palette[4] * glow * rays * smoothstep(.07, .0, above) * .22;
  }
  return c;
}
vec3 paint(vec2 p) {
  float shore = -.3;
  float massif = noise(vec2(p.x * 2.3 + 4., 4.)) * noise(vec2(p.x * 1.1, 7.));
  float peak = shore + .015 + .15 * massif + .035 * noise(vec2(p.x * 11., 9.));
  if (p.y > shore) {
    vec3 c = sky(p);
    return mix(c, palette[0] * .3, smoothstep(.004, -.004, p.y - peak));
  }
  float depth = shore - p.y;
  float wave = (noise(vec2(p.x * 14., depth * 90. / (.25 + depth) + time * .6)) - .5) * (.02 + .16 * depth);
  vec2 up = vec2(p.x + wave, shore + depth * 1.5 + wave * .6);
  float mirrored = smoothstep(.0, .03, up.y - peak);
  return mix(palette[0] * .3, sky(up) * .55, mirrored) + palette[1] * .05;
}
`;
