import type { BackupOptions, BackupReport, MigrateOptions, MigrationReport } from '@doorkit/store'
import type { ApiKeys } from '../admin/api-keys.ts'
import type { Diagnosis } from '../admin/diagnose-deployment.ts'
import type { MasterKeys } from '../admin/master-keys.ts'
import type { ReadUsage } from '../admin/read-usage.ts'
import type { SiteKeys } from '../admin/site-keys.ts'
import type { Workspaces } from '../admin/workspaces.ts'
import type { ChatTurns } from '../chat/cancel-turn.ts'
import type { ConsoleOptions } from '../console/console-options.ts'
import type { RetentionRunner } from '../privacy/host-retention.ts'
import type { Privacy } from '../privacy/manage-privacy.ts'
import type { People } from '../recorder/manage-people.ts'
import type { Recorder } from '../recorder/recorder.ts'
import type { Requests } from '../requests/request-log.ts'
import type { Previews } from '../site/preview-tokens.ts'
import type { CalendarOptions } from './serve-calendar.ts'
import type { Console } from './serve-console.ts'
import type { ServedApi } from './serve-requests.ts'
import type { Worker } from './worker-steps.ts'

/** A running server kit. */
export interface Doorkit extends ServedApi {
  /** Creates, reads and changes workspaces, in code. */
  readonly workspaces: Workspaces
  /** Creates, lists and revokes API keys and access tokens, in code. */
  readonly keys: ApiKeys
  /**
   * The API that the pages of websites call. Mount it like this kit, with `toExpress(doorkit.site)`.
   */
  readonly site: ServedApi & Previews
  /**
   * Makes the console: the team's screens, such as the inbox, contacts and webhooks. Mount it like this
   * kit, at a path of its own.
   */
  console(options: ConsoleOptions): Console
  /** Lists, changes and replaces the keys that the pages of websites use, in code. */
  readonly siteKeys: SiteKeys
  /** Reads the latest requests of a workspace, in code. */
  readonly requests: Requests
  /** Shows which master keys the store needs, and seals its secrets again with the newest one. */
  readonly masterKeys: MasterKeys
  /** Exports and erases everything that is stored about one person, in code. */
  readonly privacy: Privacy
  /** Counts and removes rows that are older than the option `retention` allows. */
  readonly retention: RetentionRunner
  /** Cancels turns of the agent, in code. */
  readonly turns: ChatTurns
  /**
   * Reads how many tokens the agent of a workspace used, by day and model, the oldest day first. A day
   * on which no turn reported tokens has no entry. Usage is stored for 400 days.
   *
   * @throws KitError `not_found` for an unknown workspace, `invalid_input` for an invalid day.
   */
  readonly usage: ReadUsage
  /**
   * Does the kit's background work, such as sending webhooks, reading pages and removing old rows. Start
   * it in one or more processes.
   */
  readonly worker: Worker
  /** Returns the functions that store what the host reports about a workspace. */
  record(workspace: string): Recorder
  /**
   * Receives the webhooks of a calendar: a booking, a move or a cancellation changes the meetings of
   * the workspace. Mount it like this kit, at a path of its own.
   */
  calendar(options: CalendarOptions): ServedApi
  /** Lets people of the host's team answer the visitors of a workspace. */
  people(workspace: string): People
  /**
   * Checks the deployment: schema, master keys, API keys, clock, origins, addresses of endpoints, failed
   * deliveries and overdue work. Each problem or warning says what to do.
   */
  diagnose(): Promise<Diagnosis[]>
  /**
   * Writes the metrics of this process, and of the work that waits in the store, as OpenMetrics text.
   * Serve the text to Prometheus at an address of your own, with `metricsContentType`. No label
   * contains an id. It never rejects: if the store does not answer within 5 seconds, the text has no
   * metrics of the store, and `doorkit_store_reachable` is 0.
   */
  metrics(): Promise<string>
  /** Migrates the store to the kit's schema, or reports what a migration would change. */
  migrate(options?: MigrateOptions): Promise<MigrationReport>
  /**
   * Writes a consistent copy of the store to a file while the kit keeps serving. It changes nothing in
   * the store, so it can run before a migration.
   *
   * @throws KitError `conflict` if the store does not offer backups; StoreError `invalid_query` if the
   * target file exists and `overwrite` is not true.
   */
  backup(options: BackupOptions): Promise<BackupReport>
  /**
   * Checks that the kit can serve. It rejects if the store cannot answer or write; with KitError
   * `master_key_mismatch` if the kit lacked a master key of the stored secrets at its start, or seals
   * with one that `masterKeys.reseal` replaced; and with KitError `closing` after `retire` or `close`.
   */
  ping(signal?: AbortSignal): Promise<void>
  /**
   * Makes `ping` reject from now on, so that a load balancer sends requests elsewhere. Ends the streams
   * of events, so that pages open them on another server. The kit still serves every other request.
   * `drain` calls this.
   */
  retire(): void
  /**
   * Stops the worker, lets running requests and chat turns end, and closes the store.
   *
   * @param options.timeoutMs - how long to wait for requests and turns, in milliseconds. Turns that take
   * longer are aborted. They store no answer, but the text that the agent has written is stored with the
   * question. Default 10,000.
   */
  close(options?: { readonly timeoutMs?: number | undefined }): Promise<void>
}
