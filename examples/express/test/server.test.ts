import { startServer } from '../src/server.ts'
import { testHost } from './host-suite.ts'

testHost('Express', startServer)
