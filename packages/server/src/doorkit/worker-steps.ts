import { gradeStep } from '../conversations/grading/grade-quiet.ts'
import { readStep } from '../knowledge/read-source.ts'
import { finishStep } from '../privacy/finish-erasure.ts'
import { deliverStep } from '../webhooks/deliver.ts'
import { releaseStep } from '../webhooks/release-events.ts'
import type { Step } from '../worker/step.ts'
import type { StepWorker } from '../worker/worker.ts'

/** Does what requests leave behind: webhooks, grading, readings of pages, forgetting. */
export type Worker = StepWorker<WorkerReport>

/** The counts of one pass. */
export interface WorkerReport {
  /** Payloads of events that were built. */
  readonly built: number
  /** Deliveries that were attempted. */
  readonly attempted: number
  /** Conversations that went quiet and were graded. */
  readonly graded: number
  /** Knowledge pages that were read, or could not be. */
  readonly read: number
  /** Erasures whose last steps were done. */
  readonly finished: number
}

/** How a {@link Worker} works. */
export interface WorkerOptions {
  /**
   * The longest time between two looks for due work, in milliseconds. What this process writes, and
   * what is known to fall due, is looked for when it is due. Default 5,000.
   */
  readonly pollMs?: number | undefined
  /**
   * Attempts to deliver that are under way at once. Workspaces share them: one that is alone gets
   * a fifth. Default 1,024.
   */
  readonly concurrency?: number | undefined
  /** Pages being read at once. Workspaces share them in the same way. Default 16. */
  readonly readings?: number | undefined
}

/** The steps of the worker of a server kit, by the names of the counts in its report. */
export function workerSteps({
  concurrency = 1_024,
  readings = 16,
}: WorkerOptions): Readonly<Record<keyof WorkerReport, Step>> {
  return {
    built: releaseStep,
    attempted: deliverStep(concurrency),
    graded: gradeStep,
    read: readStep(readings),
    finished: finishStep,
  }
}
