/** A file for browsers, in the form that the server serves. */
export interface Asset {
  /** The path below the address of the console: `assets/main-1F0C….js`. */
  readonly path: string
  /** The media type, such as `text/javascript; charset=utf-8`. */
  readonly type: string
  /** The content. In `index.html`, `%BASE%` stands for the path of the console. */
  readonly text: string
  /** Whether the name changes with the text, so that browsers may keep the file forever. */
  readonly immutable: boolean
}
