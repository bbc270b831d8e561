import type { Webhooks } from './webhooks.ts'
/** The webhooks of this SDK. */
export declare const doorkitWebhooks: Webhooks
