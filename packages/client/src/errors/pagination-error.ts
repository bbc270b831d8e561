import { DoorkitError } from './doorkit-error.ts'

/** A list cannot go on: the server gave a cursor it had given before, or none with more to come. */
export class PaginationError extends DoorkitError {
  protected static override readonly brand: string = 'PaginationError'
  declare readonly name: 'PaginationError'
  declare readonly code: 'cursor_missing' | 'cursor_repeated'

  constructor(code: PaginationError['code']) {
    super(
      code,
      code === 'cursor_missing'
        ? 'The list has more, but no next_cursor. Report it to the operator of the server.'
        : 'The list has the same next_cursor again, and would never end. Report it to the operator of the server.',
    )
  }
}
