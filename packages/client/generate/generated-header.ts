/** The first line of every file that is made from the contract. */
export const generatedHeader =
  '// biome-ignore-all format: made from the contract by `npm run generate`: change the models.\n'
