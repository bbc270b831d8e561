/** The headers that every call of the API carries, for requests that are written by hand. */
export const requestHeaders = {
  authorization: 'Bearer dk_test_bench',
  accept: 'application/json',
  'accept-encoding': 'gzip, br',
  'service-version': '2026-10-12',
  'user-agent': 'bench/1.0',
}
