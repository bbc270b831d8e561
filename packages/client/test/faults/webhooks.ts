/** The headers of a delivery, in a form in which a framework passes them. */
export type HeadersForm = Headers | Record<string, string | string[]>

/** A delivery as a receiver gets it, and the settings of its check. */
export interface ReceivedDelivery {
  readonly body: unknown
  readonly headers: HeadersForm
  /** One secret, or several while one is being replaced. */
  readonly secrets: readonly string[]
  readonly toleranceSeconds?: number | undefined
  /** The receiver's clock. */
  readonly nowMs?: number | undefined
}

/** The webhooks of an SDK. */
export interface Webhooks {
  /** Creates a signing secret. */
  newSecret(): string
  /** The headers with which the API would send a body. */
  sign(body: string, secret: string, timestampSeconds: number): Record<string, string>
  /** Verifies a delivery and returns its event, or throws, or rejects. */
  verify(delivery: ReceivedDelivery): unknown
}
