import { endOnSignal } from '../../end-on-signal.ts'
import { serveProcess } from '../../fleet/serve-process.ts'

// Starts a server as a campaign does. The test then ends this process with a signal.
endOnSignal()
const server = await serveProcess('memory:', { onEnd: () => {} })
process.stdout.write(`${server.baseUrl()}\n`)
