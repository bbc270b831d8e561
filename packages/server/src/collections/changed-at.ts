/**
 * When something is changed, for a change that is made at `at`: later than the change before, also
 * in the same millisecond or by a server whose clock is behind. Receivers of webhooks tell by it
 * which of two versions is newer (docs/api.md#deliveries).
 */
export function changedAt(before: { readonly updated_at: number }, at: number): number {
  return Math.max(at, before.updated_at + 1)
}
