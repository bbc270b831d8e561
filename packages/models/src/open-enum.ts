type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** A string that is known to be one of a few, and may be one that this version does not know. */
export type OpenString<Known extends string> = Known | (string & {})

type OpenStrings<T> = [Extract<T, string>] extends [never]
  ? T
  : string extends Extract<T, string>
    ? T
    : IsUnion<Extract<T, string>> extends true
      ? Exclude<T, string> | OpenString<Extract<T, string>>
      : T

type OpenValue<T> = T extends readonly (infer Item)[]
  ? Open<Item>[]
  : T extends object
    ? { [K in keyof T]: Open<T[K]> }
    : T

/**
 * An answer as a client sees it: every enumeration is open, because values are added without a
 * new version (docs/api.md#json). Constants such as `object: 'contact'` and ids stay exact.
 */
export type Open<T> =
  | OpenValue<Exclude<T, string>>
  | ([Extract<T, string>] extends [never] ? never : OpenStrings<Extract<T, string>>)
