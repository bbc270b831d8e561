/** A report of one piece of work of the worker, or of one sweep of old rows. */
export interface StepReport {
  /** When the work began, in milliseconds since the epoch. */
  readonly at: number
  /** The step, by its name in `WorkerReport`; `sweep` for the removal of old rows, once a minute. */
  readonly step: string
  /** The id of the workspace; null if the rows belong to several or to none. */
  readonly workspace: string | null
  /** `failed` if the work threw an error. Its rows are then due again when their lease ends. */
  readonly outcome: 'done' | 'failed'
  /** How many rows the piece of work was for, or how many old rows the sweep removed. */
  readonly rows: number
  /** The time that the work took, in milliseconds. */
  readonly durationMs: number
}
