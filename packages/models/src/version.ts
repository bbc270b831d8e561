/** The version of the API that these models describe (docs/api.md#versions). */
export const API_VERSION = '2026-10-12'

/** Every version of the API that the server kit supports, newest first. */
export const apiVersions: readonly string[] = [API_VERSION]
