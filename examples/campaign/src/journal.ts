import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/** Opens a file of entries, one JSON document per line. A last line that a crash cut off is ignored. */
export function openJournal<Entry>(file: string) {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
  writeFileSync(file, lines.map((line) => `${line}\n`).join(''))
  const entries = lines.map((line) => JSON.parse(line) as Entry)
  return {
    /** The entries of earlier runs and of this one. */
    entries: entries as readonly Entry[],
    add(entry: Entry): void {
      appendFileSync(file, `${JSON.stringify(entry)}\n`)
      entries.push(entry)
    },
    remove: () => rmSync(file),
  }
}
