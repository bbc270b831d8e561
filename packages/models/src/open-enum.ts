type IsUnion<T, Whole = T> = T extends unknown ? ([Whole] extends [T] ? false : true) : never

/** One of a few known strings, or another that this version does not know. */
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
 * Opens every enumeration in the type of an answer, because the API may add values without a new
 * version (docs/api.md#json). Constants such as `object: 'contact'` and ids stay exact.
 */
export type Open<T> =
  | OpenValue<Exclude<T, string>>
  | ([Extract<T, string>] extends [never] ? never : OpenStrings<Extract<T, string>>)
