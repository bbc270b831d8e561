import type { AddressInfo, Server } from 'node:net'
import { onTestFinished } from 'vitest'

/** Makes a server listen until the test ends, and returns its port. */
export async function listen(server: Server & { closeAllConnections?(): void }): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections?.()
    server.close()
  })
  return (server.address() as AddressInfo).port
}
