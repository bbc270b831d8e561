// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { ExperimentId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** The results of a variant, with their uncertainty. */
export interface VariantResults {
  /** How many visitors saw the variant. */
  views: number
  /** How many visitors reached each of `chats`, `leads` and `meetings`. */
  stages: Record<string, number>
  /** The mean of the posterior of the rate. */
  rate: number
  /** The lower end of the 95 % interval of the rate. */
  rate_low: number
  /** The upper end of the 95 % interval of the rate. */
  rate_high: number
  /** The probability that the variant beats the control. Null for the control. */
  chance_beats_current: number | null
  /** The difference from the control's rate, as a fraction of that rate: 0.25 is a quarter more. */
  lift: number
  /**
   * When something was last counted for the variant; before the first count, when the variant was
   * created. An ISO 8601 time.
   */
  computed_at: string
}

/** A variant of an opening test: one opening. */
export interface Variant {
  id: `var_${string}`
  object: 'variant'
  name: string
  /** Whether this is the opening that the others are compared with. */
  control: boolean
  headline: string
  buttons: {
    label: string
    message: string
    /** Whether the button can no longer change, because the test has started. */
    locked: boolean
  }[]
  /** The idea behind the variant. */
  angle: string | null
  /** An ISO 8601 time. */
  created_at: string
  results: VariantResults
}

/** An opening test. */
export interface Experiment {
  id: `exp_${string}`
  object: 'experiment'
  name: string
  status:
    | 'draft'
    | 'ready'
    | 'running'
    | 'winner_found'
    | 'applied'
    | 'stopped'
    | 'paused'
    | 'failed'
    | 'invalidated'
    | (string & {})
  /** Details of the status, such as why the test ended. */
  internal_status: string
  /** The paths of the pages that the test runs on. */
  pages: string[]
  /** The stage that counts as a conversion. */
  metric: 'chats' | 'leads' | 'meetings' | (string & {})
  /** The assumption that the test checks. */
  hypothesis: string | null
  /** The variant that won or was promoted; null if there is none. */
  winner: `var_${string}` | null
  /**
   * The verdict on the winner or the leading variant; null until the test ends, and for a test that
   * never started.
   */
  verdict: 'better' | 'worse' | 'no_difference' | 'inconclusive' | (string & {}) | null
  /** An ISO 8601 time. */
  created_at: string
  /** When the test first began to run. An ISO 8601 time. */
  started_at: string | null
  /** When the test stopped counting for good. An ISO 8601 time. */
  ended_at: string | null
  /** When a variant became the opening of the pages. An ISO 8601 time. */
  applied_at: string | null
  /** The control first. */
  variants: Variant[]
  /** The comparison behind the verdict; null without a comparison. */
  result: unknown
}

/**
 * An opening test to create. Its headline and buttons describe the control: send the current
 * opening of the pages.
 */
export interface ExperimentCreate {
  /** 1 to 120 characters. */
  name: string
  /** The paths of the pages that the test runs on. 1 to 50 items. No duplicates. */
  pages: readonly string[]
  /** Default: `'chats'`. */
  metric?: 'chats' | 'leads' | 'meetings' | undefined
  /** At most 1,000 characters. */
  hypothesis?: string | undefined
  /** The headline of the opening. 1 to 200 characters. */
  headline: string
  /** At most 4 items. */
  buttons?: readonly {
    /** 1 to 60 characters. */
    label: string
    /** 1 to 500 characters. */
    message: string
  }[] | undefined
}

/** A variant to try against the control. */
export interface VariantPropose {
  /** The headline of the opening. 1 to 200 characters. */
  headline: string
  /** At most 4 items. */
  buttons?: readonly {
    /** 1 to 60 characters. */
    label: string
    /** 1 to 500 characters. */
    message: string
  }[] | undefined
  /** 1 to 120 characters. */
  name?: string | undefined
  /** At most 1,000 characters. */
  hypothesis?: string | undefined
}

/** The variant that is to become the opening of the test's pages. */
export interface VariantPromote {
  variant: `var_${string}`
}

/** Opening tests: variants of what visitors see before they chat. */
export interface Experiments {
  /**
   * List opening tests, newest first.
   *
   * Scope `experiments:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { name, status } of doorkit.experiments.list()) console.log(name, status)
   * ```
   */
  list(query?: PageQuery, options?: ListOptions): ListCall<Experiment>
  /**
   * Create an opening test with its control, as a draft.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const test = await doorkit.experiments.create({
   *   name: 'Pricing page',
   *   pages: ['/pricing'],
   *   headline: 'How can we help?',
   * })
   * console.log(test.id, test.status)
   * ```
   */
  create(input: ExperimentCreate, options?: WriteOptions): Call<Experiment>
  /**
   * Fetch one opening test with its variants and results.
   *
   * Scope `experiments:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { variants } = await doorkit.experiments.get(experimentId)
   * for (const { headline, results } of variants) console.log(headline, results.rate)
   * ```
   */
  get(id: ExperimentId | (string & {}), options?: CallOptions): Call<Experiment>
  /**
   * Start a test: show its variants to visitors.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, started_at } = await doorkit.experiments.start(experimentId)
   * console.log(status, started_at)
   * ```
   */
  start(id: ExperimentId | (string & {}), options?: WriteOptions): Call<Experiment>
  /**
   * Pause a running test.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status } = await doorkit.experiments.pause(experimentId)
   * console.log(status)
   * ```
   */
  pause(id: ExperimentId | (string & {}), options?: WriteOptions): Call<Experiment>
  /**
   * Resume a paused test.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status } = await doorkit.experiments.resume(experimentId)
   * console.log(status)
   * ```
   */
  resume(id: ExperimentId | (string & {}), options?: WriteOptions): Call<Experiment>
  /**
   * End a test for good.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, verdict } = await doorkit.experiments.stop(experimentId)
   * console.log(status, verdict)
   * ```
   */
  stop(id: ExperimentId | (string & {}), options?: WriteOptions): Call<Experiment>
  /**
   * Propose a variant to try against the control.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { variants } = await doorkit.experiments.proposeVariant(experimentId, {
   *   headline: 'Ask us anything',
   *   buttons: [{ label: 'Prices', message: 'What does it cost?' }],
   * })
   * console.log(variants.length)
   * ```
   */
  proposeVariant(id: ExperimentId | (string & {}), input: VariantPropose, options?: WriteOptions): Call<Experiment>
  /**
   * Make a variant the opening of the test's pages, if there is enough evidence for it.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const test = await doorkit.experiments.promote(experimentId, { variant: variantId })
   * console.log(test.status, test.applied_at)
   * ```
   */
  promote(id: ExperimentId | (string & {}), input: VariantPromote, options?: WriteOptions): Call<Experiment>
  /**
   * Make the winner the opening of the test's pages.
   *
   * Scope `experiments:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { status, winner } = await doorkit.experiments.applyWinner(experimentId)
   * console.log(status, winner)
   * ```
   */
  applyWinner(id: ExperimentId | (string & {}), options?: WriteOptions): Call<Experiment>
}
