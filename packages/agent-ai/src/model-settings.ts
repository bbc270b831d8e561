import type { LanguageModel, LanguageModelCallOptions, streamText } from 'ai'

type Options = Parameters<typeof streamText>[0]

/** The model, and its settings. */
export interface ModelSettings {
  /**
   * A model of any provider of the AI SDK, such as `openai('…')`, or the name of a model at the AI Gateway.
   */
  readonly model: LanguageModel
  /** The temperature, in the provider's range. Default: the provider's. */
  readonly temperature?: number | undefined
  /** The most tokens that the model may write for one request. Default: the provider's. */
  readonly maxOutputTokens?: number | undefined
  /** The reasoning effort, such as `low`. Default: the provider's. */
  readonly reasoning?: LanguageModelCallOptions['reasoning'] | undefined
  /** Options of the provider, by its name. */
  readonly providerOptions?: Options['providerOptions'] | undefined
  /** Headers for the provider. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** How many times a request to the provider is repeated after a temporary failure. Default 2. */
  readonly maxRetries?: number | undefined
}

/** The settings without the other options. The AI SDK treats undefined as missing. */
export function modelSettings(settings: ModelSettings) {
  const { model, temperature, maxOutputTokens, reasoning } = settings
  const { providerOptions, headers, maxRetries } = settings
  const given = {
    model,
    temperature,
    maxOutputTokens,
    reasoning,
    providerOptions,
    headers,
    maxRetries,
  }
  return given as Pick<Options, keyof ModelSettings>
}
