import type { Writable } from 'node:stream'

/** The streams and environment variables of a command, as `process` has them. */
export interface Terminal {
  /** The stream for results, and for nothing else. */
  readonly stdout: Writable & { readonly isTTY?: boolean | undefined }
  /** The stream for messages, progress and logs. */
  readonly stderr: Writable & { readonly isTTY?: boolean | undefined }
  /** The environment variables. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** How a person runs the command here, such as `npx doorkit`. Default: `doorkit`. */
  readonly command?: string | undefined
  /**
   * Called once by `serve`, when the server is ready, for a program that serves something else too.
   * Returns rows of a label and a text, which `serve` prints above its own links, unless it prints JSON.
   */
  readonly onServing?:
    | ((served: {
        /** The address without a path, such as `http://127.0.0.1:4010`. */
        readonly origin: string
        /** The live workspace; null if `serve` created no API key. */
        readonly workspace: string | null
      }) => Promise<readonly (readonly [label: string, text: string])[]>)
    | undefined
}

/** Writes the result of a command: one line of JSON, or text for people. */
export function print(
  terminal: Terminal,
  json: boolean | undefined,
  result: unknown,
  text: string,
): void {
  terminal.stdout.write(`${printable(json ? JSON.stringify(result) : text)}\n`)
}

// Control characters other than line feed and tab; and characters that change the text direction.
const controlCharacters = /[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu

/**
 * Escapes the characters that control a terminal, because visitors and customers wrote parts of the
 * text. JSON keeps its meaning.
 */
export function printable(text: string): string {
  return text.replace(controlCharacters, escaped)
}

/** Puts a text on one line, and escapes the characters that control a terminal. */
export function onOneLine(text: string): string {
  return printable(text.replace(/\s+/g, ' ').trim())
}

const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/** Lays out rows in columns, each as wide as its widest cell. A cell stays on its line. */
export function columns(cells: readonly (readonly string[])[]): string {
  const rows = cells.map((row) => row.map((cell) => printable(cell).replace(/[\n\t]/g, escaped)))
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
