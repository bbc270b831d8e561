import { readFile } from 'node:fs/promises'
import { diagnoseWebhook, signWebhook, verifyWebhook } from '@doorkit/webhooks'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { jsonFlag, requireFlag, secretFlag } from '../flags.ts'
import { print, type Terminal } from '../terminal.ts'

const args = {
  file: { type: 'positional', description: 'A file with the exact body.', required: false },
  secret: secretFlag,
  json: jsonFlag,
} as const

export const signWebhookCommand = command(
  {
    ...args,
    id: { type: 'string', description: 'The id of the event. Default: the one in the body.' },
  },
  async ({ file, secret, id, json }, terminal) => {
    const body = await readBody(file)
    const headers = signWebhook({
      secret: readSecret(secret, terminal),
      id: requireFlag('id', id ?? idIn(body), 'evt_1'),
      body,
    })
    const text = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    print(terminal, json, headers, text.join('\n'))
  },
)

export const verifyWebhookCommand = command(
  {
    ...args,
    id: { type: 'string', description: 'The webhook-id header.' },
    timestamp: { type: 'string', description: 'The webhook-timestamp header.' },
    signature: { type: 'string', description: 'The webhook-signature header.' },
  },
  async ({ file, secret, id, timestamp, signature, json }, terminal) => {
    const headers = {
      'webhook-id': requireFlag('id', id, 'evt_1'),
      'webhook-timestamp': requireFlag('timestamp', timestamp, '1767225600'),
      'webhook-signature': requireFlag('signature', signature, 'v1,…'),
    }
    const delivery = { body: await readBody(file), headers, secret: readSecret(secret, terminal) }
    const { verified, code, findings } = diagnoseWebhook(delivery)
    if (!verified) {
      const reason = findings[0]?.advice ?? 'Compare the body, the headers and the secret.'
      throw new CliError('not_verified', `The delivery does not verify (${code}). ${reason}`)
    }
    const event = verifyWebhook(delivery)
    const result = { verified, id: headers['webhook-id'], type: event.type }
    print(terminal, json, result, `Verified: ${result.id} is ${event.type}.`)
  },
)

function readSecret(flag: string | undefined, { env }: Terminal): string {
  return requireFlag('secret', flag ?? env.DOORKIT_WEBHOOK_SECRET, 'whsec_…')
}

async function readBody(file: string | undefined): Promise<Buffer> {
  if (file === undefined)
    throw new CliError('invalid_flag', 'Name the file that contains the body.')
  return readFile(file).catch((cause) => {
    throw new CliError('invalid_flag', `The file ${file} cannot be read.`, { cause })
  })
}

function idIn(body: Buffer): string | undefined {
  try {
    const { id } = JSON.parse(body.toString()) as { id?: unknown }
    return typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}
