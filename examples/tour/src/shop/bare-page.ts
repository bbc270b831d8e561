/// <reference lib="dom" />
import { type ChatMessage, createSiteClient, SiteError } from '@doorkit/widget'

declare const shop: { readonly siteKey: string; readonly baseUrl: string }

const site = createSiteClient(shop)
// Makes the client available in the browser's console.
Object.assign(globalThis, { site })
const find = <Found extends Element>(selector: string) =>
  document.querySelector<Found>(selector) ?? document.body.appendChild(new Image())
const log = find('#log')
const note = find('#note')
const lines = new Map<string, Element>()

/** Shows a message, or its new state. */
function show(id: string, role: string, text: string): void {
  const line = lines.get(id) ?? log.appendChild(document.createElement('li'))
  lines.set(id, line)
  line.className = role
  line.textContent = text
}

/** The visitor's messages that have no id from the server yet. */
const unnamed: Element[] = []

const textOf = ({ parts }: ChatMessage) =>
  parts.map((part) => (part.type === 'text' ? part.text : '')).join('')

/** Shows an answer as it grows. */
async function showAnswer(answer: ReturnType<typeof site.messages.send>): Promise<void> {
  note.textContent = 'answering'
  try {
    for await (const message of answer) show(message.id, message.role, textOf(message))
    note.textContent = ''
  } catch (error) {
    note.textContent = error instanceof SiteError ? error.code : String(error)
  }
}

function send(text: string): void {
  const answer = site.messages.send(text)
  show(answer.question ?? '', 'user', text)
  unnamed.push(...[...log.children].slice(-1))
  void showAnswer(answer)
}

function addButton(label: string, message: string): void {
  const button = find('#buttons').appendChild(document.createElement('button'))
  button.textContent = label
  button.addEventListener('click', () => send(message))
}

find('form').addEventListener('submit', (event) => {
  event.preventDefault()
  const input = find<HTMLInputElement>('input') as HTMLInputElement
  if (input.value) send(input.value)
  input.value = ''
})
find('#stop').addEventListener('click', () => void site.messages.stop())

const visit = await site.visits.begin()
const { agent, buttons, conversation, greeting, opening } = visit
find('h2').textContent = greeting?.text ?? opening?.headline ?? `Ask ${agent.name}`
const ownButtons = [greeting?.buttons, opening?.buttons].find((some) => some?.length)
for (const { label, message } of ownButtons ?? buttons) if (message) addButton(label, message)
for (const { id, role, text } of conversation.messages) show(id, role, text)
if (opening) await site.visits.see({ variant: opening.variant })
if (conversation.answering) {
  const answer = await site.messages.resume()
  if (answer) void showAnswer(answer)
}

for await (const event of site.events.follow({ after: conversation.messages.at(-1)?.id ?? '0' })) {
  if (event.type === 'status') find('#status').textContent = event.status.status
  if (event.type === 'erased') log.replaceChildren()
  if (event.type !== 'message') continue
  const { id, role, text } = event.message
  const own = unnamed.findIndex((line) => role === 'user' && line.textContent === text)
  for (const line of own < 0 ? [] : unnamed.splice(own, 1)) lines.set(id, line)
  show(id, role, text)
}
