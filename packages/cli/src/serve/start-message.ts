import { columns } from '../terminal.ts'
import type { ServeSettings, Serving } from './serve.ts'

/** The one line that `doorkit serve --json` prints. */
export function startFacts({ origin, live, test }: Serving) {
  return {
    base_url: `${origin}/v1`,
    app_base_url: `${origin}/api/v1`,
    workspace: live?.workspace.id ?? null,
    api_key: live?.secret ?? null,
    test_workspace: test?.workspace.id ?? null,
    test_api_key: test?.secret ?? null,
  }
}

/** How somebody comes to a key where none was made. */
export function howToMakeKeys(storeUrl: string): string {
  return storeUrl === 'memory:'
    ? 'No key was made: start with --print-key or --demo for one.'
    : `No key was made: use doorkit keys create --store ${withoutPassword(storeUrl)}, or start with --print-key.`
}

/** The lines that `doorkit serve` prints for a person who has just started it. */
export function startMessage(serving: Serving, { storeUrl, demo }: ServeSettings): string {
  const { origin, live, test } = serving
  const { base_url } = startFacts(serving)
  const kept = storeUrl === 'memory:' ? 'memory: (gone when this ends)' : withoutPassword(storeUrl)
  const around = [
    ['  Store', kept],
    ['  Reference', `${origin}/reference`],
  ]
  const address = `The workspace API is at ${base_url}${demo ? ', with the demonstration in it' : ''}.`
  if (!live || !test) {
    return `${address}\n\n${columns(around)}\n\n${howToMakeKeys(storeUrl)}\n\nCtrl+C stops it.`
  }
  const authorization = `-H 'Authorization: Bearer ${live.secret}'`
  const contact = `{"email":"ada@example.com","first_name":"Ada"}`
  const facts = columns([
    ['  API key', `${live.secret}  (shown only now)`],
    ['  Workspace', `${live.workspace.id}  ${live.workspace.name}, plan ${live.workspace.plan}`],
    ['  Test key', `${test.secret}  (workspace ${test.workspace.id})`],
    ...around,
  ])
  return `${address}

${facts}
${live.existed ? '\nThe store had its workspaces already: these are new keys for them.\n' : ''}
Try it:
  curl ${authorization} ${base_url}/me
  curl ${authorization} '${base_url}/conversations?limit=3'
  curl ${authorization} -H 'Content-Type: application/json' -d '${contact}' ${base_url}/contacts

Ctrl+C stops it.`
}

/** The URL of a store as others may see it: logs keep what is printed at the start. */
function withoutPassword(storeUrl: string): string {
  return storeUrl
    .replace(/^(postgres(?:ql)?:\/\/[^:/?#@]*):[^/?#]*@/, '$1:***@')
    .replace(/([?&]password=)[^&#]*/g, '$1***')
}
