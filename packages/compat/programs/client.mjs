import { inspect } from 'node:util'
import * as library from '@doorkit/client'
import { tryClient } from './try-client.mjs'

const settings = JSON.parse(process.argv[2])
process.stdout.write(JSON.stringify(await tryClient(library, { ...settings, inspect })))
