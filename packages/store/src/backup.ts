/** Where a backup goes. */
export interface BackupOptions {
  /**
   * The path of the file to write, in a directory that exists. The file appears once it is complete and
   * checked, and only its owner may read it.
   */
  readonly file: string
  /** Whether to replace a file that exists. Default: the backup is refused. */
  readonly overwrite?: boolean | undefined
  /** Called from time to time with the progress so far. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  /** Ends the backup with the reason of the signal, and removes what it wrote. */
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

/** A backup that was written and checked. */
export interface BackupReport {
  /** The path of the file, from the root. */
  readonly file: string
  /** Its size. */
  readonly bytes: number
  /** The version of the schema in it. A store that knows this version, or a later one, opens it. */
  readonly schemaVersion: number
}
