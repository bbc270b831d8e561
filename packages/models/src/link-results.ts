import * as z from 'zod'

const count = z.int().min(0)

/** The results of a personal link or a greeting in the last 30 days, without visits of the team. */
export const LinkResults = z
  .object({
    days: z.int().meta({ description: 'The length of the window in days.' }),
    visits: count.meta({
      description:
        'For a link: people who opened it. For a greeting: people who opened a link with the greeting.',
    }),
    chats: count.meta({ description: 'People who chatted.' }),
    meetings: count.meta({ description: 'People who booked.' }),
  })
  .meta({ id: 'LinkResults' })
export type LinkResults = z.infer<typeof LinkResults>

/** The details of a person that a greeting can use. */
export const linkFields = ['first_name', 'last_name', 'company', 'title'] as const
