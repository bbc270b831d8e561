const libraries = {
  chatStream: require('@doorkit/chat-stream'),
  client: require('@doorkit/client'),
  validate: require('@doorkit/client/validate'),
  webhooks: require('@doorkit/webhooks'),
}

import('./try-parts.mjs')
  .then(({ tryParts }) => tryParts(libraries))
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
