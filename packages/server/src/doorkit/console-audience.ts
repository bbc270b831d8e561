import { consoleApi } from '@doorkit/models/console'
import { authenticatePerson, type PersonCredential } from '../console/authenticate-person.ts'
import type { ConsoleOptions } from '../console/console-options.ts'
import type { ConsoleHandlers } from '../console/handlers/console-handlers.ts'
import * as ownHandlers from '../console/handlers/index.ts'
import type { InboxChanges } from '../console/inbox-changes.ts'
import { personLimit } from '../console/person-limit.ts'
import type { AnyHandlers } from '../handlers/handler-types.ts'
import * as sharedHandlers from '../handlers/index.ts'
import type { Audience } from '../http/pipeline/audience.ts'
import type { Step } from '../worker/step.ts'

/** The parts that the handlers of the console share in a process. */
export interface ConsoleShared {
  readonly inboxChanges: InboxChanges
  /** The steps of the worker, by their names. */
  readonly steps: Readonly<Record<string, Step>>
}

/** The API that the console calls, for people who are signed in. */
export function consoleAudience(
  options: ConsoleOptions,
  { inboxChanges, steps }: ConsoleShared,
): Audience<PersonCredential> {
  const own: ConsoleHandlers = {
    ...ownHandlers,
    health: ownHandlers.health(steps),
    inbox: ownHandlers.inbox(inboxChanges),
  }
  return {
    operations: consoleApi,
    handlers: { ...sharedHandlers, ...own } as unknown as AnyHandlers,
    authenticate: authenticatePerson(options),
    limit: personLimit,
    cors: null,
  }
}
