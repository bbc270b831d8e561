import type { Writable } from 'node:stream'

/** The streams and variables of a command. `process` is one. */
export interface Terminal {
  /** Results, and nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined }
  /** Messages, progress and logs. */
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined }
  /** The variables of the environment. */
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Writes the result of a command: one line of JSON, or text for people. */
export function print(terminal: Terminal, json: boolean, result: unknown, text: string): void {
  terminal.stdout.write(`${json ? JSON.stringify(result) : text}\n`)
}

/** Lays out rows in columns, each as wide as its widest cell. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths: number[] = []
  for (const row of rows) {
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, cell.length)
    })
  }
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
