import { planNames } from '@doorkit/models'
import { dayMs } from '@doorkit/server/internal'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { readChoice, readInteger, storeFlag } from '../flags.ts'
import { readMasterKeys, readSealWith } from '../master-keys.ts'
import { withProgress } from '../progress.ts'
import { readAddress } from '../serve/address.ts'
import { readLimits } from '../serve/limits.ts'
import { lineLogger } from '../serve/line-logger.ts'
import { type ServeSettings, serve } from '../serve/serve.ts'
import { howToMakeKeys, startFacts, startMessage } from '../serve/start-message.ts'
import { untilSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'

const mostDrainMs = 600_000

/** `doorkit serve`: serves the API until a signal comes. */
export const serveCommand = command(
  {
    store: { ...storeFlag, default: 'memory:' },
    port: { type: 'string', description: '0 takes a free one. Default: PORT, or 4010.' },
    host: { type: 'string', description: 'The address to listen on. Default: HOST, or 127.0.0.1.' },
    demo: { type: 'boolean', description: 'Fill the live workspace with a demonstration.' },
    'print-key': {
      type: 'boolean',
      description: 'Make a live and a test workspace in an empty store, and new keys to both.',
    },
    plan: {
      type: 'string',
      description: `One of ${planNames.join(', ')}; of both workspaces, with --demo or --print-key.`,
    },
    worker: {
      type: 'boolean',
      default: true,
      description: 'Deliver webhooks, read pages and grade conversations.',
      negativeDescription: 'Deliver no webhooks, read no pages and grade nothing.',
    },
    limits: {
      type: 'string',
      description: 'JSON file with limits of plans, in place of the published ones; or unlimited.',
      valueHint: 'FILE',
    },
    'drain-ms': {
      type: 'string',
      description: 'How long it goes on serving after a SIGTERM, not ready. Default: 3000.',
      valueHint: 'N',
    },
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
    'log-requests': {
      type: 'boolean',
      description: 'Write each request of the API to stderr as one line of JSON, once it ended.',
    },
    json: { type: 'boolean', description: 'Print one line of JSON once it listens.' },
  },
  async (args, terminal) => {
    const logger = lineLogger(terminal.stderr)
    const delay = args['payload-delay-ms']
    const drain = args['drain-ms']
    const demo = args.demo ?? false
    const keys = demo || (args['print-key'] ?? false)
    if (args.plan !== undefined && !keys) {
      throw new CliError('invalid_flag', 'Give --plan together with --demo or --print-key.')
    }
    const options: ServeSettings = {
      storeUrl: args.store,
      ...readAddress(args, terminal.env),
      keys,
      demo,
      plan: args.plan === undefined ? undefined : readChoice('plan', args.plan, planNames),
      worker: args.worker,
      drainMs: drain === undefined ? 3_000 : readInteger('drain-ms', drain, 0, mostDrainMs),
      payloadDelayMs:
        delay === undefined ? undefined : readInteger('payload-delay-ms', delay, 0, dayMs),
      allowPrivateWebhooks: args['allow-private-webhooks'] ?? false,
      allowPrivatePages: args['allow-private-pages'] ?? false,
      masterKeys: readMasterKeys(terminal.env),
      sealWith: readSealWith(terminal.env),
      plans: args.limits === undefined ? undefined : await readLimits(args.limits),
      logger,
      onRequest: args['log-requests']
        ? (report) => terminal.stderr.write(`${JSON.stringify(report)}\n`)
        : undefined,
    }
    const signal = untilSignal()
    const serving = demo
      ? await withProgress(terminal, 'Making the demonstration', () => serve(options))
      : await serve(options)
    if (args.json && !serving.live) logger.info({}, howToMakeKeys(args.store))
    if (args.json && serving.live?.existed) {
      logger.info({}, 'The store had its workspaces already: new keys were made for them.')
    }
    print(terminal, args.json ?? false, startFacts(serving), startMessage(serving, options))
    const received = await signal
    logger.info({ signal: received }, 'Stopping: ending what is under way.')
    // Somebody at the keyboard has no other server that the next requests could go to.
    await serving.close(received === 'SIGINT' ? { drainMs: 0 } : {})
    if (args.store === 'memory:') logger.info({}, 'The store was in memory: it is gone.')
  },
)
