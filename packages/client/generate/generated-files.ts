import {
  contractMethodsText,
  errorCodesText,
  eventTypeText,
  indexText,
  scopeText,
} from './client-files.ts'
import { contractResources } from './contract.ts'
import { idsText } from './ids-text.ts'
import { knownValuesText } from './known-values-text.ts'
import { llmsText } from './llms-text.ts'
import { pageQueryText, resourceText, sharedText } from './resource-text.ts'
import { sharedFiles } from './resource-types.ts'
import { routesText } from './routes-text.ts'
import { siteTypesText } from './site-types-text.ts'
import { skillText } from './skill-text.ts'
import { webhookTypesText } from './webhook-types-text.ts'

/** Every file that is generated from the contract, by its path in the package, with its text. */
export function generatedFiles(): ReadonlyMap<string, string> {
  return new Map([
    ['src/contract/index.ts', indexText()],
    ['src/contract/routes.ts', routesText()],
    ['src/contract/error-codes.ts', errorCodesText()],
    ['src/contract/event-type.ts', eventTypeText()],
    ['src/contract/ids.ts', idsText()],
    ['src/contract/scope.ts', scopeText()],
    ['src/contract/known-values.ts', knownValuesText()],
    ['src/contract/resources/contract-methods.ts', contractMethodsText()],
    ['src/contract/resources/page-query.ts', pageQueryText()],
    ...contractResources.map(
      (resource) => [`src/contract/resources/${resource.file}.ts`, resourceText(resource)] as const,
    ),
    ...sharedFiles.map((file) => [`src/contract/resources/${file}.ts`, sharedText(file)] as const),
    // A program that receives webhooks installs neither the models nor the client.
    ['../webhooks/src/contract.ts', webhookTypesText()],
    // A page of a website installs neither of them.
    ['../widget/src/contract.ts', siteTypesText()],
    ['llms.txt', llmsText()],
    ['skills/doorkit-client/SKILL.md', skillText()],
  ])
}
