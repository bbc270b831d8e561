import { changeAgent, toAgent } from '../collections/agent-settings.ts'
import { workspaces } from '../collections/workspace.ts'
import { Failure, notFound } from '../errors/failure.ts'
import { hasKnowledge } from '../knowledge/has-knowledge.ts'
import type { Handlers } from './handler-types.ts'

export const agent: Handlers['agent'] = {
  async get(_input, { workspace }) {
    return toAgent(workspace.data.agent)
  },

  update({ body }, context) {
    return context.write(async (at) => {
      const row = await workspaces.get(context.store, context.workspace.id)
      if (!row) throw notFound('workspace')
      const settings = changeAgent(row.data.agent, body, at)
      const isSwitchedOn = settings.live && !row.data.agent.live
      if (isSwitchedOn && !(await hasKnowledge(context.store, row.id))) {
        const detail =
          'The chat cannot be switched on yet. First add a page that can be read, or a document.'
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
