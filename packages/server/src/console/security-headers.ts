import type { ConsoleOptions } from './console-options.ts'

/**
 * The headers of every answer of the console. The console loads only files of its own origin, and does
 * not reveal its address to other sites. It appears in a frame only on pages that the host allows.
 */
export function securityHeaders({
  frameAncestors = [],
}: Pick<ConsoleOptions, 'frameAncestors'>): Readonly<Record<string, string>> {
  const framedBy = frameAncestors.length > 0 ? frameAncestors.join(' ') : "'none'"
  const policy = [
    "default-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "object-src 'none'",
    `frame-ancestors ${framedBy}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ]
  return {
    'Content-Security-Policy': policy.join('; '),
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    // Browsers that know frame-ancestors ignore this header.
    ...(frameAncestors.length > 0 ? {} : { 'X-Frame-Options': 'DENY' }),
  }
}
