const libraries = {
  chatStream: require('@doorkit/chat-stream'),
  client: require('@doorkit/client'),
  validate: require('@doorkit/client/validate'),
  webhooks: require('@doorkit/webhooks'),
}

import('./use-parts.mjs')
  .then(({ useParts }) => useParts(libraries))
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
