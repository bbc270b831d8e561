import type { consoleOwnApi } from '@doorkit/models/console'
import type { HandlersOf } from '../../handlers/handler-types.ts'
import type { PersonPrincipal } from '../../requests/principal.ts'

export type ConsoleHandlers = HandlersOf<typeof consoleOwnApi, PersonPrincipal>
