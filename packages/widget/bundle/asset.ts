/** A file for browsers, in the form that the server serves. */
export interface Asset {
  /** Its path below the address that serves it: `assets/widget-1f0c….js`. */
  readonly path: string
  /** Its media type, such as `text/javascript; charset=utf-8`. */
  readonly type: string
  /** The text of the file. */
  readonly text: string
  /** Whether the name changes with the text, so that browsers may keep the file forever. */
  readonly immutable: boolean
}
