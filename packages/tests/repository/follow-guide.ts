import { readFileSync, writeFileSync } from 'node:fs'

const block = /^```(ts|diff) ((?:packages|docs)\/\S+)\n(.*?)^```$/gms

/**
 * Follows a guide in a copy of the repository, and returns the files that it wrote. A `ts` block with a
 * path is a new file. A `diff` block changes a file: its lines without `+` must occur there exactly
 * once, one after the other.
 */
export function followGuide(guide: string, copy: string): string[] {
  const written = new Set<string>()
  for (const [, kind, path = '', code = ''] of guide.matchAll(block)) {
    const file = `${copy}/${path}`
    writeFileSync(file, kind === 'ts' ? code : applyDiff(readFileSync(file, 'utf8'), code, path))
    written.add(path)
  }
  return [...written]
}

function applyDiff(text: string, diff: string, path: string): string {
  const lines = diff.split('\n').slice(0, -1)
  const before = toText(lines.filter((line) => !line.startsWith('+')))
  const parts = text.split(before)
  if (parts.length !== 2) {
    throw new Error(
      `The guide shows lines of ${path} that occur ${parts.length - 1} times there:\n${before}`,
    )
  }
  return parts.join(toText(lines.filter((line) => !line.startsWith('-'))))
}

/** Joins the lines of a diff without their first column. */
function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line.slice(1)}\n`).join('')
}
