/** How to write a backup. */
export interface BackupOptions {
  /**
   * The path of the file to write, in a directory that exists. The file appears once it is complete and
   * checked, and only its owner may read it.
   */
  readonly file: string
  /** Whether to replace a file that exists. If not, the backup is refused. Default: false. */
  readonly overwrite?: boolean | undefined
  /** Called from time to time with the progress. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  /** Ends the backup with the reason of the signal, and removes the unfinished file. */
  readonly signal?: AbortSignal | undefined
}

/** The progress of a backup. */
export interface BackupProgress {
  /** A backup is written first, and then read to check it. */
  readonly phase: 'copying' | 'checking'
  /** How many bytes were written. */
  readonly bytes: number
  /** How many bytes there will be. */
  readonly totalBytes: number
}

/** A complete and checked backup. */
export interface BackupReport {
  /** The absolute path of the file. */
  readonly file: string
  /** The size of the file. */
  readonly bytes: number
  /** The version of the schema. A store that knows this version, or a later one, can open the file. */
  readonly schemaVersion: number
}
