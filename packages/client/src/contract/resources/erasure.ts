// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The receipt of an erasure: counts, and a hash of the address, never the address. */
export interface Erasure {
  object: 'privacy_erasure'
  id: `era_${string}`
  /** A hash of the address. The address itself is not stored. */
  email_hash: string
  /** How many conversations were changed. */
  conversations: number
  booking_attempts: number
  link_bookings: number
  events: number
  contact_deleted: boolean
}
