/** What only some of the databases that speak PostgreSQL's protocol have. */
export interface EngineFeatures {
  /** Advisory locks that end with the transaction; without them, rows are locked. */
  readonly advisoryLocks: boolean
  /** `for update skip locked`; without it, claims compare and set. */
  readonly skipLocked: boolean
  /** The state of a transaction can be read by its number (`pg_xact_status`). */
  readonly transactionStatus: boolean
}

/** PostgreSQL, and what is built of it: Aurora, AlloyDB, Neon, PlanetScale. */
export const postgresFeatures: EngineFeatures = {
  advisoryLocks: true,
  skipLocked: true,
  transactionStatus: true,
}

/** What every engine has: no feature beyond rows, transactions and unique keys is relied upon. */
export const plainFeatures: EngineFeatures = {
  advisoryLocks: false,
  skipLocked: false,
  transactionStatus: false,
}
