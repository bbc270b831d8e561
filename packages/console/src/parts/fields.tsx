import type { ComponentChildren } from 'preact'
import { useId } from 'preact/hooks'

interface FieldProps {
  readonly label: string
  readonly help?: ComponentChildren
  readonly children: (ids: {
    id: string
    'aria-describedby': string | undefined
  }) => ComponentChildren
}

function Field({ label, help, children }: FieldProps) {
  const id = useId()
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': help ? `${id}-help` : undefined })}
      {help && (
        <p class="quiet small" id={`${id}-help`}>
          {help}
        </p>
      )}
    </div>
  )
}

interface TextFieldProps {
  readonly label: string
  readonly value: string
  readonly onValue: (value: string) => void
  readonly help?: ComponentChildren
  readonly type?: 'text' | 'email' | 'url' | 'search' | 'tel' | 'color' | undefined
  readonly required?: boolean | undefined
  readonly maxLength?: number | undefined
  /** The number of visible lines. Without it, the field has one line and cannot have more. */
  readonly rows?: number | undefined
}

export function TextField({
  label,
  help,
  value,
  onValue,
  rows,
  type = 'text',
  ...rest
}: TextFieldProps) {
  const shared = {
    ...rest,
    dir: type === 'text' ? ('auto' as const) : undefined,
    value,
    onInput: ({ currentTarget }: { readonly currentTarget: { readonly value: string } }) =>
      onValue(currentTarget.value),
  }
  return (
    <Field label={label} help={help}>
      {(ids) =>
        rows ? (
          <textarea {...ids} {...shared} rows={rows} />
        ) : (
          <input {...ids} {...shared} type={type as 'text'} />
        )
      }
    </Field>
  )
}

interface ChoiceProps<Value extends string> {
  readonly label: string
  readonly value: Value
  readonly options: Readonly<Record<Value, string>>
  readonly onValue: (value: Value) => void
  readonly help?: ComponentChildren
}

export function Choice<Value extends string>({
  label,
  value,
  options,
  onValue,
  help,
}: ChoiceProps<Value>) {
  return (
    <Field label={label} help={help}>
      {(ids) => (
        <select
          {...ids}
          value={value}
          onChange={({ currentTarget }) => onValue(currentTarget.value as Value)}
        >
          {Object.entries<string>(options).map(([one, title]) => (
            <option key={one} value={one}>
              {title}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}

interface SwitchProps {
  readonly label: string
  readonly value: boolean
  readonly onValue: (value: boolean) => void
}

export function Switch({ label, value, onValue }: SwitchProps) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={value}
        onChange={({ currentTarget }) => onValue(currentTarget.checked)}
      />
      {label}
    </label>
  )
}

interface ChecksProps<Value extends string> {
  /** The choices, which are shown unchanged, as code. */
  readonly options: readonly Value[]
  readonly chosen: ReadonlySet<Value>
  readonly onChosen: (chosen: ReadonlySet<Value>) => void
}

/** A choice of any number of values. */
export function Checks<Value extends string>({ options, chosen, onChosen }: ChecksProps<Value>) {
  const toggle = (name: Value, isOn: boolean) => {
    const next = new Set(chosen)
    if (isOn) next.add(name)
    else next.delete(name)
    onChosen(next)
  }
  return (
    <div class="checks">
      {options.map((name) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={chosen.has(name)}
            onChange={({ currentTarget }) => toggle(name, currentTarget.checked)}
          />
          <code>{name}</code>
        </label>
      ))}
    </div>
  )
}

/**
 * Sends a text on Enter, except with Shift, or when Enter only chooses characters of an input
 * method.
 */
export function sendOnEnter(send: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return
    event.preventDefault()
    send()
  }
}

/** Handles the submission of a form without leaving the page. */
export function submitTo(work: () => unknown): (event: Event) => void {
  return (event) => {
    event.preventDefault()
    void work()
  }
}
