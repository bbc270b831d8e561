import type { SeededRandom } from '../../../cli/src/demo/seeded-random.ts'

const words = String.raw`
% _ \ ' " ${'`'} ; ?1 :a $1 "a a* ^a -a a:b ( + a.b * {first| {first|{last|x}} {first|there} {
__proto__ constructor prototype toString hasOwnProperty __defineGetter__ then
null undefined NaN 1e999 -0 true [] {} #{7*7} {{7*7}} <script>alert(1)</script>
%00 %zz ../../etc/passwd 💩 𝒳𝓎 👩‍👩‍👧 é İı ß ﬁ ①`
  .trim()
  .split(/\s+/)

const fixed = [
  ...words,
  ...['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800', '\ud83d', 'e\u0301', '\u202eabc'],
  ...['\ufeff', '\uffff', '\ufffd', '\u0001\u001f\u007f\u0085', '\u2028\u2029', '\u001b[31m'],
  ...[
    '\r\nX-Injected: 1',
    '\t',
    ' ',
    '',
    ' a ',
    "' OR 1=1 --",
    '"; DROP TABLE doorkit_contacts; --',
  ],
  ...['a AND b OR NOT c', 'NEAR(a b)', '{a b}: c', '[object Object]'],
  'a'.repeat(5_000),
  '💩'.repeat(2_000),
  '(a+)+'.repeat(400),
]

/** Strings that often cause errors: some well-known ones, and random ones. */
export function hostileStrings(random: SeededRandom, known: number, made: number): string[] {
  const makeOne = () => {
    const length = random.between(1, 40)
    return Array.from({ length }, () => random.pick([codeUnit(random), fixedPart(random)])).join('')
  }
  return [...random.shuffle(fixed).slice(0, known), ...Array.from({ length: made }, makeOne)]
}

/** Any code unit, lone surrogates included. */
const codeUnit = (random: SeededRandom) =>
  String.fromCharCode(random.pick([random.between(0, 0xffff), random.between(0x20, 0x7e)]))

/** One of the fixed strings, but none of the last three, which are long. */
const fixedPart = (random: SeededRandom) => fixed[random.between(0, fixed.length - 4)] ?? ''
