// @ts-check
// The visuals' shaders by name.

import { aurora } from './aurora.js';
import { cells } from './cells.js';
import { currents } from './currents.js';
import { ink } from './ink.js';
import { kaleidoscope } from './kaleidoscope.js';
import { liquid } from './liquid.js';
import { ridges } from './ridges.js';
import { rings } from './rings.js';
import { swarm } from './swarm.js';
import { tunnel } from './tunnel.js';

/** @type {Record<import('../model.js').VisualName, string>} */
export const SHADERS = { currents, aurora, swarm, kaleidoscope, ink, ridges, cells, rings, liquid, tunnel };
