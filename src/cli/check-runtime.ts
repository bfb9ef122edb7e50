// The launcher imports this file before any other: it runs everywhere, so that an old version of Node prints a
// sentence instead of a syntax error.
const { bun, deno, node } = process.versions;
const [major = 0, minor = 0] = node.split('.').map(Number);

function findProblem(): string | undefined {
  if (process.platform === 'win32')
    return 'tuispec does not run on Windows: it requires the pseudo-terminals of Linux or macOS. Use WSL.';
  const advice = 'Run it with Node 20.5 or later';
  if (bun !== undefined)
    return `tuispec does not run in Bun, which closes the terminals of its programs. ${advice}, without \`bun --bun\`.`;
  if (deno !== undefined)
    return `tuispec does not run in Deno, which loses what is typed into its programs. ${advice}.`;
  return major > 20 || (major === 20 && minor >= 5) ? undefined : `tuispec does not run on Node ${node}. ${advice}.`;
}

const problem = findProblem();
if (problem !== undefined) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}
