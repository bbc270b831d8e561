import { inspect } from 'node:util'
import * as library from '@doorkit/client'
import { useClient } from './use-client.mjs'

const settings = JSON.parse(process.argv[2])
process.stdout.write(JSON.stringify(await useClient(library, { ...settings, inspect })))
