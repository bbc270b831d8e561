/** The features that only some of the databases that speak PostgreSQL's protocol have. */
export interface EngineFeatures {
  /** Advisory locks that end with the transaction; without them, rows are locked. */
  readonly advisoryLocks: boolean
  /** `for update skip locked`; without it, claims compare and set. */
  readonly skipLocked: boolean
  /** `listen` and `notify`, as a hint only; without them, a worker asks every few seconds. */
  readonly notifications: boolean
  /** The state of a transaction can be read by its number (`pg_xact_status`). */
  readonly transactionStatus: boolean
  /** `lock table … in share mode`, which keeps all writers of a table out. */
  readonly tableLocks: boolean
  /**
   * Tables are spread over nodes by the partition of their rows; collections without one are on every
   * node. Rows of several partitions are then never locked together: what changes them compares and
   * sets.
   */
  readonly distributed: boolean
}

/** PostgreSQL, and what is built of it: Aurora, AlloyDB, Neon, PlanetScale. */
export const postgresFeatures: EngineFeatures = {
  advisoryLocks: true,
  skipLocked: true,
  notifications: true,
  transactionStatus: true,
  tableLocks: true,
  distributed: false,
}

/** The features of every engine: nothing beyond rows, transactions and unique keys is relied upon. */
export const plainFeatures: EngineFeatures = {
  advisoryLocks: false,
  skipLocked: false,
  notifications: false,
  transactionStatus: false,
  tableLocks: false,
  distributed: false,
}

/**
 * Citus. Its advisory locks hold on one coordinator only, and the number of a transaction says nothing
 * of what it did on another node. Its locks of tables are not relied upon.
 */
export const citusFeatures: EngineFeatures = {
  advisoryLocks: false,
  skipLocked: true,
  notifications: true,
  transactionStatus: false,
  tableLocks: false,
  distributed: true,
}
