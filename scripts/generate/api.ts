import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

// The files whose exports users see, in the order of the page.
const files = [
  'client/launch.ts',
  'client/terminal.ts',
  'client/locator.ts',
  'client/assertions.ts',
  'client/cost.ts',
  'client/cost-assertions.ts',
  'client/terminal-options.ts',
  'client/assertion.ts',
  'client/errors.ts',
  'client/vitest/test.ts',
  'client/vitest/terminal-factory.ts',
  'client/vitest/expect.ts',
];

const head = `# API of the library

Generated from the comments in \`src/client\` and \`src/client/vitest\` by \`npm run generate\`; do not edit. The [guide](README.md) explains how the parts work together. Members that are left out of
an options object have their default. Rows and columns are 1-based, times are in milliseconds. The types \`wire.…\` are those of [requests](../../schemas/README.md), which describe the results (\`wire.…Result\`)
and notifications too.
`;

/** Creates the API page of the library: src/client/API.md. */
export function createApiPage(): string {
  const entries = [listEntryNames('client/index.ts'), listEntryNames('client/vitest/index.ts')].flat();
  const sections = files.flatMap((file) => sectionsOf(file, new Set(entries)));
  const members = sections.join('\n');
  return [head, ...sections, ...wireSectionsOf(members)].join('\n');
}

/** The types of requests that options name, such as `wire.Modes`, and those that these consist of. */
function wireSectionsOf(members: string): string[] {
  const declared = new Map(
    parseSource('client/generated/wire.ts').statements.flatMap((statement) => {
      const name = nameOf(statement);
      return name === undefined || /(?:Params|Results?|Notification|MethodName)$/.test(name)
        ? []
        : [[name, statement] as const];
    }),
  );
  const sections = new Map<string, string>();
  const visit = (name: string): void => {
    const statement = declared.get(name);
    if (statement === undefined || sections.has(name)) return;
    sections.set(name, '');
    const section = sectionOf(statement, name);
    sections.set(name, section.replace('## ', '## wire.'));
    for (const [code] of section.matchAll(/```ts[\s\S]*?```|`[^`\n]+`/g))
      for (const [word] of code.matchAll(/\b[A-Z]\w+/g)) visit(word);
  };
  for (const [, name = ''] of members.matchAll(/\bwire\.(\w+)/g)) visit(name);
  return [...sections.values()];
}

const parseSource = (file: string): ts.SourceFile => {
  const path = join('src', file);
  return ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
};

/** The names that an entry point exports; `*` means a whole file. */
function listEntryNames(file: string): string[] {
  return parseSource(file).statements.flatMap((statement) => {
    if (!ts.isExportDeclaration(statement)) return [];
    if (statement.exportClause === undefined) return [`* ${statement.moduleSpecifier?.getText() ?? ''}`];
    return ts.isNamedExports(statement.exportClause)
      ? statement.exportClause.elements.map(({ propertyName, name }) => (propertyName ?? name).getText())
      : [];
  });
}

function sectionsOf(file: string, exported: ReadonlySet<string>): string[] {
  const isWhole = [...exported].some(
    (name) => name.startsWith('* ') && name.includes(`/${file.split('/').at(-1)?.slice(0, -3)}.js`),
  );
  return parseSource(file).statements.flatMap((statement) => {
    const name = nameOf(statement);
    return name !== undefined && (isWhole || exported.has(name)) ? [sectionOf(statement, name)] : [];
  });
}

function nameOf(statement: ts.Statement): string | undefined {
  if (ts.isVariableStatement(statement)) return statement.declarationList.declarations[0]?.name.getText();
  const isNamed =
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isFunctionDeclaration(statement);
  return isNamed ? statement.name?.getText() : undefined;
}

// Both entry points have an `expect`.
const titleOf = (statement: ts.Statement, name: string): string =>
  name === 'expect' && statement.getSourceFile().fileName.includes('/vitest/') ? 'expect of tuispec/vitest' : name;

function sectionOf(statement: ts.Statement, name: string): string {
  const lines = [`## ${titleOf(statement, name)}\n`, `${docOf(statement)}\n`];
  if (ts.isClassDeclaration(statement) || ts.isInterfaceDeclaration(statement)) {
    const base = statement.heritageClauses?.map((clause) =>
      clause.types.map((type) => `\`${type.getText()}\``).join(', '),
    );
    if (base !== undefined) lines.push(`Extends ${base.join(', ')}.\n`);
    const rows = [...statement.members]
      .filter(isPublic)
      .map((member) => `| ${codeOf(signatureOf(member))} | ${cellOf(docOf(member))} |`);
    if (rows.length > 0) lines.push('| Member | Meaning |', '|---|---|', ...rows, '');
  } else lines.push(`\`\`\`ts\n${signatureOf(statement)}\n\`\`\`\n`);
  return lines.join('\n');
}

function isPublic(member: ts.Node): boolean {
  if (ts.isConstructorDeclaration(member) || docOf(member).startsWith('@internal')) return false;
  const { name } = member as ts.NamedDeclaration;
  return name === undefined ? ts.isCallSignatureDeclaration(member) : !ts.isPrivateIdentifier(name);
}

/** The declaration without comments, modifiers and body. */
function signatureOf(node: ts.Node): string {
  if (ts.isVariableStatement(node)) {
    const [declaration] = node.declarationList.declarations;
    const arrow = declaration?.initializer;
    if (arrow !== undefined && ts.isArrowFunction(arrow)) return `${declaration?.name.getText()}${callOf(arrow)}`;
    return `${declaration?.name.getText()}: ${declaration?.type?.getText() ?? 'Expect'}`;
  }
  if (ts.isTypeAliasDeclaration(node)) return node.type.getText();
  if (ts.isPropertySignature(node) || ts.isPropertyDeclaration(node))
    return `${node.name.getText()}${node.questionToken === undefined ? '' : '?'}: ${typeText(node.type)}`;
  if (ts.isGetAccessor(node)) return `${node.name.getText()}: ${typeText(node.type)}`;
  if (ts.isCallSignatureDeclaration(node)) return callOf(node);
  const callable = node as ts.MethodDeclaration;
  return `${callable.name.getText()}${typeParametersOf(callable)}${callOf(callable)}`;
}

const typeParametersOf = ({ typeParameters }: ts.SignatureDeclaration): string =>
  typeParameters === undefined ? '' : `<${typeParameters.map((parameter) => parameter.getText()).join(', ')}>`;

function callOf(node: ts.SignatureDeclaration): string {
  const parameters = node.parameters.map((parameter) => {
    const isOptional = parameter.initializer !== undefined || parameter.questionToken !== undefined;
    const name = ts.isIdentifier(parameter.name) ? parameter.name.getText() : 'options';
    const type = typeText(parameter.type) || typeof parameter.initializer?.getText();
    const literal = parameter.type === undefined ? inferLiteralType(parameter.initializer) : type;
    return `${parameter.dotDotDotToken === undefined ? '' : '...'}${name}${isOptional ? '?' : ''}: ${literal}`;
  });
  return `(${parameters.join(', ')}): ${typeText(node.type)}`;
}

const inferLiteralType = (value: ts.Expression | undefined): string =>
  value?.kind === ts.SyntaxKind.TrueKeyword || value?.kind === ts.SyntaxKind.FalseKeyword ? 'boolean' : 'number';

const typeText = (type: ts.TypeNode | undefined): string =>
  (type?.getText() ?? '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ \| undefined\b/g, '')
    .replaceAll(/\breadonly /g, '');

function docOf(node: ts.Node): string {
  const text = node.getSourceFile().text;
  const comments = ts.getLeadingCommentRanges(text, node.getFullStart()) ?? [];
  const last = comments.map(({ pos, end }) => text.slice(pos, end)).findLast((comment) => comment.startsWith('/**'));
  return (last ?? '')
    .replaceAll(/^\/\*\*|\*\/$/g, '')
    .replaceAll(/\s*\n\s*\*\s?/g, ' ')
    .trim();
}

const codeOf = (signature: string): string => `\`${signature.replaceAll('|', '\\|')}\``;
const cellOf = (text: string): string => text.replaceAll('|', '\\|');
