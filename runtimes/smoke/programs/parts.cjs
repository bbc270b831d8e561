const chatStream = require('@doorkit/chat-stream')
const webhooks = require('@doorkit/webhooks')

import('./use-parts.mjs')
  .then(({ useParts }) => useParts({ chatStream, webhooks }))
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
