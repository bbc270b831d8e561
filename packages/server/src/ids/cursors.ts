import { invalid } from '../errors/failure.ts'
import type { Signer } from '../secrets/encryption.ts'

/** Where a page ended: the values of the sort columns, then the id. */
export type CursorPosition = readonly (string | number)[]

export type Cursors = ReturnType<typeof createCursors>

/**
 * Makes {@link Cursors}. They sign each cursor. They refuse an edited cursor, and a cursor with another
 * binding: another workspace, list, order or filter.
 */
export function createCursors(signer: Signer) {
  const bound = (binding: readonly unknown[], payload: string) =>
    `${JSON.stringify(binding)}\n${payload}`
  return {
    write(binding: readonly unknown[], position: CursorPosition): string {
      const payload = Buffer.from(JSON.stringify(position)).toString('base64url')
      return `${payload}.${signer.sign(bound(binding, payload))}`
    },
    /** @throws Failure `invalid_request` for a cursor that was edited or has another binding. */
    read(binding: readonly unknown[], cursor: string): CursorPosition {
      const [payload = '', signature = '', ...more] = cursor.split('.')
      if (more.length > 0 || !signer.verifies(bound(binding, payload), signature)) {
        const detail =
          'This cursor does not belong to this list. Pass the next_cursor of the previous page, with the same filters.'
        throw invalid('starting_after', detail)
      }
      return JSON.parse(Buffer.from(payload, 'base64url').toString()) as CursorPosition
    },
  }
}
