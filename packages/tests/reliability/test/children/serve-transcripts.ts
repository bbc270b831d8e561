import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createDoorkit } from '@doorkit/server'
import { toNode } from '@doorkit/server/node'
import type { Store } from '@doorkit/store'
import { sqliteStore } from '@doorkit/store-sqlite'
import { fillTranscript } from '../../stalls/fill.ts'

// Serves 25 transcripts of 220 messages, together 20 MB, and counts the pages that are read.
const [file = ''] = process.argv.slice(2)
const opened = sqliteStore({ file })
let pages = 0
const store: Store = {
  ...opened,
  list(query) {
    pages += 1
    return opened.list(query)
  },
}
const doorkit = createDoorkit({ store })
const { id: workspace } = await doorkit.workspaces.create({
  name: 'Acme',
  website: 'https://acme.example',
  plan: 'apex',
})
const key = await doorkit.keys.create({ workspace, name: 'K', access: 'full_access' })
for (let count = 0; count < 25; count += 1) {
  const conversation = await doorkit.record(workspace).conversations.start({})
  await fillTranscript(
    store,
    { workspace, conversation },
    220,
    'A message of a long conversation. '.repeat(100),
  )
}
const server = createServer(toNode(doorkit)).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  process.send?.({ port, secret: key.secret })
})
process.on('message', () => process.send?.(pages))
