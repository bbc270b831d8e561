import { once } from 'node:events'
import { createServer } from 'node:http'
import { startCluster } from './cluster.ts'

const port = Number(process.env.PORT ?? 4010)
const cluster = await startCluster(port)
const pids = (processes: typeof cluster.servers) =>
  processes.map(({ child }) => child.pid).join(', ')

// `kill-primary.ts` calls this server.
const control = createServer((_request, response) => {
  void cluster.failOver().then(() => response.end('The standby is the primary now.\n'))
}).listen(port + 1, '127.0.0.1')

console.log(`The API answers at ${cluster.baseUrl}; the API key is ${cluster.apiKey}
Servers: ${pids(cluster.servers)}. Workers: ${pids(cluster.workers)}.
Kill the primary: npm run kill-primary -w examples/cluster`)

await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
control.close()
await cluster.close()
