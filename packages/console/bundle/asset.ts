/** A file for browsers, in the form that the server serves. */
export interface Asset {
  /** Below the address of the console: `assets/main-1F0C….js`. */
  readonly path: string
  /** Its media type, such as `text/javascript; charset=utf-8`. */
  readonly type: string
  /** The page has `%BASE%` in place of the path of the console. */
  readonly text: string
  /** Whether the name changes with the text, so that browsers may keep the file forever. */
  readonly immutable: boolean
}
