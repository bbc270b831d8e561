interface ExtensionPoints {
  readonly title: string
  readonly points: readonly string[]
}

/** The extensions that no mark on an operation or a field can express. */
export const extensionPoints: readonly ExtensionPoints[] = [
  {
    title: 'Requests',
    points: [
      'A request is checked in this order: version, key, billing, route, rate limit, scope, idempotency key, body and query, then the operation.',
      'A known path with a method it does not take answers 405 with `Allow` and the code `invalid_request`.',
      'Query strings are as strict as bodies: an unknown parameter is refused, and so is one that is present but empty. `expand` names each part once.',
      'A body sent to an operation that takes none is absent or `{}`. 256 KB is 262,144 bytes.',
      'Date filters need a time and a zone, `Z` or an offset; fractions of a second are optional. They are inclusive.',
      'Addresses have at most 2,048 characters, emails 254. Emails are compared without regard to case and stored in lower case.',
      'After its prefix an id holds up to 64 letters, digits, `_` and `-`; clients treat it as opaque.',
    ],
  },
  {
    title: 'Answers',
    points: [
      'The status is 200 unless the specification says 201. A deletion answers 200 with `id`, `object` and `deleted`.',
      'Enumerations in answers are open: a client delivers a value it does not know as it came. A server of this kit sends only those it lists.',
      'An answer to a wrong key has `WWW-Authenticate: Bearer`; to a missing scope it names the scope there too.',
      'Rate limit headers come with every answer once the key is known, errors included. While the store cannot count, each process counts for itself.',
      'While the database is full, locked or away, any request may answer 503 `internal_error` with `Retry-After`. Nothing of it was done, so it may be sent again.',
      'Cursors cannot be edited, and belong to one workspace, list, order and set of filters. `limit` may change from page to page.',
    ],
  },
  {
    title: 'Idempotency',
    points: [
      'A key stands for one method, path with query, and body, byte for byte.',
      'Every answer of the operation and of the checks of its body is stored, but for 429, 5xx and streams. An export of 65,536 characters or more is one of these: its key is free at the end, and a retry reads again.',
      'A replay is the first answer byte for byte, its `X-Request-Id` included, with `Idempotent-Replayed: true`.',
      'An answer that names a person who is erased is replaced by `not_found`, "The answer to this request was erased.", and so is one that was on its way. Exports, the addresses of personal links for a person, and the answers of receivers are replaced when anybody is erased.',
      'A streamed request holds its key while it runs. A lock whose holder died is free after 90 seconds. `idempotency_key_in_use` comes with `Retry-After: 1`.',
    ],
  },
  {
    title: 'Keys and billing',
    points: [
      '`kind` is `access_token` for the short-lived token of a connected app.',
      'DELETE /contacts/{id} needs `privacy:write`.',
      'A workspace is `active`, `card_required` (402 on every call) or `free_meetings_used` (402 on the chat API). On the plan `origin` the chat API answers `feature_disabled`, unless a card is required.',
    ],
  },
  {
    title: 'Contacts',
    points: [
      'Names and company have at most 200 characters, `phone` 40, `external_id` 1 to 255. Null clears a field.',
      '`attributes` has up to 50 keys of 1 to 64 letters, digits, `_`, `.` and `-`; values are strings of at most 500 characters, numbers, booleans, or null, which removes the key.',
      'POST /contacts on a known email keeps the fields that are left out, and merges `attributes`.',
      '`source` is `api`, `chat` or `import`. `first_seen_at` and `last_seen_at` are always set.',
    ],
  },
  {
    title: 'Conversations',
    points: [
      '`lead`, `booking` and `handoff` are null when there is none. `handoff.reason` is null once erased.',
      'In conversations of the chat API `page_url`, `page_path` and the fields of `visitor` may be null; `utm` is then empty. Without an experiment, both fields of `opening` are null.',
      'In an `evaluation`, `qualification_score` runs from 0 to 100; the strings may be null. `message_count` is the number of messages.',
      'With `expand=messages` a list has the last 200 messages of each conversation, in order: there are more where `message_count` says so. GET /conversations/{id} with `expand=messages`, the chat session and the privacy export have the whole transcript, and are sent while it is read. An answer that breaks off did not come whole, and can be asked for again.',
    ],
  },
  {
    title: 'Webhooks and events',
    points: [
      '`events` of an endpoint is required, not empty and names each type once; `*` stands alone. The 17th endpoint is refused with `conflict`.',
      '`description` has at most 500 characters, and is empty when none was given. `disabled_reason` is `manual`, `failing` or `gone`.',
      'After the first attempt a delivery is tried again in 30 s, 5 min, 30 min, 2 h, 5 h, 10 h, 24 h and 30 h, each 10 % sooner or later; `Retry-After` on 429 or 503 lengthens a wait, up to 24 h. A redelivery by hand uses none of these up.',
      'Payloads are built 3 seconds after the event. Up to five secrets of the last 24 hours sign.',
      'A host that does not resolve is accepted when an endpoint is made, and fails when used; a private address is refused both times.',
      'A test without an answer is 200 with `status` null and the reason in `response`. An endpoint that answers a test with 410 stays on.',
      'In GET /events, a key without `contacts:read` sees only `id` and `object` of `data.object`. After an erasure `data` is `{ "erased": true }` there, in retries and in redeliveries.',
      'Where a calendar does not say, `meeting_type`, `host` and the addresses of a meeting are null. Fields of an opening test that are not decided yet are null; `lift` is a number also for the control.',
    ],
  },
  {
    title: 'Knowledge documents',
    points: [
      '`name` has 1 to 200 characters, `content` 1 to 200,000; the two writes take bodies of up to 1 MB. Lists leave `content` out.',
    ],
  },
  {
    title: 'Knowledge pages',
    points: [
      'A page is made with `url`, an http or https address of a public host, and perhaps `section`, 1 to 200 characters. A private address is refused, when the page is made and each time it is read; a host that does not resolve is accepted, and fails when it is read.',
      'A new page is `pending` until it was read, and so is one that is refreshed; `error` is then null. `ready` comes with `title`, `characters`, `chunks` and `read_at`. `failed` comes with `error`, a few words such as `HTTP 404`, and leaves the others as they were.',
      'A reading that failed is not tried again by itself. A page that is refreshed while it is read is read once more; only the last of these readings can fail.',
      'HTML, plain text and Markdown are read, up to 2 MB and 200,000 characters of text, in at most 10 seconds with up to five redirects. robots.txt is kept to, under the name `Service-Crawler`; where it answers with 5xx, nothing is read.',
      'The text of a page is its headings, paragraphs, lists, tables and code. Navigation, the header and footer of the page, dialogs, scripts and what is hidden are left out.',
    ],
  },
  {
    title: 'Agent settings',
    points: [
      '`name` has 1 to 80 characters, `instructions` at most 8,000. `tone` is `friendly`, `neutral` or `formal`; `language` is `auto` or a BCP 47 tag of at most 35 characters.',
      'A new agent is live, called Assistant, friendly, in the language of the visitor; it hands off, and offers no meetings.',
      'PATCH /agent merges `handoff` and `booking` field by field. Switching the chat on with no ready page and no document is refused with `conflict`; leaving it on is not.',
      'With `handoff.enabled` false nothing in a chat becomes a handoff. `booking.url` is what `booking_offered` carries, while `booking.enabled` is true.',
    ],
  },
  {
    title: 'Appearance',
    points: [
      '`title` has at most 60 characters, `subtitle` 120. `color` is `#rrggbb`, `position` `left` or `right`, `theme` `light`, `dark` or `auto`; `avatar_url` is an http or https address, or null.',
      'It begins at revision 1. Every PATCH that is accepted carries the current `revision` and makes the next one; of several with the same revision one is accepted.',
    ],
  },
  {
    title: 'Chat buttons',
    points: [
      '`behavior` is `send`, `link` or `html`; `style` `brand`, `outline`, `ghost` or `custom`; `size` `sm`, `md`, `lg` or `custom`; `corners` `match`, `square`, `rounded`, `pill` or `custom`; `width` `auto` or `full`. What is left out is the first of each.',
      '`label` has 1 to 60 characters, `message` at most 500, `html` 5,000; `link` is an http or https address; each may be empty. The one that the behavior acts on is required, also after a change.',
      '`colors` are `#rrggbb` or null, the numbers of `custom` run from 0 to 200; both are merged field by field.',
      'A workspace has at most 20 buttons; the 21st is refused with `conflict`. The list is newest first.',
    ],
  },
  {
    title: 'Experiments',
    points: [
      'A test is a draft until a variant is proposed, then ready. Moves between the statuses: start (ready to running), pause and resume (running, paused), stop (ready, running, paused, winner_found), apply_winner and promote (winner_found to applied). A variant can be proposed in draft, ready, running and paused. Whatever else is asked for is refused with `unprocessable`.',
      'Several running tests may cover the same page; which of them a visitor is shown is up to the site.',
      '`name` has 1 to 120 characters, `headline` 1 to 200, `hypothesis` at most 1,000; 1 to 50 `pages`, each a path, named once; up to 4 buttons, label 1 to 60 and message 1 to 500. `metric` is `chats` (the default), `leads` or `meetings`. A variant without a name gets one; its `hypothesis` replaces that of the test. A test has at most 20 variants, its control included. `angle` is null for what is proposed here.',
      'Members that are not decided yet are null: `hypothesis`, `winner`, `verdict`, `result` and the times. `started_at` is the first start, `ended_at` when the test stopped counting, `applied_at` when a variant became the opening. A button is `locked` once the test was started: what visitors have been shown stays as it is.',
      'A visitor counts once for each of `views`, `chats`, `leads` and `meetings`, for the variant they were shown first. `chats` are those who opened the chat or wrote. What is recorded of a visit counts for the opening that was seen in it.',
      "Views and conversions count while the test runs. `stages` counts `chats`, `leads` and `meetings`; those of the metric are the conversions. `rate` is the mean of the posterior Beta(1 + conversions, 1 + views - conversions), `rate_low` to `rate_high` its central 95 %, `chance_beats_current` the exact probability of a rate above the control's (null for the control), `lift` the rate divided by the control's, minus 1 (0 for the control). `computed_at` is when the last of what they count happened.",
      'A variant wins with a chance of at least 0.95 when it and the control each have 200 views and 10 conversions; of several the one with the highest rate. `promote` names any variant with that evidence, not the control.',
      "`verdict` is null until the test has ended. `better`: a variant won. `inconclusive`: no variant had the views and conversions to be compared, or the site ended the test. `worse`: the leading variant's chance is at most 0.05. `no_difference`: it is in between. `result` is null or the comparison behind the verdict: `variant`, `rate`, `current_rate`, `lift`, `chance_beats_current`.",
      '`internal_status` says what the test waits for: `waiting_for_variant`, `waiting_for_start`, `collecting`, `comparing`, `waiting_for_decision`, or repeats the status; for a test that the site ended, its reason.',
    ],
  },
  {
    title: 'Personal links',
    points: [
      '`name` has 1 to 60 characters. `page` is a path that begins with `/`, on the host of the website, or an http or https address without a password; at most 2,048 characters. A greeting that the workspace does not have is refused with `invalid_request`, naming `greeting`.',
      'A link with a greeting is `active`; without, or once PATCH sets `greeting` to null, it is a `draft`. The list is newest first.',
      '`url` is the address of the page with the id of the link in `dw_link`. Query and fragment of the page stay; parameters of it that the link sets are replaced.',
      '`templates` has the keys `apollo`, `hubspot`, `instantly`, `lemlist`, `outreach`, `salesloft` and `other`; each address carries all five details, as merge fields of the tool.',
      'POST /personal_links/{id}/urls takes any of `email`, and `first_name`, `last_name`, `company` and `title` of 1 to 200 characters, and answers the address with those given. It needs `agent:read`. A draft is refused with `unprocessable`.',
      '`results` counts the current day, UTC, and the 29 before it. Each person whom the site names counts once, on the day of the last time; without a name each visit is somebody else.',
    ],
  },
  {
    title: 'Link greetings',
    points: [
      'Creating one needs `name` and `text`. `label` of a button has 1 to 60 characters, `message` 1 to 500.',
      'In `text` and `agent_note` the details are `{first}`, `{last}`, `{company}` and `{title}`, each with or without a fallback; spaces around name and fallback do not count, and an empty fallback is none. There is no other use for braces: unknown names and unpaired braces are refused with `invalid_request`, naming the field.',
      'A detail that is dropped where a line begins takes the space after it along.',
      '`fields` are the details that `text` and `agent_note` use; a change of the greeting changes the `fields` of its links.',
      '`preview.with_details` is the text for an invented person, `preview.buttons` the labels of the buttons.',
      'A greeting that links use is not deleted but refused with `conflict`. The list is newest first.',
    ],
  },
  {
    title: 'Chat sessions',
    points: [
      '`channel` has at most 64 characters, `visitor.name` 200, `visitor.external_id` 255. `context` has up to 50 facts, their names 1 to 64 characters.',
      'A second message while a turn of the same session runs is refused with `conflict`.',
      'The allowance is counted per calendar month in UTC.',
      'Streams carry `x-vercel-ai-ui-message-stream: v1` and run from `start` to `finish`, then `[DONE]`.',
    ],
  },
  {
    title: 'Analytics',
    points: [
      'Days are those of the timezone of the workspace. A range is today and the days before it; `previous` is the range of the same length before that. 181 days are kept.',
      'A page is a path: query and fragment do not count, and of a path the first 500 characters do. `source` is `direct` where it is not known.',
      'Each day lists up to 500 pages and 100 sources by name, those that came first. Visitors of others are part of every total, of `funnel`, `by_day` and `devices`, and of no page or source. `pages` and `sources` are the 100 with most visitors.',
      'Actions of the team, preview chats and sessions of the chat API count nowhere. Each stage of a visit counts once, on the day it was reached. A visitor is `returning` who was here in the 181 days before.',
    ],
  },
  {
    title: 'Privacy',
    points: [
      'POST /privacy/exports answers 200.',
      'A visitor known only from the `visitor` of a chat session is exported and erased like any other; so is a session that names the person only by the `external_id` of the contact, or of another session with the address.',
      'A record about a person that is made while an erasure runs is erased too, or comes after it and begins anew.',
      'An email address in an address of a page is not kept, however it is encoded: its segment of the path becomes `:email`, its parameter and the fragment go, and so do a user and a password. A `source`, a country or a `utm` parameter with an email address counts as not given.',
    ],
  },
]
