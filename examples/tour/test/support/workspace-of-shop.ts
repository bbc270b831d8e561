import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Client, createClient } from '@doorkit/client'
import type { Doorkit } from '@doorkit/server'
import { createWebhookRouter, type WebhookEvent } from '@doorkit/webhooks'
import { toNode } from '@doorkit/webhooks/node'

/** A workspace, a client of its team, and a report on its visitors from the API and the webhooks. */
export async function createWorkspaceOfShop(doorkit: Doorkit) {
  const { id: workspace } = await doorkit.workspaces.create({
    name: 'Acme',
    website: 'https://acme.example',
  })
  await doorkit.workspaces.update(workspace, { agent: { live: true } })
  const { secret } = await doorkit.keys.create({ workspace, name: 'Team', access: 'full_access' })
  const team = createClient({
    apiKey: secret,
    baseUrl: 'http://localhost/v1',
    fetch: (url, init) => doorkit.fetch(new Request(url, init)),
  })
  const webhooks = await receiveWebhooks(team)
  return {
    workspace,
    team,
    close: webhooks.close,
    /** The figures, events and webhooks from which the team learns what visitors did. */
    async report() {
      const { funnel, pages, sources, devices, returning } = await team.analytics.get()
      const events = await team.events.list().toArray({ limit: 100 })
      await doorkit.worker.tick()
      return {
        funnel: funnel.map(({ visitors }) => visitors),
        pages: Object.fromEntries(pages.map((row) => [row.label, stagesOf(row)])),
        sources: Object.fromEntries(sources.map((row) => [row.label, stagesOf(row)])),
        devices: Object.fromEntries(devices.map(({ label, count }) => [label, count])),
        returning: Object.fromEntries(returning.map(({ label, count }) => [label, count])),
        events: namesOf(events),
        webhooks: namesOf(webhooks.received),
      }
    },
  }
}

/** A report of one visitor of one page, who chatted with the agent. */
export const oneChat = (page: string, events: readonly string[] = ['conversation.started']) => ({
  ...reportOf(page, [1, 0, 1, 1, 0, 0]),
  events,
  webhooks: events,
})

/** The figures of one visitor of one page, by the stages that the visitor reached. */
export const reportOf = (page: string, stages: readonly number[]) => ({
  funnel: stages,
  pages: { [page]: stages },
  sources: { direct: stages },
  devices: { desktop: 1 },
  returning: { new: 1, returning: 0 },
})

type Stages = Awaited<ReturnType<Client['analytics']['get']>>['pages'][number]

const stagesOf = (row: Stages) => [
  row.visitors,
  row.openings_seen,
  row.chats_opened,
  row.conversations,
  row.leads,
  row.meetings,
]

const namesOf = (events: readonly { readonly type: string }[]) =>
  events.map(({ type }) => type).sort()

/** The events that a visitor, the team or the clock can cause in these tests. */
const emitted = [
  'conversation.started',
  'conversation.completed',
  'lead.captured',
  'handoff.requested',
  'handoff.unanswered',
  'message.created',
  'meeting.booked',
  'meeting.rescheduled',
  'meeting.canceled',
  'experiment.started',
  'experiment.winner_found',
  'contact.deleted',
] as const

/** Receives the events of a workspace that are of these types, and verifies them. */
async function receiveWebhooks(team: Client) {
  const received: WebhookEvent[] = []
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { secret } = await team.webhookEndpoints.create({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    events: [...emitted],
  })
  const fallback = (event: WebhookEvent) => void received.push(event)
  server.on('request', toNode(createWebhookRouter({ secret: secret ?? '', fallback })))
  return {
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
