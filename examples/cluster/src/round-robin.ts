import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Passes each connection to the next server that accepts it. */
export async function startProxy(port: number, servers: readonly number[]) {
  const open = new Set<Socket>()
  let next = 0
  function forward(client: Socket, tries: number): void {
    next += 1
    const upstream = connect(servers[next % servers.length] ?? 0, '127.0.0.1')
    upstream.once('error', () => {
      if (upstream.connecting && tries > 1) forward(client, tries - 1)
      else client.destroy()
    })
    upstream.once('connect', () => {
      client.pipe(upstream).pipe(client)
    })
    upstream.once('close', () => {
      if (upstream.bytesRead > 0 || !upstream.pending) client.destroy()
    })
    client.once('close', () => upstream.destroy())
  }
  const server = createServer((client) => {
    open.add(client)
    client.on('error', () => client.destroy())
    client.once('close', () => open.delete(client))
    forward(client, servers.length)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const client of open) client.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
