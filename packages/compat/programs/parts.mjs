import * as chatStream from '@doorkit/chat-stream'
import * as client from '@doorkit/client'
import * as validate from '@doorkit/client/validate'
import * as webhooks from '@doorkit/webhooks'
import { useParts } from './use-parts.mjs'

process.stdout.write(JSON.stringify(await useParts({ chatStream, client, validate, webhooks })))
