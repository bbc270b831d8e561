const { inspect } = require('node:util')
const library = require('@doorkit/client')

const settings = JSON.parse(process.argv[2])
import('./try-client.mjs')
  .then(({ tryClient }) => tryClient(library, { ...settings, inspect }))
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
