import { accountExamples } from './account.ts'
import { contactExamples } from './contacts.ts'
import { conversationExamples } from './conversations.ts'
import { experimentExamples } from './experiments.ts'
import { knowledgeExamples } from './knowledge.ts'
import { siteExamples } from './site.ts'
import { webhookExamples } from './webhooks.ts'

export { exampleOfData } from './webhooks.ts'

/** A valid value for every named schema, by its name. */
export const examples = {
  ...accountExamples,
  ...contactExamples,
  ...conversationExamples,
  ...experimentExamples,
  ...knowledgeExamples,
  ...siteExamples,
  ...webhookExamples,
}

/** The name of a schema that has an example. */
export type ExampleName = keyof typeof examples
