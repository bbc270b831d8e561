import * as z from 'zod'
import { WebhookEndpointId } from '../ids.ts'
import { defineOperations, json } from '../operation.ts'
import { Timestamp } from '../timestamp.ts'

/** A diagnosis of a webhook endpoint: its problems and warnings, each with a remedy. */
export const WebhookDiagnosis = z.object({
  object: z.literal('webhook_diagnosis'),
  findings: z
    .array(
      z.object({
        status: z.enum(['warning', 'problem']).meta({
          description: '`problem` if webhooks do not arrive, `warning` if they might not arrive.',
        }),
        message: z.string().meta({ description: 'The finding in one or two sentences.' }),
        remedy: z.string().meta({ description: 'How to solve it.' }),
      }),
    )
    .meta({ description: 'The problems first. Empty if nothing is wrong.' }),
  deliveries: z.int().min(0).meta({ description: 'How many of the latest deliveries were read.' }),
  checked_at: Timestamp,
})
export type WebhookDiagnosis = z.infer<typeof WebhookDiagnosis>

/** Diagnoses of webhook endpoints. */
export const webhookDiagnoses = defineOperations({
  /** Find out why an endpoint fails, from its settings and its latest deliveries. */
  get: {
    summary: 'Find out why an endpoint fails, from its settings and its latest deliveries.',
    method: 'GET',
    path: '/webhook_endpoints/{id}/diagnosis',
    params: { id: WebhookEndpointId },
    scope: 'webhooks:write',
    cost: 'heavy',
    reply: json(WebhookDiagnosis),
  },
})
