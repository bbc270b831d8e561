import { testHost } from '@doorkit/example-express/host-suite'
import { startServer } from '../src/server.ts'

testHost('Fastify', startServer)
