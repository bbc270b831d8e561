import { createClient } from '@doorkit/client'
import { openTelemetry } from '@doorkit/client/otel'
import { ConsoleMetricExporter } from '@opentelemetry/sdk-metrics'
import { ConsoleSpanExporter } from '@opentelemetry/sdk-trace-base'
import { copyPeople } from './copy-people.ts'
import { startServer } from './start-server.ts'
import { startTelemetry } from './telemetry.ts'

// Caller and server share a process here. In two processes, each starts telemetry, and they share the trace.
const telemetry = startTelemetry({
  spans: new ConsoleSpanExporter(),
  measurements: new ConsoleMetricExporter(),
})
const server = await startServer()
const client = createClient({ ...server, middleware: [openTelemetry()] })
const people = [{ email: 'ada@example.com' }, { email: 'grace@example.com' }]
const session = await client.chatSessions.create()
await client.chatSessions.send(session.id, { text: 'What do you sell?' })
await copyPeople(client, `data:application/json,${encodeURIComponent(JSON.stringify(people))}`)
await server.close()
await telemetry.close()
