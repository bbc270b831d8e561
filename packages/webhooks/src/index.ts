export type { WebhookBody } from './body.ts'
export type {
  Contact,
  Conversation,
  ErasedData,
  EventEnvelope,
  EventType,
  Experiment,
  KnowledgeSource,
  Meeting,
  ObjectData,
  ReferenceData,
  UnknownEvent,
  WebhookEvent,
  WebhookEventOf,
} from './contract.ts'
export type { DedupeClaim, DedupeStore } from './dedupe-store.ts'
export { type DiagnoseOptions, diagnoseWebhook, type WebhookDiagnosis } from './diagnose.ts'
export type { WebhookCause, WebhookFinding } from './diagnosis-finding.ts'
export { WebhookError, type WebhookErrorCode } from './error.ts'
export { webhookErrorCodes } from './error-codes.ts'
export type { DispatchOutcome } from './handle-once.ts'
export type { WebhookHeaders } from './headers.ts'
export { isNewer, type TimeSource } from './is-newer.ts'
export { type MemoryDedupeOptions, memoryDedupeStore } from './memory-dedupe-store.ts'
export type { ReceiverOptions } from './read-request.ts'
export type { DeliverySource, ErrorReporter } from './receive.ts'
export { type RecoverMissedOptions, type Recovery, recoverMissed } from './recover-missed.ts'
export type { WebhookReply } from './reply.ts'
export { createWebhookRouter, type WebhookRouter, type WebhookRouterOptions } from './router.ts'
export { generateWebhookSecret, type RouterSecrets, type WebhookSecrets } from './secret.ts'
export { type SignedHeaders, type SignOptions, signWebhook } from './sign-webhook.ts'
export type { WebhookClock } from './timestamp-tolerance.ts'
export {
  type VerifiedSignature,
  type VerifyOptions,
  verifyWebhook,
  verifyWebhookSignature,
  type WebhookDelivery,
} from './verify.ts'
