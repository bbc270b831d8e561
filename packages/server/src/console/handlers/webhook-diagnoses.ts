import { toTimestamp } from '@doorkit/models'
import { endpoints } from '../../collections/webhook-endpoint.ts'
import { finder } from '../../handlers/find-by-id.ts'
import { diagnoseEndpoint } from '../../webhooks/diagnose-endpoint.ts'
import type { ConsoleHandlers } from './console-handlers.ts'

const find = finder(endpoints, 'webhook endpoint')

export const webhookDiagnoses: ConsoleHandlers['webhookDiagnoses'] = {
  async get({ id }, context) {
    const { findings, deliveries } = await diagnoseEndpoint(context, await find(context, id))
    const checked_at = toTimestamp(context.clock.now())
    return { object: 'webhook_diagnosis', findings, deliveries, checked_at }
  },
}
