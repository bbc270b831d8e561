import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { repository } from './repository.ts'

const cellsOf = (line = '') =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The runtimes on which a package works according to docs/runtimes.md, found by the start of its row. */
export function promisedRuntimes(head: string): string[] {
  const lines = readFileSync(join(repository, 'docs/runtimes.md'), 'utf8').split('\n')
  const [, ...runtimes] = cellsOf(lines.find((line) => line.startsWith('| Package')))
  const [, ...cells] = cellsOf(lines.find((line) => line.startsWith(`| ${head}`)))
  return runtimes.filter((_, at) => cells[at]?.startsWith('yes'))
}
