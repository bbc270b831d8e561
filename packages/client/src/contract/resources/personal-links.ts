// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.
import type { Call } from '../../call/call.ts'
import type { CallOptions, ListOptions, WriteOptions } from '../../call/call-options.ts'
import type { ListCall } from '../../list/list-call.ts'
import type { PersonalLinkId } from '../ids.ts'
import type { LinkResults } from './link-greetings.ts'
import type { PageQuery } from './page-query.ts'

/** A link that greets the person it was sent to. */
export interface PersonalLink {
  id: `lk_${string}`
  object: 'personal_link'
  name: string
  /** A path on the workspace's website, or an address. */
  page: string
  /** Null for a draft. */
  greeting: `gr_${string}` | null
  /** A link without a greeting is a draft. */
  status: 'active' | 'draft' | (string & {})
  /** Null for a draft. */
  url: string | null
  /** The details that the link's greeting uses. */
  fields: ('first_name' | 'last_name' | 'company' | 'title' | (string & {}))[]
  /**
   * For each email tool, an address with the tool's merge fields. `other` is for tools that are not
   * listed.
   */
  templates: Record<string, string> | null
  results: LinkResults
}

/** A personal link to create; without a greeting it is a draft. */
export interface PersonalLinkCreate {
  /** 1 to 60 characters. */
  name: string
  /** A path that begins with `/`, or an http or https address. At most 2,048 characters. */
  page: string
  /** Null makes the link a draft. */
  greeting?: `gr_${string}` | null | undefined
}

/** The fields of a personal link that can be changed. */
export interface PersonalLinkUpdate {
  /** 1 to 60 characters. */
  name?: string | undefined
  /** A path that begins with `/`, or an http or https address. At most 2,048 characters. */
  page?: string | undefined
  /** Null makes the link a draft. */
  greeting?: `gr_${string}` | null | undefined
}

/** The details of the person that an address is for. */
export interface PersonalLinkUrlCreate {
  /** An email address. At most 254 characters. */
  email?: string | undefined
  /** 1 to 200 characters. */
  first_name?: string | undefined
  /** 1 to 200 characters. */
  last_name?: string | undefined
  /** 1 to 200 characters. */
  company?: string | undefined
  /** 1 to 200 characters. */
  title?: string | undefined
}

/** The address of a link for one person. */
export interface PersonalLinkUrl {
  object: 'personal_link_url'
  link: `lk_${string}`
  /** An absolute address. */
  url: string
}

/** The answer to the deletion of a personal link. */
export interface PersonalLinkDeleted {
  id: `lk_${string}`
  object: 'personal_link'
  deleted: true
}

/** The links that greet the people they were sent to. */
export interface PersonalLinks {
  /**
   * List personal links, newest first.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * for await (const { name, results } of doorkit.personalLinks.list()) {
   *   console.log(name, results.visits, results.meetings)
   * }
   * ```
   */
  list(query?: PageQuery, options?: ListOptions): ListCall<PersonalLink>
  /**
   * Create a personal link.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `GeneralErrorCode`
   * @example
   * ```ts
   * const link = await doorkit.personalLinks.create({
   *   name: 'Spring campaign',
   *   page: '/pricing',
   *   greeting: greetingId,
   * })
   * console.log(link.status, link.url)
   * ```
   */
  create(input: PersonalLinkCreate, options?: WriteOptions): Call<PersonalLink>
  /**
   * Fetch one personal link.
   *
   * Scope `agent:read`; retried.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { name, templates } = await doorkit.personalLinks.get(linkId)
   * console.log(name, templates?.hubspot)
   * ```
   */
  get(id: PersonalLinkId | (string & {}), options?: CallOptions): Call<PersonalLink>
  /**
   * Change a personal link.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { page, url } = await doorkit.personalLinks.update(linkId, { page: '/demo' })
   * console.log(page, url)
   * ```
   */
  update(id: PersonalLinkId | (string & {}), input: PersonalLinkUpdate, options?: WriteOptions): Call<PersonalLink>
  /**
   * Delete a personal link; its address then opens the page without a greeting.
   *
   * Scope `agent:write`; retried under one idempotency key.
   *
   * @throws ApiError `not_found` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { deleted } = await doorkit.personalLinks.delete(linkId)
   * console.log(deleted)
   * ```
   */
  delete(id: PersonalLinkId | (string & {}), options?: WriteOptions): Call<PersonalLinkDeleted>
  /**
   * Build the address of a link for one person.
   *
   * Scope `agent:read`; retried under one idempotency key.
   *
   * @throws ApiError `not_found`, `unprocessable` or `GeneralErrorCode`
   * @example
   * ```ts
   * const { url } = await doorkit.personalLinks.buildUrl(linkId, {
   *   email: 'ada@example.com',
   *   first_name: 'Ada',
   * })
   * console.log(url)
   * ```
   */
  buildUrl(id: PersonalLinkId | (string & {}), input?: PersonalLinkUrlCreate, options?: WriteOptions): Call<PersonalLinkUrl>
}
