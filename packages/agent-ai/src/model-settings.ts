import type { LanguageModel, LanguageModelCallOptions, RequestOptions, streamText } from 'ai'

type Options = Parameters<typeof streamText>[0]

/** The model, and its settings. */
export interface ModelSettings {
  /** A model of any provider of the AI SDK, such as `openai('…')`, or the name of a model at the AI Gateway. */
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

type GivenSettings = Pick<
  LanguageModelCallOptions,
  'temperature' | 'maxOutputTokens' | 'reasoning'
> &
  Pick<RequestOptions, 'headers' | 'maxRetries'> &
  Pick<Options, 'providerOptions' | 'model'>

/** The given settings, in the form of the AI SDK. */
export function modelSettings(settings: ModelSettings): GivenSettings {
  const { model, temperature, maxOutputTokens, reasoning } = settings
  const { providerOptions, headers, maxRetries } = settings
  return {
    model,
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(reasoning !== undefined && { reasoning }),
    ...(providerOptions !== undefined && { providerOptions }),
    ...(headers !== undefined && { headers }),
    ...(maxRetries !== undefined && { maxRetries }),
  }
}
