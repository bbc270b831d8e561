import { endOnSignal } from '../../end-on-signal.ts'
import { serveProcess } from '../../fleet/serve-process.ts'

// A campaign starts its servers like this before a signal ends it.
endOnSignal()
const server = await serveProcess('memory:', { onEnd: () => {} })
process.stdout.write(`${server.baseUrl()}\n`)
