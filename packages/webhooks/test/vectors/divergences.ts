/** The reasons why `standardwebhooks` decides otherwise, by the names that vectors use. */
export const divergences: { readonly [key: string]: string } = {
  decodes_body:
    'standardwebhooks decodes the bytes and signs the text. Bytes that are not UTF-8 do not verify with their own signature, but do with the signature of the decoded text. Here the bytes are signed.',
  fixed_tolerance: 'standardwebhooks has no option for the tolerance: it is always 300 s.',
  lenient_timestamp:
    'standardwebhooks reads the timestamp with parseInt, which ignores the text after the number. Here only 1 to 12 digits are a timestamp.',
  rewrites_timestamp:
    'standardwebhooks signs the number it read, not the header it received. Here the header is signed.',
  unlimited_entries:
    'standardwebhooks looks at every entry of the signature header. Here the first sixteen count, so a long header costs little time.',
  ignores_rest_of_entry:
    'standardwebhooks ignores the text after a second comma in an entry. Here an entry is a version and a signature.',
  short_secret:
    'standardwebhooks accepts any secret that is not empty. Here the minimum is 24 bytes, as the specification says.',
  dot_in_id:
    'The specification forbids a dot in the id, because dots join the signed parts. standardwebhooks accepts one.',
}
