const server = require('@doorkit/server')
const { memoryStore } = require('@doorkit/server')
const { sqliteStore } = require('@doorkit/store-sqlite')

const stores = { memory: memoryStore, sqlite: () => sqliteStore({ file: ':memory:' }) }
import('./try-server.mjs')
  .then(({ tryServer }) => tryServer({ server, stores }))
  .then((facts) => {
    process.stdout.write(JSON.stringify(facts))
    process.exit()
  })
