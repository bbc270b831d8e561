import '@doorkit/models/require-node'

export { type OpenTelemetryOptions, openTelemetry } from './open-telemetry.ts'
