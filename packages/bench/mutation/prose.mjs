import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin'

const sentence = /\S\s+\S/

/** Skips literals with more than one word: most of them are texts for people, which no program reads. */
const prose = {
  shouldIgnore({ node }) {
    const text =
      node.type === 'StringLiteral'
        ? node.value
        : node.type === 'TemplateLiteral'
          ? node.quasis.map((quasi) => quasi.value.cooked).join('x')
          : ''
    return sentence.test(text) ? 'a text for people' : undefined
  },
}

export const strykerPlugins = [declareValuePlugin(PluginKind.Ignore, 'prose', prose)]
