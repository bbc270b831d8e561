import type { Store } from '@doorkit/store'
import { changeAgent, toAgent } from '../collections/agent-settings.ts'
import { equals } from '../collections/collection.ts'
import { documents } from '../collections/knowledge-document.ts'
import { sources } from '../collections/knowledge-source.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure, notFound } from '../errors/failure.ts'
import type { Handlers } from './handler-types.ts'

export const agent: Handlers['agent'] = {
  get: async (_input, { workspace }) => toAgent(workspace.data.agent),

  update({ body }, context) {
    return context.write(async (at) => {
      const row = await workspaces.get(context.store, context.workspace.id)
      if (!row) throw notFound('workspace')
      const settings = changeAgent(row.data.agent, body, at)
      const isSwitchedOn = settings.live && !row.data.agent.live
      if (isSwitchedOn && !(await hasKnowledge(context.store, row.id))) {
        const detail =
          'The chat cannot be switched on without knowledge. Add a document or a page, and wait until the page is ready.'
        throw new Failure('conflict', detail, { param: 'live' })
      }
      const data = { ...row.data, agent: settings }
      return {
        ops: [workspaces.patch(row.id, { data }, { ifRev: row.rev })],
        reply: toAgent(settings),
      }
    })
  },
}

/** Whether a workspace has a document or a ready page for the agent to answer from. */
async function hasKnowledge(store: Store, workspace: string): Promise<boolean> {
  const where = [equals('workspace', workspace)]
  const [document, page] = await Promise.all([
    documents.first(store, 'knowledge_documents_created', where),
    sources.first(store, 'knowledge_sources_created', [...where, equals('status', 'ready')]),
  ])
  return document !== null || page !== null
}
