const { createClient } = require('@doorkit/client')
const { undiciTransport } = require('@doorkit/client/undici')

import('./call-over-undici.mjs')
  .then(({ callOverUndici }) =>
    callOverUndici({ createClient, undiciTransport }, JSON.parse(process.argv[2])),
  )
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
