import { planNames } from '@doorkit/models'
import { dayMs } from '@doorkit/server/internal'
import { CliError } from '../cli-error.ts'
import { command } from '../command.ts'
import { readChoice, readInteger, storeFlag } from '../flags.ts'
import { withProgress } from '../progress.ts'
import { readMasterKeys, readSealWith } from '../read-master-keys.ts'
import { readClientAddress } from '../serve/client-address.ts'
import { lineLogger } from '../serve/line-logger.ts'
import { readAddress, readMetricsAddress } from '../serve/read-address.ts'
import { readLimits } from '../serve/read-limits.ts'
import { type ServeSettings, serve } from '../serve/serve.ts'
import { howToCreateKeys, startFacts, startMessage } from '../serve/start-message.ts'
import { untilSignal } from '../serve/until-signal.ts'
import { print } from '../terminal.ts'

const maxDrainMs = 600_000

export const serveCommand = command(
  {
    store: { ...storeFlag, default: 'memory:' },
    port: { type: 'string', description: 'The port; 0 picks a free one. Default: PORT, or 4010.' },
    host: { type: 'string', description: 'The address to listen on. Default: HOST, or 127.0.0.1.' },
    demo: { type: 'boolean', description: 'Fill the live workspace with demo data.' },
    'print-key': {
      type: 'boolean',
      description:
        'Create an API key in a live and in a test workspace. Missing workspaces are created.',
    },
    plan: {
      type: 'string',
      description: `With --demo or --print-key: the plan of both workspaces. One of ${planNames.join(', ')}.`,
    },
    worker: {
      type: 'boolean',
      default: true,
      description: 'Deliver webhooks, crawl pages and grade conversations.',
      negativeDescription: 'Deliver no webhooks, crawl no pages and grade nothing.',
    },
    limits: {
      type: 'string',
      description: 'A JSON file of plan limits that replace the published ones; or unlimited.',
      valueHint: 'FILE',
    },
    'drain-ms': {
      type: 'string',
      description:
        'How long to keep serving after SIGTERM, with /health/ready at 503. Default: 3000.',
      valueHint: 'N',
    },
    'payload-delay-ms': {
      type: 'string',
      description: 'How long after an event its webhook payload is built. Default: 3000.',
      valueHint: 'N',
    },
    'allow-private-webhooks': {
      type: 'boolean',
      description: 'For development: send webhooks to private addresses, also over plain HTTP.',
    },
    'allow-private-pages': {
      type: 'boolean',
      description: 'For development: crawl knowledge pages on private addresses.',
    },
    'client-address-header': {
      type: 'string',
      description:
        'Behind a proxy: the header with the address of the client. Default: no header is trusted.',
      valueHint: 'NAME',
    },
    'log-requests': {
      type: 'boolean',
      description: 'Write one line of JSON to stderr for each finished API request.',
    },
    metrics: {
      type: 'string',
      description:
        'Serve metrics for Prometheus at /metrics on a separate port of this machine, or on an address and a port, such as 0.0.0.0:9464. Default: off.',
      valueHint: '9464',
    },
    json: { type: 'boolean', description: 'Print one line of JSON when ready.' },
  },
  async (args, terminal) => {
    const logger = lineLogger(terminal.stderr)
    const delay = args['payload-delay-ms']
    const header = args['client-address-header']
    const demo = args.demo ?? false
    const keys = demo || (args['print-key'] ?? false)
    if (args.plan !== undefined && !keys) {
      throw new CliError('invalid_flag', '--plan needs --demo or --print-key.')
    }
    const options: ServeSettings = {
      storeUrl: args.store,
      ...readAddress(args, terminal.env),
      keys,
      demo,
      plan: args.plan === undefined ? undefined : readChoice('plan', args.plan, planNames),
      worker: args.worker,
      drainMs: readInteger('drain-ms', args['drain-ms'] ?? '3000', 0, maxDrainMs),
      payloadDelayMs:
        delay === undefined ? undefined : readInteger('payload-delay-ms', delay, 0, dayMs),
      allowPrivateWebhooks: args['allow-private-webhooks'] ?? false,
      allowPrivatePages: args['allow-private-pages'] ?? false,
      clientAddress: header === undefined ? undefined : readClientAddress(header),
      metrics: args.metrics === undefined ? undefined : readMetricsAddress(args.metrics),
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
      ? await withProgress(terminal, 'Creating the demo data', () => serve(options))
      : await serve(options)
    if (args.json && !serving.live) logger.info({}, howToCreateKeys(args.store, terminal.command))
    if (args.json && serving.live?.existed) {
      logger.info({}, 'The live workspace already existed. Both API keys are new.')
    }
    const { origin, live } = serving
    const workspace = live?.workspace.id ?? null
    const links = await terminal.onServing?.({ origin, workspace })
    const message = startMessage(serving, { ...options, command: terminal.command, links })
    print(terminal, args.json, startFacts(serving), message)
    const received = await signal
    logger.info({ signal: received }, 'Stopping: finishing open requests and deliveries.')
    // Draining gives a load balancer time to notice the stop. After Ctrl+C, there is no load balancer.
    await serving.close(received === 'SIGINT' ? { drainMs: 0 } : {})
    if (args.store === 'memory:') logger.info({}, 'The store was in memory, and its data is gone.')
  },
)
