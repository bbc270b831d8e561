/** The first line of every TypeScript file that is generated from the contract. */
export const generatedHeader =
  '// biome-ignore-all format: generated from the contract by `npm run generate`: change the models.\n'
