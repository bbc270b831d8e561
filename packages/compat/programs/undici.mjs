import { createClient } from '@doorkit/client'
import { undiciTransport } from '@doorkit/client/undici'
import { callOverUndici } from './call-over-undici.mjs'

const settings = JSON.parse(process.argv[2])
const facts = await callOverUndici({ createClient, undiciTransport }, settings)
process.stdout.write(JSON.stringify(facts))
