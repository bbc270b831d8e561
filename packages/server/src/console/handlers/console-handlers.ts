import type { consoleOwnApi } from '@doorkit/models/console'
import type { HandlersOf } from '../../handlers/handler.ts'
import type { PersonPrincipal } from '../../requests/principal.ts'

/** The handlers of the operations that the console adds: a missing one does not compile. */
export type ConsoleHandlers = HandlersOf<typeof consoleOwnApi, PersonPrincipal>
