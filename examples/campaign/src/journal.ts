import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Entries of a file, one JSON document a line: what a crash cut off in its last line is left out. */
export function openJournal<Entry>(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  const entries = lines.map((line) => JSON.parse(line) as Entry)
  return {
    /** Those of earlier runs, and what was added since. */
    entries: entries as readonly Entry[],
    add(entry: Entry): void {
      appendFileSync(file, `${JSON.stringify(entry)}\n`)
      entries.push(entry)
    },
    remove: () => rmSync(file),
  }
}
