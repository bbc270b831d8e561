import { giveBackStep } from '../conversations/give-back.ts'
import { gradeStep } from '../conversations/grading/grade-conversations.ts'
import { notifyStep } from '../conversations/notify-team.ts'
import { embedStep } from '../knowledge/embed-passages.ts'
import { readStep } from '../knowledge/read-due-pages.ts'
import { finishStep } from '../privacy/finish-erasure.ts'
import { deliverStep } from '../webhooks/deliver.ts'
import { releaseStep } from '../webhooks/store-payloads.ts'
import type { Step } from '../worker/step.ts'
import type { StepWorker } from '../worker/worker.ts'

/** Runs the kit's background work, such as webhooks, notices, grading, knowledge pages and retention. */
export type Worker = StepWorker<WorkerReport>

/** The work of one `tick`, counted by step. */
export interface WorkerReport {
  /** Webhook payloads that were built. */
  readonly built: number
  /** Attempts to deliver a webhook. */
  readonly attempted: number
  /** Quiet conversations that were graded. */
  readonly graded: number
  /** Conversations that went back to the agent because no person answered. */
  readonly givenBack: number
  /** Notices that the host received. */
  readonly notified: number
  /** Knowledge pages that were read, or could not be read. */
  readonly read: number
  /** Documents and pages whose embeddings were updated. */
  readonly embedded: number
  /** Unfinished erasures that the worker completed. */
  readonly finished: number
}

/** The options of a {@link Worker}. */
export interface WorkerOptions {
  /**
   * The longest time between two searches for due work, in milliseconds. The worker searches sooner if
   * the store reports a write, or if the worker knows when work is due. Default 5,000.
   */
  readonly pollMs?: number | undefined
  /**
   * How many webhook attempts run in parallel. Workspaces share this number: a single workspace uses at
   * most a fifth of it. Default 1,024.
   */
  readonly concurrency?: number | undefined
  /** How many knowledge pages are read in parallel. Workspaces share this number too. Default 16. */
  readonly readings?: number | undefined
}

/** The steps of a server kit's worker, by their names in its report. */
export function workerSteps(
  { concurrency = 1_024, readings = 16 }: WorkerOptions,
  { hasNotify, hasModel }: { readonly hasNotify: boolean; readonly hasModel: boolean },
): Readonly<Record<keyof WorkerReport, Step>> {
  return {
    built: releaseStep,
    attempted: deliverStep(concurrency),
    graded: gradeStep,
    givenBack: giveBackStep,
    notified: notifyStep(hasNotify),
    read: readStep(readings),
    embedded: embedStep(hasModel),
    finished: finishStep,
  }
}
