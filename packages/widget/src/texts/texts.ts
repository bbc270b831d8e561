/** Every text of the widget. `{name}` and the like stand for what is put in. */
export interface WidgetTexts {
  /** Opens the chat. */
  readonly open: string
  /** Closes the chat. */
  readonly close: string
  /** Hides the opening beside the button. */
  readonly hide: string
  /** The words that a chat begins with, where no opening and no greeting stands there. */
  readonly welcome: string
  /** The name of the transcript, for screen readers. */
  readonly log: string
  /** The name of the field, for screen readers. */
  readonly input: string
  /** Stands in the empty field. */
  readonly placeholder: string
  /** Sends the message. */
  readonly send: string
  /** Ends the answer that is on its way. */
  readonly stop: string
  /** With `{name}`. */
  readonly typing: string
  /** The author of what the visitor says, for screen readers. */
  readonly you: string
  /** A message that did not arrive. */
  readonly failed: string
  /** Sends a message again. */
  readonly retry: string
  /** An answer whose end is missing. */
  readonly cut: string
  /** An answer that the visitor ended. */
  readonly stopped: string
  /** With `{seconds}`. */
  readonly tooFast: string
  /** The browser has no network. */
  readonly offline: string
  /** The workspace has switched the chat off. */
  readonly off: string
  /** A person was asked for. */
  readonly handedOff: string
  /** A meeting was booked. */
  readonly booked: string
  /** With `{email}`. */
  readonly signedIn: string
  /** The button that asks for a person. */
  readonly person: string
  /** What the button for a person says. */
  readonly personMessage: string
  /** The button that asks for a meeting. */
  readonly meeting: string
  /** What the button for a meeting says. */
  readonly meetingMessage: string
  /** Leads to the booking address. */
  readonly chooseTime: string
  /** Scrolls to the end of the transcript. */
  readonly newMessages: string
  /** With `{count}`. */
  readonly unread: string
  /** With `{count}`: how many characters may still be typed. */
  readonly left: string
}

/** A language of the widget, or a part of one. */
export type WidgetTextChanges = Partial<WidgetTexts>

/** Puts values into a text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))
