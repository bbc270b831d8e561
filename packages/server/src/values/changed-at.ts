/**
 * The `updated_at` for a change at `at`. It is always later than the previous one, even in the same
 * millisecond or on a server with a slow clock: webhook receivers use it to find the newer of two
 * versions (docs/api.md#deliveries).
 */
export function changedAt(before: { readonly updated_at: number }, at: number): number {
  return Math.max(at, before.updated_at + 1)
}
