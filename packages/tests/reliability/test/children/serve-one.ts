import { endOnSignal } from '../../end-on-signal.ts'
import { serveProcess } from '../../fleet/serve-process.ts'

// A campaign starts its servers like this, before it is ended.
endOnSignal()
const server = await serveProcess('memory:', { onEnd: () => {} })
process.stdout.write(`${server.baseUrl()}\n`)
