import { plain, vector } from './delivery.ts'
import type { Vector } from './vector.ts'

const rotations = [
  [['current', 'previous'], ['current']],
  [['current', 'previous'], ['previous']],
  [
    ['current', 'previous'],
    ['previous', 'current'],
  ],
  [
    ['current', 'previous'],
    ['foreign', 'previous'],
  ],
  [['previous', 'current'], ['current']],
  [['current'], ['previous', 'current']],
  [['previous'], ['previous', 'current']],
  [['current', 'previous', 'older', 'oldest', 'ancient'], ['ancient']],
  [['ancient'], ['current', 'previous', 'older', 'oldest', 'ancient']],
  [['current', 'previous'], ['foreign'], 'no_matching_signature'],
  [['current'], ['previous'], 'no_matching_signature'],
  [['current'], ['previous', 'older', 'oldest', 'ancient'], 'no_matching_signature'],
].map(([signedWith = [], known = [], expect = 'valid']) =>
  vector(
    `signed with ${signedWith}, known ${known}`,
    { text: plain },
    {
      signedWith: signedWith as string[],
      secrets: known as string[],
      expect: expect as Vector['expect'],
    },
  ),
)

const secretForms = [
  ...['without_prefix', 'of_24_bytes', 'of_64_bytes', 'of_65_bytes', 'of_200_bytes'].map((name) =>
    vector(`the secret ${name}`, { text: plain }, { secrets: [name] }),
  ),
  vector('the secret without_padding', { text: plain }, { secrets: ['without_padding'] }),
  ...['of_23_bytes', 'of_1_byte'].map((name) =>
    vector(
      `the secret ${name}`,
      { text: plain },
      {
        secrets: [name],
        expect: 'secret_too_short',
        standardwebhooks: 'accepts',
        divergence: 'short_secret',
      },
    ),
  ),
  ...(
    [
      ['empty', 'missing_secret'],
      ['prefix_only', 'missing_secret'],
      ['newline_after', 'secret_whitespace'],
      ['space_before', 'secret_whitespace'],
      ['space_within', 'secret_whitespace'],
      ['v1_before', 'secret_prefix'],
      ['public_key', 'secret_prefix'],
      ['private_key', 'secret_prefix'],
      ['url_safe', 'secret_not_base64'],
      ['quoted', 'secret_not_base64'],
      ['placeholder', 'secret_not_base64'],
    ] as const
  ).map(([name, expect]) =>
    vector(
      `the secret ${name}`,
      { text: plain },
      { secrets: [name], signedWith: ['current'], expect },
    ),
  ),
  vector(
    'no secret',
    { text: plain },
    {
      secrets: [],
      signedWith: ['current'],
      expect: 'missing_secret',
    },
  ),
]

/** The vectors of secrets: the secrets that sign, the secrets of the receiver, and their spellings. */
export const secretVectors: Vector[] = [...rotations, ...secretForms]
