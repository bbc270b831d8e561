/** The same rows in maps, with a list for each workspace in the order of change, newest first. */
export function openRows() {
  const keys = new Map()
  const contacts = new Map()
  const byEmail = new Map()
  const changes = new Map()
  const answers = new Map()
  const sessions = new Map()
  const conversations = new Map()
  const transcripts = new Map()

  function changesOf(workspace) {
    const known = changes.get(workspace) ?? []
    changes.set(workspace, known)
    return known
  }

  /** How many rows are newer than a position in a list. */
  function newerThan(byChange, at, id) {
    let low = 0
    let high = byChange.length
    while (low < high) {
      const middle = (low + high) >> 1
      const row = byChange[middle]
      const newer = row.updated_at > at || (row.updated_at === at && row.id > id)
      if (newer) low = middle + 1
      else high = middle
    }
    return low
  }

  function upsertContact(workspace, { id, email, attributes, ...names }, now) {
    const known = byEmail.get(`${workspace} ${email}`)
    const byChange = changesOf(workspace)
    if (known) byChange.splice(newerThan(byChange, known.updated_at, known.id), 1)
    const facts = { ...(known && JSON.parse(known.attributes)), ...attributes }
    const row = {
      ...(known ?? { ...emptyContact, id, workspace, email, first_seen_at: now, created_at: now }),
      ...names,
      attributes: JSON.stringify(facts),
      last_seen_at: known?.last_seen_at ?? now,
      updated_at: now,
    }
    contacts.set(row.id, row)
    byEmail.set(`${workspace} ${email}`, row)
    byChange.splice(newerThan(byChange, now, row.id), 0, row)
    return row
  }

  return {
    findKey: (digest) => keys.get(digest),
    addKey: (key) => void keys.set(key.digest, { ...key, revoked_at: null }),
    getContact: (workspace, id) => owned(contacts.get(id), workspace),
    listContacts(workspace, limit, after) {
      const byChange = changesOf(workspace)
      const start = after ? newerThan(byChange, after.at, after.id) + 1 : 0
      return byChange.slice(start, start + limit)
    },
    upsertContact,
    upsertOnce(once, workspace, contact, now, toAnswer) {
      const earlier = answers.get(once.id)
      if (earlier) return { answer: earlier.answer, earlier: earlier.fingerprint }
      const answer = toAnswer(upsertContact(workspace, contact, now))
      answers.set(once.id, { fingerprint: once.fingerprint, answer, expires_at: now + 86_400_000 })
      return { answer, earlier: undefined }
    },
    getSession: (workspace, id) => owned(sessions.get(id), workspace),
    addSession({ id, workspace, conversation, visitor }, now) {
      const times = { created_at: now, updated_at: now }
      sessions.set(id, { id, workspace, conversation, status: 'open', ...times })
      const begun = { id: conversation, workspace, visitor, started_at: now, updated_at: now }
      conversations.set(conversation, { ...emptyConversation, ...begun })
      transcripts.set(conversation, [])
    },
    getConversation: (workspace, id) => owned(conversations.get(id), workspace),
    listMessages: (id) => transcripts.get(id) ?? [],
    recordTurn({ session, ...turn }, text, now) {
      const conversation = conversations.get(session.conversation)
      const tools = '[]'
      transcripts.get(conversation.id).push(
        {
          id: turn.questionId,
          role: 'user',
          text: turn.question,
          tools,
          created_at: turn.askedAt,
        },
        { id: turn.answerId, role: 'assistant', text, tools, created_at: now },
      )
      conversation.message_count += 2
      conversation.preview ||= turn.question.slice(0, 140)
      conversation.updated_at = now
      session.updated_at = now
    },
    transaction: (work) => work(),
    close() {},
  }
}

const owned = (row, workspace) => (row?.workspace === workspace ? row : undefined)

const emptyContact = {
  first_name: null,
  last_name: null,
  name: null,
  company: null,
  phone: null,
  external_id: null,
  identity_verified: 0,
  source: 'api',
}

const emptyConversation = {
  page_url: null,
  page_path: null,
  channel: 'api',
  outcome: 'none',
  message_count: 0,
  preview: '',
  contact: null,
  completed_at: null,
}
