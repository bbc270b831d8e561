export interface Address {
  /** The position of its first character. */
  readonly start: number
  /** The position after its last character. */
  readonly end: number
  /** The target: equal for two spellings of the same address. Null if no answer may show the address. */
  readonly target: string | null
}

// A host without a scheme or slashes counts as an address only under these top-level domains: "Node.js"
// and "step.Then" are not addresses.
const generic =
  'app|arpa|asia|biz|blog|bot|cash|center|chat|click|cloud|club|com|company|coop|cyou|dev|digital|edu|email|events|example|finance|fun|gov|group|guru|help|host|icu|info|ink|int|invalid|jobs|legal|life|link|live|loan|ltd|media|mil|mobi|money|mov|museum|name|net|network|news|ninja|nexus|one|online|onion|org|page|pay|pics|plus|press|pro|rest|review|rocks|sale|sbs|security|services|shop|site|social|solutions|space|store|stream|studio|support|systems|team|tech|technology|test|tips|today|tools|top|trade|travel|vip|wang|web|website|wiki|win|work|works|world|wtf|xin|xyz|zip|zone'
const ofCountries =
  'ac|ad|ae|af|ag|ai|al|am|ao|aq|ar|as|at|au|aw|ax|az|ba|bb|bd|be|bf|bg|bh|bi|bj|bm|bn|bo|br|bs|bt|bw|by|bz|ca|cc|cd|cf|cg|ch|ci|ck|cl|cm|cn|co|cr|cu|cv|cw|cx|cy|cz|de|dj|dk|dm|do|dz|ec|ee|eg|er|es|et|eu|fi|fj|fk|fm|fo|fr|ga|gd|ge|gf|gg|gh|gi|gl|gm|gn|gp|gq|gr|gs|gt|gu|gw|gy|hk|hm|hn|hr|ht|hu|id|ie|il|im|in|io|iq|ir|is|it|je|jm|jo|jp|ke|kg|kh|ki|km|kn|kp|kr|kw|ky|kz|la|lb|lc|li|lk|lr|ls|lt|lu|lv|ly|ma|mc|md|me|mg|mh|mk|ml|mm|mn|mo|mp|mq|mr|ms|mt|mu|mv|mw|mx|my|mz|na|nc|ne|nf|ng|ni|nl|no|np|nr|nu|nz|om|pa|pe|pf|pg|ph|pk|pl|pm|pn|pr|ps|pt|pw|py|qa|re|ro|rs|ru|rw|sa|sb|sc|sd|se|sg|sh|si|sk|sl|sm|sn|so|sr|ss|st|su|sv|sx|sy|sz|tc|td|tf|tg|th|tj|tk|tl|tm|tn|to|tr|tt|tv|tw|tz|ua|ug|uk|us|uy|uz|va|vc|ve|vg|vi|vn|vu|wf|ws|ye|yt|za|zm|zw'
const lower = `(?:${generic}|${ofCountries}|xn--[a-z0-9-]{2,59})`
// "fine.It" is two sentences, and "EVIL.IT" is an address.
const ending = `(?:${lower}|${lower.replace(/[a-z]{2,}/g, (word) => word.toUpperCase())})`

const rest = '[^\\s<>"`«»“”[\\]|]'
const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}_-]{0,62})\\.'
const patterns = [
  // With a scheme and slashes of either kind, such as `https:\\`.
  `(?<![\\p{L}\\p{N}])[A-Za-z][A-Za-z0-9+.-]{1,20}:[\\\\/]+(?:\\[[\\da-fA-F:.]+\\])?${rest}+`,
  `(?<![\\p{L}\\p{N}])(?:[Hh][Tt][Tt][Pp][Ss]?|[Jj]ava[Ss]cript|[Vv][Bb]script|[Dd]ata|[Bb]lob|[Mm]ailto)(?::|%3[Aa])(?=[\\p{L}\\p{N}%])${rest}+`,
  // Without a scheme: `//host.example`.
  `(?<![\\p{L}\\p{N}:\\\\/])[\\\\/]{2,}[\\p{L}\\p{N}][^\\s<>"\`\\\\/]*\\.${rest}+`,
  // An email address.
  `(?<![\\p{L}\\p{N}._%+-])[\\p{L}\\p{N}._%+'-]{1,64}@(?:${label}){1,8}[\\p{L}]{2,24}(?![\\p{L}\\p{N}])`,
  // Without a scheme or slashes before the name: `host.example/path`.
  `(?<![\\p{L}\\p{N}@_-]|[\\p{L}\\p{N}]\\.)(?:${label}){1,8}${ending}(?![\\p{L}\\p{N}_-]|\\.[\\p{L}\\p{N}])(?::\\d{1,5})?(?:[\\\\/?#]${rest}*)?`,
]
const anyAddress = new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'gu')

/** Finds the addresses in a text: of pages, with and without `https://`, and of mailboxes. */
export function findAddresses(text: string): Address[] {
  return [...text.matchAll(anyAddress)].map(({ 0: found, index }) => {
    const length = withoutPunctuation(found).length
    return { start: index, end: index + length, target: targetOf(found.slice(0, length)) }
  })
}

/** Leaves out punctuation at the end, and a closing bracket whose opening bracket is not in the address. */
function withoutPunctuation(found: string): string {
  const unopened = {
    ')': count(found, ')') - count(found, '('),
    '}': count(found, '}') - count(found, '{'),
  }
  let end = found.length
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? ''
    if (/[.,;:!?…'’*_~]/.test(last)) continue
    if ((last !== ')' && last !== '}') || unopened[last] <= 0) break
    unopened[last] -= 1
  }
  return found.slice(0, end)
}

function count(text: string, character: string): number {
  return text.split(character).length - 1
}

/**
 * The target of an address: the host without `www.`, the port, the path and the query, or an email address.
 * Null for anything else, and for an address that may hide another one: in a user name, or after `#`.
 *
 * @param base - the page that contains an address without a host.
 */
export function targetOf(address: string, base?: string): string | null {
  const text = address.normalize('NFKC').replace(/^mailto:/i, '')
  if (/^[^/:?#]+@[^/]+$/.test(text)) return text.toLowerCase()
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !/^[^/]+\.[^/]*:\d/.test(text)
  const isWhole = hasScheme || base !== undefined
  const url = URL.parse(isWhole ? text : `https://${text.replace(/^[\\/]+/, '')}`, base)
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password) return null
  if (/[@:]|\/\//.test(url.hash)) return null
  const port = url.port === '' ? '' : `:${url.port}`
  return `${url.hostname.replace(/^www\./, '')}${port}${url.pathname.replace(/\/+$/, '')}${url.search}`
}
