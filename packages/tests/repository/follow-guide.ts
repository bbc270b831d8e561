import { readFileSync, writeFileSync } from 'node:fs'

const block = /^```(ts|diff) ((?:packages|docs)\/\S+)\n(.*?)^```$/gms

/**
 * Does in a copy of the repository what a guide says: a block of `ts` with a path is a new file; one
 * of `diff` puts its `+` lines where they stand and takes the `-` lines away; all but the `+` lines stand
 * in the file exactly once. Gives the files it wrote.
 */
export function followGuide(guide: string, copy: string): string[] {
  const written = new Set<string>()
  for (const [, kind, path = '', code = ''] of guide.matchAll(block)) {
    const file = `${copy}/${path}`
    writeFileSync(file, kind === 'ts' ? code : changed(readFileSync(file, 'utf8'), code, path))
    written.add(path)
  }
  return [...written]
}

function changed(text: string, diff: string, path: string): string {
  const lines = diff.split('\n').slice(0, -1)
  const shown = lines.filter((line) => !line.startsWith('+'))
  const place = toText(shown)
  const parts = text.split(place)
  if (parts.length !== 2) {
    throw new Error(
      `The guide shows a place in ${path} that is there ${parts.length - 1} times:\n${place}`,
    )
  }
  return parts.join(toText(lines.filter((line) => !line.startsWith('-'))))
}

/** The text of the lines, without the mark in the first column of each. */
function toText(lines: readonly string[]): string {
  return lines.map((line) => `${line.slice(1)}\n`).join('')
}
