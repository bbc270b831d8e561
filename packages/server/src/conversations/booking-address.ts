/**
 * The address for booking a meeting in a conversation. It contains the id of the conversation, which the
 * calendar reports with the booking: Calendly reads it from `utm_content`, and Cal.com from
 * `metadata[conversation]`, which every other host gets too.
 */
export function bookingAddress(url: string | null, conversation: string): string | null {
  if (url === null || !URL.canParse(url)) return url
  const address = new URL(url)
  const isCalendly = /(?:^|\.)calendly\.com$/.test(address.hostname)
  address.searchParams.set(isCalendly ? 'utm_content' : 'metadata[conversation]', conversation)
  return address.href
}
