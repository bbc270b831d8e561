import { api } from '@doorkit/models'
import { toOpenApi } from '@doorkit/models/openapi'
import { command } from '../command.ts'
import { jsonFlag } from '../flags.ts'
import { print } from '../terminal.ts'

export const openapiCommand = command({ json: jsonFlag }, async ({ json }, terminal) => {
  const document = toOpenApi(api)
  print(terminal, json, document, JSON.stringify(document, null, 2))
})
