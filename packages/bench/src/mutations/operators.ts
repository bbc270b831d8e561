import ts from 'typescript'

const { SyntaxKind } = ts

/** What operators become. */
export const operators: ReadonlyMap<
  ts.SyntaxKind,
  readonly [name: string, become: readonly string[]]
> = new Map([
  [SyntaxKind.EqualsEqualsEqualsToken, ['comparison', ['!==']]],
  [SyntaxKind.ExclamationEqualsEqualsToken, ['comparison', ['===']]],
  [SyntaxKind.EqualsEqualsToken, ['comparison', ['!=']]],
  [SyntaxKind.ExclamationEqualsToken, ['comparison', ['==']]],
  [SyntaxKind.LessThanToken, ['boundary', ['<=', '>=']]],
  [SyntaxKind.LessThanEqualsToken, ['boundary', ['<', '>']]],
  [SyntaxKind.GreaterThanToken, ['boundary', ['>=', '<=']]],
  [SyntaxKind.GreaterThanEqualsToken, ['boundary', ['>', '<']]],
  [SyntaxKind.AmpersandAmpersandToken, ['logic', ['||']]],
  [SyntaxKind.BarBarToken, ['logic', ['&&']]],
  [SyntaxKind.QuestionQuestionToken, ['logic', ['&&']]],
  [SyntaxKind.PlusToken, ['arithmetic', ['-']]],
  [SyntaxKind.MinusToken, ['arithmetic', ['+']]],
  [SyntaxKind.AsteriskToken, ['arithmetic', ['/']]],
  [SyntaxKind.SlashToken, ['arithmetic', ['*']]],
  [SyntaxKind.PercentToken, ['arithmetic', ['*']]],
  [SyntaxKind.AsteriskAsteriskToken, ['arithmetic', ['*']]],
  [SyntaxKind.PlusEqualsToken, ['assignment', ['-=']]],
  [SyntaxKind.MinusEqualsToken, ['assignment', ['+=']]],
  [SyntaxKind.QuestionQuestionEqualsToken, ['assignment', ['&&=']]],
  [SyntaxKind.PlusPlusToken, ['assignment', ['--']]],
  [SyntaxKind.MinusMinusToken, ['assignment', ['++']]],
] as const)

/** Operators whose result is a truth. */
export const truths: ReadonlySet<ts.SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.EqualsEqualsToken,
  SyntaxKind.ExclamationEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
  SyntaxKind.AmpersandAmpersandToken,
  SyntaxKind.BarBarToken,
])

/** Methods, and the one that somebody could take for it; '' leaves the call out. */
export const methods: ReadonlyMap<string, string> = new Map([
  ['min', 'max'],
  ['max', 'min'],
  ['some', 'every'],
  ['every', 'some'],
  ['startsWith', 'endsWith'],
  ['endsWith', 'startsWith'],
  ['toLowerCase', 'toUpperCase'],
  ['toUpperCase', 'toLowerCase'],
  ['reduceRight', 'reduce'],
  ['filter', ''],
  ['slice', ''],
  ['subarray', ''],
  ['replace', ''],
  ['flat', ''],
])
