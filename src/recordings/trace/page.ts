import { createHash } from 'node:crypto';
import { escapeMarkup } from '../../pictures/svg.js';
import type { HeaderData } from '../../viewer/format.js';
import type { Failure, SummaryRequest } from './summary.js';

/** The content of a trace. */
export interface PageContent {
  readonly header: HeaderData;
  /** Compressed events, as base64. */
  readonly segments: readonly string[];
  readonly failure: Failure | undefined;
  readonly requests: readonly SummaryRequest[];
  readonly screen: string;
  readonly script: string;
  readonly style: string;
}

/** Renders the HTML file of a trace. It also shows the failure without scripts and styles. */
export function renderPage(content: PageContent): string {
  const { header, segments, failure, script, style } = content;
  const policy = [
    "default-src 'none'",
    `script-src '${computeHash(script)}'`,
    `style-src '${computeHash(style)}'`,
    'img-src data:',
    'font-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const title = `${failure === undefined ? '✓' : '✗'} ${header.title}`;
  const blocks = segments.map((packed) => `<script type="application/gzip+base64">${packed}</script>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="dark light">
<meta name="generator" content="tuispec ${escapeMarkup(header.version)}">
<title>${escapeMarkup(title)}</title>
<link rel="icon" href="${createIconUrl(failure !== undefined)}">
<style>${style}</style>
</head>
<body>
${renderStaticPart(content)}
<script type="application/json" id="header">${toSafeJson(header)}</script>
${blocks.join('\n')}
<script>${script}</script>
</body>
</html>
`;
}

const computeHash = (text: string): string => `sha256-${createHash('sha256').update(text).digest('base64')}`;

/** Converts a value to JSON that cannot end the element that contains it. */
const toSafeJson = (value: object): string => JSON.stringify(value).replaceAll('<', '\\u003c');

function createIconUrl(hasFailed: boolean): string {
  const color = hasFailed ? '%23e5484d' : '%2330a46c';
  const svg = `%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'%3E%3Crect width='16' height='16' rx='4' fill='${color}'/%3E%3C/svg%3E`;
  return `data:image/svg+xml,${svg}`;
}

function renderStaticPart({ header, failure, requests, screen }: PageContent): string {
  const heading = failure === undefined ? `✓ ${header.title}` : `✗ ${failure.method} failed`;
  const message = failure === undefined ? 'No request failed.' : failure.message;
  const items = (failure?.requests ?? requests).map(describeRequest);
  return `<main id="static">
<h1>${escapeMarkup(heading)}</h1>
<p>${escapeMarkup(message)}</p>
<h2>Screen</h2>
<pre tabindex="0">
${escapeLines(failure?.screen ?? screen)}
</pre>
<h2>Last requests</h2>
<ul>
${items.map((item) => `<li>${escapeMarkup(item)}</li>`).join('\n')}
</ul>
<p>${escapeMarkup([header.name, ...header.notes].join(' · '))}</p>
</main>`;
}

function describeRequest({ id, method, argument, durationMs, hasFailed }: SummaryRequest): string {
  const duration = durationMs === undefined ? 'no response' : `${Math.round(durationMs)} ms`;
  return `${hasFailed ? '✗' : '✓'} ${id} ${method} ${argument} (${duration})`.replaceAll('  ', ' ');
}

const escapeLines = (text: string): string => text.split('\n').map(escapeMarkup).join('\n');
