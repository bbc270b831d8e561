/** Makes a secret as Standard Webhooks has them. */
export declare function newStandardSecret(): string
/** Signs as Standard Webhooks says, with nothing but Node, so that no SDK checks its own work. */
export declare function signStandardWebhook(
  body: string,
  secret: string,
  timestampSeconds: number,
): Record<string, string>
