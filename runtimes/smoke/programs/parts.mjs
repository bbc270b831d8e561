import * as chatStream from '@doorkit/chat-stream'
import * as webhooks from '@doorkit/webhooks'
import { useParts } from './use-parts.mjs'

process.stdout.write(JSON.stringify(await useParts({ chatStream, webhooks })))
