import { planNames } from '@doorkit/models'
import { command } from '../command.ts'
import { readChoice, readInteger, storeFlag } from '../flags.ts'
import { readMasterKeys } from '../master-keys.ts'
import { withProgress } from '../progress.ts'
import { lineLogger } from '../serve/line-logger.ts'
import { type ServeOptions, serve } from '../serve/serve.ts'
import { startFacts, startMessage } from '../serve/start-message.ts'
import { untilSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'

const dayMs = 86_400_000

/** `doorkit serve`: serves the API until a signal comes. */
export const serveCommand = command(
  {
    store: { ...storeFlag, default: 'memory:' },
    port: { type: 'string', description: '0 takes a free one.', default: '4010' },
    host: { type: 'string', description: 'The address to listen on.', default: '127.0.0.1' },
    demo: { type: 'boolean', description: 'Fill the live workspace with a demonstration.' },
    plan: { type: 'string', description: `One of ${planNames.join(', ')}; of both workspaces.` },
    'payload-delay-ms': {
      type: 'string',
      description: 'From an event to the building of its webhook. Default: 3000.',
      valueHint: 'N',
    },
    'allow-private-webhooks': {
      type: 'boolean',
      description: 'Let webhooks go to private addresses, also over plain HTTP, for development.',
    },
    'allow-private-pages': {
      type: 'boolean',
      description: 'Let knowledge pages be on private addresses, for development.',
    },
    json: { type: 'boolean', description: 'Print one line of JSON once it listens.' },
  },
  async (args, terminal) => {
    const logger = lineLogger(terminal.stderr)
    const delay = args['payload-delay-ms']
    const options: ServeOptions = {
      storeUrl: args.store,
      host: args.host,
      port: readInteger('port', args.port, 0, 65_535),
      demo: args.demo ?? false,
      plan: args.plan === undefined ? undefined : readChoice('plan', args.plan, planNames),
      payloadDelayMs:
        delay === undefined ? undefined : readInteger('payload-delay-ms', delay, 0, dayMs),
      allowPrivateWebhooks: args['allow-private-webhooks'] ?? false,
      allowPrivatePages: args['allow-private-pages'] ?? false,
      masterKeys: readMasterKeys(terminal.env),
      logger,
    }
    const signal = untilSignal()
    const serving = args.demo
      ? await withProgress(terminal, 'Making the demonstration', () => serve(options))
      : await serve(options)
    if (args.json && serving.live.existed) {
      logger.info({}, 'The store had its workspaces already: new keys were made for them.')
    }
    print(terminal, args.json ?? false, startFacts(serving), startMessage(serving, options))
    logger.info({ signal: await signal }, 'Stopping: ending what is under way.')
    await serving.close()
  },
)
