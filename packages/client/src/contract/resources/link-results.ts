// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.

/** The results of a personal link or a greeting in the last 30 days, without visits of the team. */
export interface LinkResults {
  /** The length of the window in days. */
  days: number
  /**
   * For a link: people who opened it. For a greeting: people who opened a link with the greeting.
   */
  visits: number
  /** People who chatted. */
  chats: number
  /** People who booked. */
  meetings: number
}
