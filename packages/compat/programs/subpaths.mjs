import * as client from '@doorkit/client'
import * as otel from '@doorkit/client/otel'
import * as sync from '@doorkit/client/sync'
import * as testing from '@doorkit/client/testing'
import * as validate from '@doorkit/client/validate'
import * as sdk from '@opentelemetry/sdk-trace-base'
import { trySubpaths } from './try-subpaths.mjs'

const libraries = { client, otel, sdk, sync, testing, validate }
const facts = await trySubpaths(libraries, JSON.parse(process.argv[2]))
process.stdout.write(JSON.stringify(facts))
