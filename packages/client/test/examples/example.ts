import { format } from 'node:util'
import type { Client } from '../../src/index.ts'
import { createTestWorkspace, type TestWorkspace } from '../../src/testing/index.ts'

/** The one part of `console` that examples use. */
export interface Printer {
  log(...values: readonly unknown[]): void
}

/** The names that every example can use. */
export interface Surroundings {
  readonly doorkit: Client
  readonly console: Printer
}

/** The result of an example. */
export interface Outcome {
  /** The lines that the example printed. */
  readonly printed: readonly string[]
  readonly workspace: TestWorkspace
}

/** An example of one method, before it is run. */
export interface ExampleParts<Given extends object> {
  /** Prepares the data of the example, and returns more names that its code can use. */
  readonly given?: (workspace: TestWorkspace) => Promise<Given>
  /** The code that a user would write. The text of this function is the `@example` of the method. */
  readonly shown: (surroundings: Surroundings & Given) => Promise<void>
  /** Fails unless the example has the effect that it shows. */
  readonly proves: (outcome: Outcome & Given) => void | Promise<void>
}

/** An example that is ready to run in its own workspace. */
export type Example = () => Promise<void>

/** An example of every method of a resource. */
export type ExamplesOf<Resource extends keyof Client> = Record<keyof Client[Resource], Example>

export function example<Given extends object>(parts: ExampleParts<Given>): Example {
  return async () => {
    await using workspace = await createTestWorkspace({
      pages: { 'https://acme.example/pricing': 'The door costs 10 euros.' },
    })
    const given = (await parts.given?.(workspace)) ?? ({} as Given)
    const printedLines: string[] = []
    const console = {
      log: (...values: readonly unknown[]) => void printedLines.push(format(...values)),
    }
    await parts.shown({ ...given, doorkit: workspace.client, console })
    await parts.proves({ ...given, printed: printedLines, workspace })
  }
}
