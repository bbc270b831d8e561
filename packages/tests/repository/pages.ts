import { globSync, readFileSync } from 'node:fs'

/** The folder of the repository. */
export const root = new URL('../../../', import.meta.url)

/** A page of the documentation. */
export interface Page {
  /** Its path from the root. */
  readonly path: string
  readonly text: string
}

/** Reads a file of the repository as text. */
export function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8')
}

/** Every page of the documentation. */
export const pages: readonly Page[] = globSync(
  '{,docs/,docs/guides/,packages/*/,packages/*/skills/*/,examples/*/}*.md',
  {
    cwd: root,
  },
).map((path) => ({ path, text: read(path) }))
