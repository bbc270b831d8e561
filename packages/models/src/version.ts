/** The version of the API that these models describe (docs/api.md#versions). */
export const API_VERSION = '2026-10-12'

/** Every version that the server kit answers, newest first. */
export const apiVersions: readonly string[] = [API_VERSION]
