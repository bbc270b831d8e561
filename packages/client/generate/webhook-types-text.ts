import { eventTypeUnionText } from './client-files.ts'
import { declarationText } from './declarations.ts'
import { generatedHeader } from './generated-header.ts'
import { typeNamed } from './resource-types.ts'
import { namedEnumerations } from './type-text.ts'

/** Writes the types of events for `@doorkit/webhooks`, which installs neither models nor client. */
export function webhookTypesText(): string {
  const texts = new Map<string, string>()

  function declare(name: string) {
    if (texts.has(name) || name in namedEnumerations) return
    const usedNames = new Set<string>()
    texts.set(name, '')
    texts.set(
      name,
      declarationText(typeNamed(name), (part) => void usedNames.add(part)),
    )
    for (const part of usedNames) declare(part)
  }

  for (const name of ['ErasedData', 'ReferenceData', 'WebhookEvent']) declare(name)
  return [generatedHeader, ...texts.values(), eventTypeUnionText()].join('\n')
}
