import type { SeededRandom } from '../../../cli/src/demo/seeded-random.ts'

const fixed = [
  ...['\0', 'a\0b', '\ud800', 'a\udc00b', '\udc00\ud800', '\ud83d'],
  ...[
    '💩',
    '𝒳𝓎',
    '👩‍👩‍👧',
    'é',
    'e\u0301',
    'İı',
    'ß',
    'ﬁ',
    '①',
    '\u202eabc',
    '\ufeff',
    '\uffff',
    '\ufffd',
  ],
  ...[
    '\u0001\u001f\u007f\u0085',
    '\u2028\u2029',
    '\r\nX-Injected: 1',
    '\u001b[31m',
    '\t',
    ' ',
    '',
    ' a ',
  ],
  ...[
    "' OR 1=1 --",
    '"; DROP TABLE doorkit_contacts; --',
    '%',
    '_',
    '\\',
    "'",
    '"',
    '`',
    ';',
    '?1',
    ':a',
    '$1',
  ],
  ...[
    'a AND b OR NOT c',
    'NEAR(a b)',
    '"a',
    'a*',
    '^a',
    '-a',
    'a:b',
    '{a b}: c',
    '(',
    '+',
    'a.b',
    '*',
  ],
  ...[
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '__defineGetter__',
    'then',
  ],
  ...['null', 'undefined', 'NaN', '1e999', '-0', 'true', '[object Object]', '[]', '{}'],
  ...[
    '{first|there}',
    '{',
    '{first|',
    '{first|{last|x}}',
    '#{7*7}',
    '{{7*7}}',
    '<script>alert(1)</script>',
    '%00',
    '%zz',
    '../../etc/passwd',
  ],
  'a'.repeat(5_000),
  '💩'.repeat(2_000),
  '(a+)+'.repeat(400),
]

/** Strings that break something somewhere: a part of those that are known, and new ones. */
export function hostileStrings(random: SeededRandom, known: number, made: number): string[] {
  const makeOne = () => {
    const length = random.between(1, 40)
    return Array.from({ length }, () => random.pick([oneOf(random), part(random)])).join('')
  }
  return [...random.shuffle(fixed).slice(0, known), ...Array.from({ length: made }, makeOne)]
}

/** Any code unit, lone surrogates included. */
const oneOf = (random: SeededRandom) =>
  String.fromCharCode(random.pick([random.between(0, 0xffff), random.between(0x20, 0x7e)]))

const part = (random: SeededRandom) => fixed[random.between(0, fixed.length - 4)] ?? ''
