/**
 * A model that converts texts to vectors, so that passages are found by their meaning. Every embedding
 * model of the AI SDK fits: `createDoorkit({ embed: openai.embedding('text-embedding-3-small') })`.
 */
export interface EmbeddingModel {
  /** The provider of the model. */
  readonly provider: string
  /** The name of the model. If it or the provider changes, all knowledge is embedded again. */
  readonly modelId: string
  /** How many texts one call may contain. Default 96. */
  readonly maxEmbeddingsPerCall?: PromiseLike<number | undefined> | number | undefined
  /** Returns the vector of each text, in the order of the texts. All vectors have the same length. */
  doEmbed(options: {
    readonly values: string[]
    readonly abortSignal?: AbortSignal
  }): PromiseLike<{ readonly embeddings: readonly (readonly number[])[] }>
}
