import { exampleImports, exampleText } from './example-text.ts'

/**
 * Writes the file that coding agents load when they work with the client. Its code comes from the
 * examples.
 */
export function skillText(): string {
  return `---
name: doorkit-client
description: Calls the workspace API of a website chat agent with @doorkit/client. Use when code imports @doorkit/client, or when the task is to read, write, mirror or test contacts, conversations, meetings, analytics, knowledge, experiments, links or webhooks of the agent.
---

# @doorkit/client

Every operation is a method: \`doorkit.contacts.update(id, input, options)\`. Ids come first, then the input, then options. Look up operations, scopes, options, codes and known values in [llms.txt](../../llms.txt); chat streams, mirrors, telemetry and validation in [README.md](../../README.md). Do not guess names: the types in \`dist\` contain all of them, with an example of each method.

## Make one client

${code('skill.create')}

A secret API key (\`dk_…\`) stays on a server; never put it into a page. Access tokens (\`dko_…\`) are for connected apps, not for visitors of a site: a page calls your own server. Durations in options, such as \`timeout\`, are in milliseconds; times in answers are ISO 8601.

## Call

${code('skill.call')}

The client sends a call in the next microtask, even if you do not await it, but fetches a list only when you read it. Fields are \`snake_case\`, as on the wire; null clears a field, and a field that you leave out does not change.

## Read a list

${code('skill.list')}

Never write a loop over cursors. To stop and continue later, save the \`resumeToken\` of \`.items()\` and pass it to \`list(query, { resume })\`. To keep a copy, use \`syncChanges\` of \`@doorkit/client/sync\`.

## Write once, without your own retries

The client retries connection errors, timeouts, the statuses 408, 425, 429, 500, 502, 503 and 504 (but not \`quota_exceeded\`), and the code \`idempotency_key_in_use\`. It sends each write under one idempotency key. So do not wrap calls in retries. Pass your own idempotency key if the same work may start twice, as in a job or an import:

${code('skill.once')}

## Handle errors

${code('skill.refusal')}

Branch on \`code\`, never on a message. Every error of the client itself is a \`DoorkitError\`; its \`retryAfterMs\`, if set, says how long to wait before the next try. An error that your own middleware or \`apiKey\` function throws is passed on unchanged. A stream that fails after its start throws a \`ChatStreamError\`. \`.safe()\` returns an error of the client as a value instead of throwing it:

${code('skill.safe')}

## Values that may grow

Enumerations in answers are open. \`isKnown\` narrows a value. The name of an enumeration consists of its type and its field; \`EventType\`, \`Scope\` and \`ErrorCode\` have their own names:

${code('enumeration')}

## Read an answer of the agent as it arrives

${code('chatSessions.stream')}

## Test

\`createTestWorkspace\` runs the whole API in memory, with faults and a clock. It needs \`@doorkit/server\` and \`@doorkit/webhooks\`. Do not mock \`fetch\`.

${code('skill.test')}

## Receive webhooks

\`@doorkit/webhooks\` verifies webhooks over the raw body, before anything parses it, and has receivers for Express, Fastify, Hono, Next.js, Node and \`fetch\`. Without a receiver:

${code('skill.webhook')}
`
}

function code(id: string): string {
  const imports = exampleImports(id)
  const lines = [...imports, ...(imports.length > 0 ? [''] : []), exampleText(id)]
  return `\`\`\`ts\n${lines.join('\n')}\n\`\`\``
}
