// Draws a window with a title bar around the screen of an SVG: window.ts SCREEN.svg WINDOW.svg.
import { readFileSync, writeFileSync } from 'node:fs';

const [, , from = '', to = ''] = process.argv;
const screen = readFileSync(from, 'utf8');
const [, width = 0, height = 0] = (/width="(\d+)" height="(\d+)"/.exec(screen) ?? []).map(Number);
const [side, bar] = [20, 44];
const [outerWidth, outerHeight] = [width + 2 * side, height + bar + side];
const dots = ['#ff5f57', '#febc2e', '#28c840'].map(
  (fill, at) => `<circle cx="${22 + 20 * at}" cy="22" r="6" fill="${fill}"/>`,
);
writeFileSync(
  to,
  `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}" height="${outerHeight}" viewBox="0 0 ${outerWidth} ${outerHeight}">
<rect width="${outerWidth}" height="${outerHeight}" rx="10" fill="#0c0c0c" stroke="#3c3c3c"/>${dots.join('')}
${screen.replace('<svg ', `<svg x="${side}" y="${bar}" `)}</svg>
`,
);
