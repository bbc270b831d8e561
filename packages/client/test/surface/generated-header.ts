/** What stands above a file that a test writes. */
export const generatedHeader =
  '// biome-ignore-all format: written by test/surface.test.ts from the contract; `vitest -u` writes it anew.\n'
