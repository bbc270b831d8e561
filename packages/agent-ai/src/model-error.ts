/** Why a model gave no answer. */
export type ModelErrorCode =
  /** A request to the provider failed, or an answer ended in the middle. */
  | 'model_failed'
  /** The model ended without any text. */
  | 'no_answer'

/**
 * The error of a turn or a grading in which the model failed. If there is an error of the provider,
 * `cause` has its name and message, but not the request, which contains messages of visitors.
 */
export class ModelError extends Error {
  override readonly name = 'ModelError'
  /** The reason, for code to branch on. */
  readonly code: ModelErrorCode
  /** The HTTP status of a failed request to the provider, if the provider answered it. */
  readonly status: number | undefined

  constructor(
    code: ModelErrorCode,
    message: string,
    options: { cause?: unknown; status?: number | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.code = code
    this.status = options.status
  }
}

/** The most characters that are kept of a provider's message. */
const mostCharacters = 500

export function toModelError(error: unknown): ModelError {
  const last = lastOf(error)
  const status = typeof last.statusCode === 'number' ? last.statusCode : undefined
  const cause = new Error(String(last.message ?? error).slice(0, mostCharacters))
  if (typeof last.name === 'string') cause.name = last.name
  const answered = status === undefined ? '' : ` The provider answered with status ${status}.`
  const text = `The request to the model failed.${answered} ${advice(status)}`
  return new ModelError('model_failed', text, { cause, status })
}

interface ProviderFailure {
  readonly name?: unknown
  readonly message?: unknown
  readonly statusCode?: unknown
  readonly lastError?: unknown
}

/** The last error, if there were several attempts. */
function lastOf(error: unknown): ProviderFailure {
  const failure = (typeof error === 'object' && error !== null ? error : {}) as ProviderFailure
  return failure.lastError === undefined ? failure : lastOf(failure.lastError)
}

function advice(status: number | undefined): string {
  if (status === 401 || status === 403) return 'Check the API key for the provider.'
  if (status === 404) return 'Check the name of the model and the address of the provider.'
  if (status === 429) return 'Wait, or raise the limit at the provider.'
  if (status === 400 || status === 413 || status === 422) {
    return 'Read the message of the provider, and change the settings or the instructions.'
  }
  return 'Try again later.'
}
