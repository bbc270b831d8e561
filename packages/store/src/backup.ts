/** Where a backup goes. */
export interface BackupOptions {
  /**
   * The path of the file to write, in a directory that exists. It appears there once it is whole and
   * checked, and only its owner may read it.
   */
  readonly file: string
  /** Whether a file that is there is replaced. Default: it is refused. */
  readonly overwrite?: boolean | undefined
  /** Called now and then with how far it is. */
  readonly onProgress?: ((progress: BackupProgress) => void) | undefined
  /** Ends the backup with the reason of the signal, and leaves nothing of it. */
  readonly signal?: AbortSignal | undefined
}

/** How far a backup is. */
export interface BackupProgress {
  /** The file is written, and then read once more to check it. */
  readonly phase: 'copying' | 'checking'
  /** How many bytes were written. */
  readonly bytes: number
  /** How many there will be. */
  readonly totalBytes: number
}

/** A backup that was written and checked. */
export interface BackupReport {
  /** The path of the file, from the root. */
  readonly file: string
  /** Its size. */
  readonly bytes: number
  /** The version of the schema in it: that version of Doorkit, or a later one, opens it. */
  readonly schemaVersion: number
}
