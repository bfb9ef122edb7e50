import { expect, test } from 'vitest';
import { proofs, sections } from '../../src/tests/support/promises.js';

test('every promise of a finished section has a proof', () => {
  const finished = Object.values(sections).filter((section) => section.finished);
  const promised = finished.flatMap(({ promises }) => Object.keys(promises));
  expect(promised.length).toBeGreaterThan(0);
  expect(promised.filter((id) => !proofs.has(id))).toEqual([]);
});

test('every proof names a promise', () => {
  const promised = new Set(Object.values(sections).flatMap(({ promises }) => Object.keys(promises)));
  const unknown = [...proofs].filter(([id]) => !promised.has(id)).map(([id, paths]) => `${paths.join(', ')}: ${id}`);
  expect(unknown).toEqual([]);
});

test('an id begins with the number of its section', () => {
  const misplaced = Object.entries(sections).flatMap(([number, { promises }]) =>
    Object.keys(promises).filter((id) => !id.startsWith(`${number}.`)),
  );
  expect(misplaced).toEqual([]);
});

test('a promise is proven by a test that always runs, or says why it is not', () => {
  const isHeavy = (path: string): boolean => path.endsWith('.heavy.test.ts');
  const heavyOnly = [...proofs].filter(([, paths]) => paths.every(isHeavy)).map(([id]) => id);
  const explained = Object.values(sections).flatMap(({ heavy = {} }) => Object.keys(heavy));
  expect(explained.toSorted()).toEqual(heavyOnly.toSorted());
});
