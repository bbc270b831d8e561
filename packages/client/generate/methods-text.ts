import type { ContractResource } from './contract.ts'
import { definitions } from './definitions.ts'
import { docComment } from './doc-comment.ts'
import { exampleText } from './example-text.ts'
import { ownErrors } from './general-errors.ts'
import { methodsOf, type SurfaceMethod } from './methods.ts'
import { methodsName } from './resource-types.ts'

/** Writes the interface of a resource's methods. */
export function methodsText(resource: ContractResource, use: (name: string) => void): string {
  const comment = docComment([definitions.get(resource.name)?.comment ?? ''])
  const methods = resource.operations.flatMap((one) =>
    methodsOf(one, use).map((method) => `${methodComment(method)}  ${method.signature}\n`),
  )
  return `${comment}export interface ${methodsName(resource)} {\n${methods.join('')}}\n`
}

function methodComment({ id, operation, summary }: SurfaceMethod): string {
  const { scope, cost, method } = operation
  const needs = scope === 'none' ? 'No scope' : `Scope \`${scope}\``
  const costs = cost === 'heavy' ? 'counts against the smaller budget of heavy requests; ' : ''
  const retried = method === 'GET' ? 'retried' : 'retried under one idempotency key'
  const own = ownErrors(operation).map((code) => `\`${code}\``)
  const beside = own.length > 0 ? `${own.join(', ')} or ` : ''
  return docComment(
    [
      summary,
      `${needs}; ${costs}${retried}.`,
      `@throws ApiError ${beside}\`GeneralErrorCode\``,
      `@example\n\`\`\`ts\n${exampleText(id)}\n\`\`\``,
    ],
    '  ',
  )
}
