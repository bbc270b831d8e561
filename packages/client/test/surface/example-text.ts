/** The text of the example of an operation or a method: `contacts.update`, `chatSessions.stream`. */
export type ExampleText = (id: string) => string | undefined
