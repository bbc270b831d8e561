/** Every text of the widget. Names in braces, such as `{name}`, are replaced by values. */
export interface WidgetTexts {
  /** Opens the chat. */
  readonly open: string
  /** Closes the chat. */
  readonly close: string
  /** Hides the teaser. */
  readonly hide: string
  /** The first words of the chat, if there is no opening and no greeting. */
  readonly welcome: string
  /** The name of the transcript, for screen readers. */
  readonly log: string
  /** The name of the field, for screen readers. */
  readonly input: string
  /** The placeholder of the empty field. */
  readonly placeholder: string
  /** Sends the message. */
  readonly send: string
  /** Stops the answer in progress. */
  readonly stop: string
  /** The agent is writing. Contains `{name}`. */
  readonly typing: string
  /** The author of the visitor's messages, for screen readers. */
  readonly you: string
  /** A message that did not arrive, or was not answered. */
  readonly failed: string
  /** Sends a message again. */
  readonly retry: string
  /** An answer that was cut off. */
  readonly cut: string
  /** An answer that the visitor stopped. */
  readonly stopped: string
  /** The visitor sends too many messages. Contains `{seconds}`: how long to wait. */
  readonly tooFast: string
  /** The browser has no network. */
  readonly offline: string
  /** The workspace has switched the chat off. */
  readonly off: string
  /** The visitor waits for a person. */
  readonly handedOff: string
  /** A person answers in place of the agent. Contains `{name}`. */
  readonly withPerson: string
  /** A meeting was booked. */
  readonly booked: string
  /** The visitor is signed in. Contains `{email}`. */
  readonly signedIn: string
  /** The button that asks for a person. */
  readonly person: string
  /** The message that the button for a person sends. */
  readonly personMessage: string
  /** The button that asks for a meeting. */
  readonly meeting: string
  /** The message that the button for a meeting sends. */
  readonly meetingMessage: string
  /** The link to the booking page. */
  readonly chooseTime: string
  /** Scrolls to the end of the transcript. */
  readonly newMessages: string
  /** The number of unread messages, for screen readers. Contains `{count}`. */
  readonly unread: string
  /** How many characters the message may still have. Contains `{count}`. */
  readonly left: string
}

/** The texts to replace; the others stay. */
export type WidgetTextChanges = Partial<WidgetTexts>

/** Inserts values into a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
