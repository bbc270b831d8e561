/** The features in which the databases that speak PostgreSQL's protocol differ. */
export interface EngineFeatures {
  /** Advisory locks that end with the transaction; without them, rows are locked. */
  readonly advisoryLocks: boolean
  /** `for update skip locked`; without it, a claim checks its conditions again when it writes. */
  readonly skipLocked: boolean
  /** `listen` and `notify`, as a hint only; without them, a worker learns of writes at its next poll. */
  readonly notifications: boolean
  /** The state of a transaction can be read by its number (`pg_xact_status`). */
  readonly transactionStatus: boolean
  /** `lock table … in share mode`, which keeps all writers of a table out. */
  readonly tableLocks: boolean
  /** New rows of a full-text index wait in a list with a limit (`gin_pending_list_limit`). */
  readonly pendingList: boolean
  /** The extension `vector` can be installed. */
  readonly vectors: boolean
  /**
   * Tables are distributed over nodes by the partition of their rows. Collections without a partition
   * are on every node. Rows of several partitions are then never locked together: statements that
   * change them check their conditions again when they write.
   */
  readonly distributed: boolean
}

/** PostgreSQL, and services that are built on it: Aurora, AlloyDB, Neon, PlanetScale. */
export const postgresFeatures: EngineFeatures = {
  advisoryLocks: true,
  skipLocked: true,
  notifications: true,
  transactionStatus: true,
  tableLocks: true,
  pendingList: true,
  vectors: true,
  distributed: false,
}

/** The features of every engine: only rows, transactions and unique keys. */
export const plainFeatures: EngineFeatures = {
  advisoryLocks: false,
  skipLocked: false,
  notifications: false,
  transactionStatus: false,
  tableLocks: false,
  pendingList: false,
  vectors: false,
  distributed: false,
}

/**
 * Citus. Its advisory locks only work on one coordinator, and the number of a transaction says nothing
 * about its part on another node. The store does not rely on its table locks. Nobody has tested
 * whether an option of the coordinator limits the pending lists of the nodes.
 */
export const citusFeatures: EngineFeatures = {
  ...plainFeatures,
  skipLocked: true,
  notifications: true,
  distributed: true,
}
