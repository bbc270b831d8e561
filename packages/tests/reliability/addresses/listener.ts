import { createServer, type Server } from 'node:net'
import type { Round } from '../campaign.ts'

/** Listens on this machine's own addresses and counts every connection. */
export async function countConnections(round: Round) {
  let connections = 0
  const open = async (host: string, port: number) => {
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject).listen(port, host, resolve)
    })
    round.onEnd(() => new Promise((resolve) => server.close(resolve)))
    return server
  }
  const port = portOf(await open('127.0.0.1', 0))
  // A machine without IPv6 has nothing to protect there.
  await open('::1', port).catch(() => {})
  return { port, connections: () => connections }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string')
    throw new Error('The server does not listen on a port.')
  return address.port
}
