import { columns } from '../terminal.ts'
import { ownerOf, type RunningServer, type ServeSettings } from './serve.ts'

/** The members of the JSON that `doorkit serve --json` prints. */
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

/** How to get an API key after a start without `--demo` or `--print-key`. */
export function howToCreateKeys(storeUrl: string, command = 'doorkit'): string {
  return storeUrl === 'memory:'
    ? 'No API key was created: start with --print-key or --demo to get one.'
    : `No API key was created: run ${command} keys create --store ${withoutPassword(storeUrl)}, or start with --print-key.`
}

interface MessageOptions extends Pick<ServeSettings, 'storeUrl' | 'demo'> {
  /** How a person runs the command. Default: `doorkit`. */
  readonly command?: string | undefined
  /** Links of the program that runs the command: they are printed above the other links. */
  readonly links?: readonly (readonly [label: string, text: string])[] | undefined
}

/** The lines that `doorkit serve` prints for a person. */
export function startMessage(
  serving: RunningServer,
  { storeUrl, demo, command = 'doorkit', links = [] }: MessageOptions,
): string {
  const { origin, consoleUrl, metricsUrl, live, test } = serving
  const { base_url, site_base_url } = startFacts(serving)
  const store =
    storeUrl === 'memory:' ? 'memory: (lost when the server stops)' : withoutPassword(storeUrl)
  const shownLinks = columns([
    ...links.map(([label, text]) => [`  ${label}`, text]),
    [
      '  Console',
      consoleUrl
        ? `${consoleUrl}  (opens once)`
        : `${origin}/console  (${command} console-link makes a link)`,
    ],
    ['  API', `${origin}/reference  (its reference)`],
  ])
  const places = [
    ['  Store', store],
    ['  Site API', site_base_url],
    ...(metricsUrl ? [['  Metrics', metricsUrl]] : []),
  ]
  const address = `The workspace API is at ${base_url}${demo ? ', with demo data' : ''}.`
  const end = 'Press Ctrl+C to stop.'
  if (!live || !test) {
    return `${address}\n\n${shownLinks}\n\n${columns(places)}\n\n${howToCreateKeys(storeUrl, command)}\n\n${end}`
  }
  const owner = ownerOf({ demo })
  const linkCommand =
    `${command} console-link --store "${store}" --workspace ${live.workspace.id}` +
    ` --person ${owner.id} --name "${owner.name}" --url ${origin}/console`
  const authorization = `-H 'Authorization: Bearer ${live.secret}'`
  const contact = `{"email":"ada@example.com","first_name":"Ada"}`
  const facts = columns([
    ['  API key', `${live.secret}  (shown only once)`],
    ['  Workspace', `${live.workspace.id}  ${live.workspace.name}, plan ${live.workspace.plan}`],
    ['  Site key', `${live.siteKey}  (public: for the pages of ${live.workspace.website})`],
    ['  Test key', `${test.secret}  (workspace ${test.workspace.id})`],
    ['  Test site key', `${test.siteKey}  (also for pages of this machine)`],
    ...places,
  ])
  const existedNote = 'The live workspace already existed. Both API keys are new.'
  const newLinkNote = `To sign in to the console again, get a link with:\n  ${linkCommand}`
  const calls = `Try it:
  curl ${authorization} ${base_url}/me
  curl ${authorization} '${base_url}/conversations?limit=3'
  curl ${authorization} -H 'Content-Type: application/json' -d '${contact}' ${base_url}/contacts`
  return [
    address,
    shownLinks,
    facts,
    ...(live.existed ? [existedNote] : []),
    ...(storeUrl === 'memory:' ? [] : [newLinkNote]),
    calls,
    end,
  ].join('\n\n')
}

/** The URL of a store without its password, which must not get into a log. */
function withoutPassword(storeUrl: string): string {
  return storeUrl
    .replace(/^(postgres(?:ql)?:\/\/[^:/?#@]*):[^/?#]*@/, '$1:***@')
    .replace(/([?&]password=)[^&#]*/g, '$1***')
}
