import { exampleImports, exampleText } from './example-text.ts'

/** Writes what coding agents load when they work with the client. Its code is that of examples. */
export function skillText(): string {
  return `---
name: doorkit-client
description: Calls the workspace API of a website chat agent with @doorkit/client. Use when code imports @doorkit/client, or when contacts, conversations, meetings, analytics, knowledge, experiments, links or webhooks of the agent are to be read, written, mirrored or tested.
---

# @doorkit/client

Every operation is a method: \`doorkit.contacts.update(id, input, options)\`. Ids come first, then one input, then options. Look up operations, scopes, options, codes and known values in [llms.txt](../../llms.txt); chat streams, mirrors, telemetry and validation in [README.md](../../README.md). Do not guess names: the types in \`dist\` hold all of them, with an example of each method.

## Make one client

${code('skill.create')}

A secret key (\`dk_…\`) stays on a server, and pages are refused it. Access tokens (\`dko_…\`) are for connected applications, not for visitors of a site: a page calls a server of yours. Times are in milliseconds.

## Call

${code('skill.call')}

A call is sent in the next microtask, whether or not it is awaited; a list only when it is read. Fields are \`snake_case\`, as on the wire; null clears a field, and a field that is left out stays.

## Page

${code('skill.list')}

Never write a loop over cursors. To stop and go on later: \`.items()\` has a \`resumeToken\`, and \`list(query, { resume })\` takes it. To keep a copy: \`syncChanges\` of \`@doorkit/client/sync\`.

## Write once, retry never

Connection errors, timeouts, 429 and 5xx are retried by the client, each write under one idempotency key: do not wrap calls in retries. Give a key of your own where the same work may begin twice, in a job or an import:

${code('skill.once')}

## Handle errors

${code('skill.refusal')}

Branch on \`code\`, never on a message. Every error is a \`DoorkitError\`; one with \`retryAfterMs\` says when to come back. Without exceptions:

${code('skill.safe')}

## Values that may grow

Enumerations in answers are open. \`isKnown\` narrows a value; the type and the field make the name of the enumeration:

${code('enumeration')}

## Read an answer of the agent as it comes

${code('chatSessions.stream')}

## Test

The whole API in memory, with faults and a clock; it needs \`@doorkit/server\` and \`@doorkit/webhooks\`. Do not mock \`fetch\`.

${code('skill.test')}

## Receive webhooks

\`@doorkit/webhooks\` verifies them over the raw body, before anything parses it, and has routers for Express, Fastify, Hono, Next and Node:

${code('skill.webhook')}
`
}

function code(id: string): string {
  const imports = exampleImports(id)
  const lines = [...imports, ...(imports.length > 0 ? [''] : []), exampleText(id)]
  return `\`\`\`ts\n${lines.join('\n')}\n\`\`\``
}
