import * as chatStream from '@doorkit/chat-stream'
import * as client from '@doorkit/client'
import * as validate from '@doorkit/client/validate'
import * as webhooks from '@doorkit/webhooks'
import { tryParts } from './try-parts.mjs'

process.stdout.write(JSON.stringify(await tryParts({ chatStream, client, validate, webhooks })))
