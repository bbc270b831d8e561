const libraries = {
  client: require('@doorkit/client'),
  otel: require('@doorkit/client/otel'),
  sdk: require('@opentelemetry/sdk-trace-base'),
  sync: require('@doorkit/client/sync'),
  testing: require('@doorkit/client/testing'),
  validate: require('@doorkit/client/validate'),
}

import('./try-subpaths.mjs')
  .then(({ trySubpaths }) => trySubpaths(libraries, JSON.parse(process.argv[2])))
  .then((facts) => process.stdout.write(JSON.stringify(facts)))
