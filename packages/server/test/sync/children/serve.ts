import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { sqliteStore } from '@doorkit/store-sqlite'
import { toNode } from '../../../src/http/mounts/node.ts'
import { createDoorkit } from '../../../src/index.ts'
import { writeConversations, writeMeetings } from '../writers.ts'

/** The orders to the process: to serve a file, to record in it, or to end. */
export type Order =
  | { readonly do: 'serve'; readonly file: string }
  | { readonly do: 'record'; readonly workspace: string; readonly name: string }
  | { readonly do: 'end' }

/** The answer to each order. */
export type Answer = { readonly port: number } | { readonly done: true }

const pause = async () => void (await setImmediate())

let record: (workspace: string, name: string) => Promise<unknown>
let end: () => Promise<void>

async function serve(file: string): Promise<number> {
  const doorkit = createDoorkit({ store: sqliteStore({ file, busyTimeoutMs: 20_000 }) })
  const server = createServer(toNode(doorkit))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  record = (workspace, name) =>
    Promise.all([
      writeConversations(doorkit.record(workspace), name, 10, pause),
      writeMeetings(doorkit.record(workspace), name, 10, pause),
    ])
  end = async () => {
    server.closeAllConnections()
    server.close()
    await doorkit.close()
  }
  return (server.address() as AddressInfo).port
}

process.on('message', async (order: Order) => {
  const answer = (message: Answer) => process.send?.(message)
  if (order.do === 'serve') answer({ port: await serve(order.file) })
  else if (order.do === 'record') {
    await record(order.workspace, order.name)
    answer({ done: true })
  } else {
    await end()
    process.send?.({ done: true }, () => process.disconnect())
  }
})
