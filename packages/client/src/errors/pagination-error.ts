import { DoorkitError } from './doorkit-error.ts'

/** A list cannot continue: the server repeated a cursor, or said `has_more` without a cursor. */
export class PaginationError extends DoorkitError {
  protected static override readonly brand: string = 'PaginationError'
  declare readonly name: 'PaginationError'
  declare readonly code: 'cursor_missing' | 'cursor_repeated'

  constructor(code: PaginationError['code']) {
    super(
      code,
      code === 'cursor_missing'
        ? 'The list has more items, but no next_cursor. Report it to whoever runs the server.'
        : 'The list has the same next_cursor again, and would never end. Report it to whoever runs the server.',
    )
  }
}
