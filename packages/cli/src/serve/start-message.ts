import { columns } from '../terminal.ts'
import type { RunningServer, ServeSettings } from './serve.ts'

/** The one line that `doorkit serve --json` prints. */
export function startFacts({ origin, consoleUrl, metricsUrl, live, test }: RunningServer) {
  return {
    base_url: `${origin}/v1`,
    app_base_url: `${origin}/api/v1`,
    site_base_url: `${origin}/site`,
    console_url: consoleUrl,
    metrics_url: metricsUrl,
    workspace: live?.workspace.id ?? null,
    api_key: live?.secret ?? null,
    site_key: live?.siteKey ?? null,
    test_workspace: test?.workspace.id ?? null,
    test_api_key: test?.secret ?? null,
    test_site_key: test?.siteKey ?? null,
  }
}

/** How to get an API key after a start without `--demo` and `--print-key`. */
export function howToCreateKeys(storeUrl: string): string {
  return storeUrl === 'memory:'
    ? 'No API key was created: start with --print-key or --demo to get one.'
    : `No API key was created: run doorkit keys create --store ${withoutPassword(storeUrl)}, or start with --print-key.`
}

/** The lines that `doorkit serve` prints for a person. */
export function startMessage(serving: RunningServer, { storeUrl, demo }: ServeSettings): string {
  const { origin, consoleUrl, metricsUrl, live, test } = serving
  const { base_url, site_base_url } = startFacts(serving)
  const store = storeUrl === 'memory:' ? 'memory: (lost at the end)' : withoutPassword(storeUrl)
  const places = [
    [
      '  Console',
      consoleUrl
        ? `${consoleUrl}  (opens once)`
        : `${origin}/console  (doorkit console-link makes a link)`,
    ],
    ['  Store', store],
    ['  Reference', `${origin}/reference`],
    ['  Site API', site_base_url],
    ...(metricsUrl ? [['  Metrics', metricsUrl]] : []),
  ]
  const address = `The workspace API is at ${base_url}${demo ? ', with demo data' : ''}.`
  const end = 'Press Ctrl+C to stop.'
  if (!live || !test) {
    return `${address}\n\n${columns(places)}\n\n${howToCreateKeys(storeUrl)}\n\n${end}`
  }
  const authorization = `-H 'Authorization: Bearer ${live.secret}'`
  const contact = `{"email":"ada@example.com","first_name":"Ada"}`
  const facts = columns([
    ['  API key', `${live.secret}  (shown only now)`],
    ['  Workspace', `${live.workspace.id}  ${live.workspace.name}, plan ${live.workspace.plan}`],
    ['  Site key', `${live.siteKey}  (public: for the pages of ${live.workspace.website})`],
    ['  Test key', `${test.secret}  (workspace ${test.workspace.id})`],
    ['  Test site key', `${test.siteKey}  (also for pages of this machine)`],
    ...places,
  ])
  return `${address}

${facts}
${live.existed ? '\nThe workspaces already existed: these are new API keys for them.\n' : ''}
Try it:
  curl ${authorization} ${base_url}/me
  curl ${authorization} '${base_url}/conversations?limit=3'
  curl ${authorization} -H 'Content-Type: application/json' -d '${contact}' ${base_url}/contacts

${end}`
}

/** The URL of a store without its password, which must not get into a log. */
function withoutPassword(storeUrl: string): string {
  return storeUrl
    .replace(/^(postgres(?:ql)?:\/\/[^:/?#@]*):[^/?#]*@/, '$1:***@')
    .replace(/([?&]password=)[^&#]*/g, '$1***')
}
