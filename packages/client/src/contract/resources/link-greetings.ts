// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { LinkGreetingId } from '../ids.ts'
import type { PageQuery } from './page-query.ts'

/** The results of a personal link or a greeting in the last 30 days, without visits of the team. */
export interface LinkResults {
  /** How many days the results cover. */
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

/** The texts with which a personal link greets a person. */
export interface LinkGreeting {
  id: `gr_${string}`
  object: 'link_greeting'
  name: string
  /**
   * The first message of the chat. Write a placeholder for each detail: `{first}`, `{last}`,
   * `{company}` or `{title}`. After a bar you can add words for people whose detail is unknown:
   * `{first|there}`.
   */
  text: string
  buttons: {
    /** 1 to 60 characters. */
    label: string
    /** 1 to 500 characters. */
    message: string
  }[]
  /** A note for the agent about the people who get this greeting. */
  agent_note: string | null
  /** The details that the greeting uses. */
  fields: ('first_name' | 'last_name' | 'company' | 'title' | (string & {}))[]
  preview: {
    with_details: string
    without_details: string
    buttons: string[]
  }
  /** How many links use the greeting. */
  links: number
  results: LinkResults
}

/** A greeting to create. */
export interface LinkGreetingCreate extends LinkGreetingUpdate {
  /** 1 to 60 characters. */
  name: string
  /**
   * Write a placeholder for each detail: `{first}`, `{last}`, `{company}` or `{title}`. After a bar
   * you can add words for people whose detail is unknown: `{first|there}`. 1 to 200 characters.
   */
  text: string
}

/** The fields of a greeting that can be changed. */
export interface LinkGreetingUpdate {
  /** 1 to 60 characters. */
  name?: string | undefined
  /**
   * Write a placeholder for each detail: `{first}`, `{last}`, `{company}` or `{title}`. After a bar
   * you can add words for people whose detail is unknown: `{first|there}`. 1 to 200 characters.
   */
  text?: string | undefined
  /**
   * These buttons replace the chat buttons of the workspace. If the list is empty, the chat buttons
   * are shown. At most 4 items.
   */
  buttons?: readonly {
    /** 1 to 60 characters. */
    label: string
    /** 1 to 500 characters. */
    message: string
  }[] | undefined
  /** A note for the agent; null or empty removes it. At most 500 characters. */
  agent_note?: string | null | undefined
}

/** The answer to the deletion of a link greeting. */
export interface LinkGreetingDeleted {
  id: `gr_${string}`
  object: 'link_greeting'
  deleted: true
}

/** The texts with which personal links greet people. */
export interface LinkGreetings {
  /**
   * List link greetings, newest first.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { name, links } of doorkit.linkGreetings.list()) console.log(name, links)
   * ```
   */
  list(query?: PageQuery, options?: ListOptions): ListCall<LinkGreeting>
  /**
   * Create a link greeting.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const { id, preview } = await doorkit.linkGreetings.create({
   *   name: 'Spring',
   *   text: 'Hi {first|there}, shall we talk about {company|your team}?',
   * })
   * console.log(id, preview.without_details)
   * ```
   */
  create(input: LinkGreetingCreate, options?: WriteOptions): Call<LinkGreeting>
  /**
   * Fetch one link greeting.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { preview, results } = await doorkit.linkGreetings.get(greetingId)
   * console.log(preview.with_details, results.meetings)
   * ```
   */
  get(id: LinkGreetingId | (string & {}), options?: CallOptions): Call<LinkGreeting>
  /**
   * Change a link greeting.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { buttons } = await doorkit.linkGreetings.update(greetingId, {
   *   buttons: [{ label: 'Book a meeting', message: 'I would like to meet.' }],
   * })
   * console.log(buttons.length)
   * ```
   */
  update(id: LinkGreetingId | (string & {}), input: LinkGreetingUpdate, options?: WriteOptions): Call<LinkGreeting>
  /**
   * Delete a link greeting that no link uses.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `conflict` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.linkGreetings.delete(greetingId)
   * console.log(deleted)
   * ```
   */
  delete(id: LinkGreetingId | (string & {}), options?: WriteOptions): Call<LinkGreetingDeleted>
}
